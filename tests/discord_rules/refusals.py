"""Discord's error answers: HTTP status, error code, message, and the path to the fault in an invalid request body."""

from __future__ import annotations

from typing import Any


class Refused(Exception):
    """A request refused by Discord.

    `avoidable` is False if the bot could not have known that Discord would refuse it, for example because an emoji was
    deleted a moment ago.
    """

    def __init__(
        self,
        status: int,
        code: int,
        message: str,
        errors: dict[str, Any] | None = None,
        *,
        avoidable: bool = True,
    ) -> None:
        self.status, self.code, self.message, self.errors = status, code, message, errors
        self.avoidable = avoidable
        super().__init__(" ".join(filter(None, [f"{status} {code} {message}", *_error_lines(errors or {})])))

    @property
    def body(self) -> dict[str, Any]:
        """The JSON body of Discord's error answer."""
        told: dict[str, Any] = {"message": self.message, "code": self.code}
        return told if self.errors is None else told | {"errors": self.errors}

    def under(self, name: str) -> Refused:
        """Return a copy of this refusal that has the key `name` in front of the path to each fault."""
        errors = None if self.errors is None else {name: self.errors}
        return Refused(self.status, self.code, self.message, errors, avoidable=self.avoidable)


def invalid(where: str, why: str, code: str = "BASE_TYPE_BAD_LENGTH", *, avoidable: bool = True) -> Refused:
    """Return the refusal of a request with an invalid body. `where` is the path to the fault: "components.0"."""
    errors: dict[str, Any] = {"_errors": [{"code": code, "message": why}]}
    for name in reversed(where.split(".")):
        errors = {name: errors}
    return Refused(400, 50035, "Invalid Form Body", errors, avoidable=avoidable)


def _error_lines(errors: dict[str, Any], where: str = "$") -> list[str]:
    found: list[str] = []
    for name, inner in errors.items():
        if name == "_errors":
            found += [f"{where}: {one['message']}" for one in inner]
        else:
            found += _error_lines(inner, f"{where}.{name}")
    return found
