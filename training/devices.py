"""Devices of PyTorch."""


def check_device(device: str) -> None:
    """Raise ValueError if PyTorch cannot compute on a device.

    Raises ModuleNotFoundError without PyTorch. Raises ValueError if there is no such device, or
    PyTorch was built without support for it.
    """
    import torch

    try:
        torch.empty(0, device=device)
    except (AssertionError, RuntimeError) as error:
        # A build of PyTorch without CUDA fails by an assertion.
        raise ValueError(f"device: {device!r} cannot be used: {error}") from None
