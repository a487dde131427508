"""The options of a match. Each game defines a model of its options, and the host of a match sets the values."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from pydantic import BaseModel, Field, ValidationError

from rules.kernel.errors import IllegalAction

Options = TypeVar("Options", bound=BaseModel)


def option(default: Any, title: str, description: str, *, ge: int | None = None, le: int | None = None) -> Any:
    """Return the model field for an option; `title` and `description` are message ids."""
    return Field(default=default, title=title, description=description, ge=ge, le=le)


def read_options(model: type[Options], options: Mapping[str, Any] | None) -> Options:
    """Validate the options of a match; raises IllegalAction that names the first invalid option."""
    try:
        return model.model_validate(dict(options or {}))
    except ValidationError as error:
        place = ".".join(map(str, error.errors()[0]["loc"]))
        raise IllegalAction("The option {option} does not exist or can't have that value.", option=place) from None
