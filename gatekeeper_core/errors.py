"""What the core raises.

GatekeeperError
├── BudgetError        a token budget that cannot be one
└── ControlError       a request control that names a message or value that does not exist
"""


class GatekeeperError(Exception):
    """Base of all errors of the core; `status_hint` is the HTTP status a host may answer with."""

    status_hint = 400


class BudgetError(GatekeeperError):
    """A token budget below zero."""

    def __init__(self, budget: int) -> None:
        super().__init__(f"a token budget is a number of tokens from 0 up, not {budget}")
        self.budget = budget


class ControlError(GatekeeperError):
    """A pin, drop or expiry that points at no message of the history; `field` names the control."""

    def __init__(self, field: str, problem: str) -> None:
        super().__init__(f"{field}: {problem}")
        self.field = field
