"""The verbs of the effect language, read from their record classes, and the simplest use of each verb in a pack."""

from __future__ import annotations

from typing import Any, get_args, get_origin

from rules.edge_of_darkness.content.ops import Op
from rules.edge_of_darkness.content.ops.amounts import Amount, Operation


def words(annotation: Any) -> list[str]:
    """Return the values allowed in a field whose type is a literal or a list of literals."""
    inner = get_args(annotation)[0] if get_origin(annotation) is list else annotation
    return [word for word in get_args(inner) if isinstance(word, str)]


#: The record class of each operation, by the operation's name in packs.
OPS: dict[str, type[Operation]] = {
    name: kind for kind in get_args(get_args(Op)[0]) for name in words(kind.model_fields["op"].annotation)
}


def simplest_use(verb: str, number: int = 1) -> dict[str, Any]:
    """Return the simplest use of a verb.

    Fields with a number are set to `number`, and other required fields to the first word that they allow.
    """
    made: dict[str, Any] = {"op": verb}
    for name, field in OPS[verb].model_fields.items():
        if field.annotation in (int, Amount):
            made[name] = number
        elif name != "op" and field.is_required():
            made[name] = words(field.annotation) if get_origin(field.annotation) is list else words(field.annotation)[0]
    return made
