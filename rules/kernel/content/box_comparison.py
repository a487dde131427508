"""Compares the number of pieces in a pack with the contents of a whole box."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.kernel.content.pack_layers import id_of, listed
from rules.kernel.content.pack_reading import Reading


class Tally(NamedTuple):
    """The number of pieces of one kind in the pack itself, in the pack merged with the base set, and in a whole box."""

    what: str
    own: int
    there: int
    needed: int
    rule: str
    #: The id of the deck that is counted, if the kind belongs to decks.
    deck: str = ""
    #: True if a pack must have exactly this number; otherwise it may have more.
    exact: bool = True


def tallies(reading: Reading) -> Iterator[Tally]:
    """Yield a tally for each kind of piece, and for each deck; decks of a self-contained pack only if their size is
    wrong.
    """
    for need in reading.shape.needs:
        file = reading.files.get(need.file)
        if not need.what or file is None or file.data is None:
            continue
        records = listed(file.data)
        own = [record for record in records if not reading.over or id_of(record) in file.brought]
        if need.each:
            for record in own:
                count = need.counted(record)
                if reading.over or count != need.count:
                    yield Tally(need.what, count, count, need.count, need.rule, str(id_of(record)))
        else:
            yield Tally(
                need.what,
                sum(map(need.counted, own)),
                sum(map(need.counted, records)),
                need.count,
                need.rule,
                exact=need.exact,
            )
