"""The one kind of error that a user caused and can mend."""


class InputError(ValueError):
    """Bad input. The message is one line: what is wrong, where, and what to do about it."""
