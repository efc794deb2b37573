"""What can go wrong, by name. Every message is one sentence that says what is wrong and what is legal."""


class HousewayError(ValueError):
    """Anything refused at the border; nothing has changed."""


class CardError(HousewayError):
    """A text that is no card, or cards that cannot be together."""


class UnknownGame(HousewayError):
    """No game of that id is installed."""


class OptionError(HousewayError):
    """An unknown option or edition, an illegal value or combination of values."""


class WagerError(HousewayError):
    """A wager that the layout, the limits or the jurisdiction does not allow."""


class IllegalAction(HousewayError):
    """A decision that is not among the legal ones, out of turn or too late."""


class CountTooLarge(HousewayError):
    """A count that takes more time or memory than it may."""


class RecordError(HousewayError):
    """A stored round that cannot be read or does not verify."""
