"""*In words* in the panel shows the match without pictures: the choice, one's cards, the board, the texts of cards."""

from __future__ import annotations

from typing import Any

from bot.discord.match_context import MatchContext
from bot.discord.ui import limits
from bot.discord.ui.locale import ReaderContext
from bot.discord.ui.safe_names import safe_name
from bot.table.play import match_words
from rules.kernel.words.translation import Translator
from tests.discord.room import Room, components, message_text
from tests.edge_of_darkness.table import free_part, sleeving_done


def labels(shown: Any) -> list[str]:
    return [item["label"] for item in components(shown) if item.get("label")]


async def opened(room: Room, who: Any) -> Any:
    """Open the panel and press *In words*."""
    shown = (await room.slash(who, "act")).response
    if "In words" not in labels(shown):
        await room.click(who, shown, label="More…")
    await room.click(who, shown, label="In words")
    return shown


async def read(room: Room, who: Any) -> dict[str, str]:
    """Read all pages in words. Return the text of each part by its title."""
    shown, told = await opened(room, who), dict[str, str]()
    while True:
        title, _, text = message_text(shown).removeprefix("### ").partition("\n")
        told[title] = told.get(title, "") + text + "\n"
        following = [item for item in components(shown) if item.get("label") == "Next"]
        if not following or following[0].get("disabled"):
            return told
        await room.click(who, shown, label="Next")


async def test_all_parts_of_the_match_are_told_page_by_page(room: Room) -> None:
    await room.start()
    who, match = await room.to_move(), await room.match()
    info = await room.info()
    seat = info.seat_of(who.id)
    told = await read(room, who)
    assert list(told) == ["Your choice", "Your cards", "The board", "Card texts"]
    say = Translator("en", [safe_name(name) for name in info.names])
    view, decision = match.view(seat), match.decisions()[seat]
    assert match.game.question(say, view, decision.prompt) in told["Your choice"]
    for action in decision.actions:
        text = match.game.action_text(say, view, action)
        assert text.label.rstrip(".") in told["Your choice"]
        assert text.detail in told["Your choice"]
    assert told["Your cards"].strip() == match.game.hand_text(say, view)
    entries = {entry.id: entry for entry in match.game.look_up(say)}
    for zone in match.game.on_table(say, view):
        for one in zone.ids:
            assert entries[one].text.splitlines()[0] in told["Card texts"]


def test_the_choices_stand_in_the_order_of_the_panel() -> None:
    match = free_part(hand=["nell_the_lamplighter"])
    sleeving_done(match)
    view, decision = match.view(0), match.decisions()[0]
    (first, *_) = match_words.sections(match.game, Translator("en"), view, decision)
    titles = [line for line in first.text.splitlines()[1:] if line and not line.startswith("- ")]
    assert titles == ["Use a contact:", "Use a Location:", "Turn:"]
    assert first.text.splitlines()[-1].startswith("- **End your turn**")
    assert "\n\nTurn:\n" in first.text


async def test_the_board_begins_with_its_changes(room: Room) -> None:
    await room.start()
    mover = await room.to_move()
    for _ in range(20):
        table = await room.bot.service.matches.table((await room.info()).id)
        if (await room.to_move()).id != mover.id:
            break
        seat = table.info.seat_of(mover.id)
        assert seat is not None
        decision = table.match.decisions()[seat]
        await room.bot.service.play.act(table.info.id, mover.id, decision.actions[0])
    await room.settle()
    board = (await read(room, mover))["The board"]
    assert board.startswith("**Changed since your last move:**\nchanged: ")
    board = (await read(room, await room.to_move()))["The board"]
    assert board.startswith("**Changed in the last turn:**\n")


async def test_the_page_with_all_tools_looks_again_by_back_alone(room: Room) -> None:
    """Two buttons with the same custom_id would make Discord refuse the page."""
    await room.start()
    who = await room.not_to_move()
    shown = (await room.slash(who, "act")).response
    await room.click(who, shown, label="More…")
    assert "Back" in labels(shown)
    assert "Refresh" not in labels(shown)


async def test_alternative_texts_say_where_the_rest_is(room: Room) -> None:
    await room.start()
    who = await room.to_move()
    ctx = MatchContext(room.bot, await room.now(), who.id, 0, ReaderContext("en", ["Ana", "Bence", "Carla"]))
    files = [await ctx.hand(), await ctx.choice("Which card? " * 200), await ctx.own_board()]
    rest = "All of this in words: `/act`, “In words”."
    assert [str(file and file.description).endswith(rest) for file in files] == [True] * 3
    assert max(len(str(file and file.description)) for file in files) <= limits.ALT_TEXT
    channel = await ctx.chat_board()
    assert str(channel and channel.description).endswith("The whole board in words: `/match text`.")


async def test_the_menu_leads_to_a_part_and_back_leads_to_the_panel(room: Room) -> None:
    await room.start()
    who = await room.to_move()
    shown = await opened(room, who)
    (menu,) = [item for item in components(shown) if item["custom_id"].startswith("t1:inwords:") and "options" in item]
    pages = {option["label"]: option["value"] for option in menu["options"]}
    await room.select(who, shown, [pages["The board"]], menu["custom_id"])
    assert message_text(shown).startswith("### The board\n")
    await room.click(who, shown, label="Back")
    assert "### The board" not in message_text(shown)
    assert "More…" in labels(shown) or "In words" in labels(shown)
