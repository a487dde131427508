"""Absurdly large numbers in custom_ids and command options are refused with one sentence and cause no error."""

from __future__ import annotations

import pytest

from bot.discord.custom_ids import number_of
from bot.discord.ui import limits
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import Translator
from tests.discord.room import Room, private_answer

#: Integers too large for a 64-bit database column, as text.
HUGE = (str(2**63), f"-{2**63}", "9" * 60)


@pytest.mark.parametrize("custom_id", ["t1:lookback:{}", "t1:panel:{}", "t1:act:{}:0:a:b", "t1:log:1:{}:0"])
async def test_a_press_with_a_huge_number_is_told_that_it_is_stale(room: Room, custom_id: str) -> None:
    await room.start(2)
    who = await room.to_move()
    panel = (await room.slash(who, "act")).response
    for number in HUGE:
        result = room.press(who, panel, custom_id.format(number))
        await room.settle()
        assert "out of date" in private_answer(result), number
    assert not room.errors.found


@pytest.mark.parametrize(("text", "number"), [("7", 7), ("-1", -1), ("", None), ("x", None), ("1_0", None),
                                              (str(2**63 - 1), 2**63 - 1), (str(2**63), None)])  # fmt: skip
def test_numbers_are_read_in_one_place(text: str, number: int | None) -> None:
    assert number_of(text) == number


async def test_a_pack_with_a_name_of_3000_characters_is_refused_in_a_sentence(room: Room) -> None:
    result = await room.slash(room.people[0], "cup open", name="Cup", game=room.game, pack="x" * 3000)
    assert private_answer(result).startswith("This server doesn't have the content pack “xxx")
    assert len(private_answer(result)) < limits.CONTENT


def test_what_a_refusal_quotes_is_cut() -> None:
    assert len(Translator("en").error(Refusal("No {name} and no {other}.", name="x" * 3000, other="y" * 3000))) < 700
