"""Pictures and texts use the match's own pack, even if the same process has drawn pictures of other packs before."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

import render
import rules
from rules.kernel.content.pack_snapshots import folder_of
from rules.kernel.content.packs import BASE, frozen_name
from rules.kernel.words.translation import Translator
from tests import marked_packs


def drawn(game: str, pack: str, ids: Mapping[str, str]) -> dict[str, bytes]:
    """Return pictures of one card of each kind, and of the first position of a match."""
    board = render.board(rules.GAMES[game].new(2, "x", {"pack": pack}).view(0))
    return {"board": board.tobytes()} | {
        kind: render.card(game, one, "en", pack).tobytes() for kind, one in ids.items()
    }


def told(game: str, pack: str) -> str:
    """Return the text of every card, and of the first position of a match."""
    of, say = rules.GAMES[game], Translator(pack=pack)
    match = of.new(2, "x", {"pack": pack})
    view = match.view(0)
    actions = [action for decision in match.decisions().values() for action in decision.actions]
    lines = [f"{entry.name} {entry.kind} {entry.text} {entry.flavour}" for entry in of.look_up(say)]
    lines += [of.action_text(say, view, action).label for action in actions]
    return "\n".join([*lines, of.hand_text(say, view), of.board_text(say, view), str(of.on_table(say, view))])


@pytest.mark.parametrize("game", [game.id for game in rules.GAMES.values() if game.packs is not None])
def test_cards_of_ours_are_as_before_after_those_of_a_pack_with_the_same_ids(game: str, tmp_path: Path) -> None:
    pack = marked_packs.stored_pack(game, tmp_path / "pack", ids=False)
    _held = marked_packs.packs_of(game).open(pack.digest, folder_of(pack.data))
    theirs = frozen_name("box", pack.digest)
    known = [entry for entry in rules.GAMES[game].look_up(Translator()) if not entry.id.startswith("allegiance_")]
    ids = {entry.kind.partition(",")[0]: entry.id for entry in known}
    first = drawn(game, BASE, ids), told(game, BASE)
    other = drawn(game, theirs, ids), told(game, theirs)
    assert (drawn(game, BASE, ids), told(game, BASE)) == first
    marked_packs.clear_pack_cache(game)
    assert [kind for kind in ids if other[0][kind] == first[0][kind]] == []
    assert marked_packs.WORD in other[1].casefold()
    assert marked_packs.WORD not in first[1].casefold()
