"""Models of the interactions that the HTTP endpoint accepts, reduced to the required fields."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field, StringConstraints, TypeAdapter, ValidationError

Id = Annotated[str, StringConstraints(pattern=r"^[0-9]{1,19}$")]
Text = Annotated[str, StringConstraints(min_length=1)]


class _Part(BaseModel, strict=True):
    """A part of an interaction. Fields that aren't in the model are ignored."""


class _User(_Part):
    id: Id


class _Member(_Part):
    user: _User


class _Ping(_Part):
    type: Literal[1]


class _Sent(_Part):
    """The fields common to all interactions sent by a person."""

    id: Id
    application_id: Id
    token: Text
    member: _Member | None = None
    user: _User | None = None


class _Option(_Part):
    name: Text
    type: int
    options: list[_Option] = []


class _CommandData(_Part):
    id: Id
    name: Text
    type: int = 1
    options: list[_Option] = []


class _ComponentData(_Part):
    custom_id: Text
    component_type: int


class _FormData(_Part):
    custom_id: Text
    components: list[dict[str, Any]]


class _Command(_Sent):
    type: Literal[2, 4]
    data: _CommandData


class _Component(_Sent):
    type: Literal[3]
    data: _ComponentData


class _Form(_Sent):
    type: Literal[5]
    data: _FormData


_EVENT: TypeAdapter[_Ping | _Command | _Component | _Form] = TypeAdapter(
    Annotated[_Ping | _Command | _Component | _Form, Field(discriminator="type")]
)


class InvalidInteraction(Exception):
    """Raised if a request's body isn't a valid interaction. str() returns the reason without any of the contents."""


def parse_interaction(body: bytes) -> dict[str, Any]:
    """Parse a request's body as an interaction; raises InvalidInteraction."""
    try:
        event: Any = json.loads(body)
    except (ValueError, RecursionError):
        raise InvalidInteraction("it is not JSON") from None
    try:
        found = _EVENT.validate_python(event)
    except ValidationError as error:
        fault = error.errors(include_input=False, include_url=False)[0]
        raise InvalidInteraction(_fault(fault["type"], fault["loc"])) from None
    if isinstance(found, _Sent) and found.member is None and found.user is None:
        raise InvalidInteraction("it names no user")
    return event


def _fault(kind: str, place: tuple[int | str, ...]) -> str:
    """Return the fault as text. The field names in `place` come from the models, never from the sender."""
    if not place and not kind.startswith("union_tag"):
        return "it is not a JSON object"
    # The first element of `place` is the type of the interaction, which pydantic used to choose the model.
    field = ".".join(map(str, place[1:])) or "type"
    return f"field {field} is missing" if kind == "missing" else f"field {field} is not as Discord sends it"
