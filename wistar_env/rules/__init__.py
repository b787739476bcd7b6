"""The rules core: compiled functions on game records. Imports only NumPy, Numba and tables."""
