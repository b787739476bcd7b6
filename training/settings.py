"""What settings of trainers are in words; commands make options of them."""


class Help(str):
    """What a setting is, in a sentence."""

    __slots__ = ()


class Count(Help):
    """What a setting counts; it may be written with an exponent, ``5e6``."""

    __slots__ = ()
