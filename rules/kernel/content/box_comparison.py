"""Compares the number of pieces in a pack with the contents of a complete box."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.kernel.content.pack_layers import id_of, listed
from rules.kernel.content.pack_reading import Reading


class Tally(NamedTuple):
    """The number of pieces of one kind: in the pack itself, after merging with the base set, and in a complete box."""

    what: str
    own: int
    there: int
    needed: int
    rule: str
    #: The id of the deck whose pieces are counted; "" if this kind of piece isn't counted per deck.
    deck: str = ""
    #: True if a pack must have exactly this number; False if it may have more.
    exact: bool = True


def tallies(reading: Reading) -> Iterator[Tally]:
    """Yield a tally for each kind of piece or, if the number applies to each deck, for each deck of the pack.

    For a self-contained pack, only decks of the wrong size are included.
    """
    for need in reading.shape.needs:
        file = reading.files.get(need.file)
        if not need.what or file is None or file.data is None:
            continue
        records = listed(file.data)
        own = [record for record in records if not reading.is_merged or id_of(record) in file.own_ids]
        if need.each:
            for record in own:
                count = need.counted(record)
                if reading.is_merged or count != need.count:
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
