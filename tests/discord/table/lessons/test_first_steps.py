"""Help for newcomers: help pages, help for the current situation, the welcome message, and hints in a first match."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import pytest

import rules
from bot.discord.match_context import MatchContext
from bot.discord.ui import limits
from bot.discord.ui.locale import ReaderContext
from bot.discord.ui.safe_names import escape
from bot.features.rulebook.panel import guide
from bot.matches.lobby.opening import LobbyRequest
from bot.notifications.preferences import PingMode
from bot.table.lessons import hints_panel
from rules.aevum_haeresis.state.actions import Lay
from rules.dark_providence.words.names import allegiance_name
from rules.kernel.engine.match import arrange
from rules.kernel.words.summary_sheets import Kind, Sheet
from rules.kernel.words.translation import LOCALES, Translator
from tests import database_access
from tests.conformance.random_play import fewest_seats
from tests.discord.room import GAME, Room, components, message_text, private_answer
from tests.game_helpers import asked, play_first

GAMES = rules.GAMES
#: Games that have help pages for newcomers. Games without them are explained in a user's first panel.
TAUGHT = [game for game in GAMES.values() if game.sheets(Translator(), game.seats[0], {})]
ONCE = "Only you see this. If it disappears, press *Your move* again; nothing is lost."


def lines_of(sheet: Sheet) -> set[str]:
    """Return the text of every line of a help sheet."""
    return {line.text for section in sheet.sections for line in section.lines}


def numbers_of(sheet: Sheet) -> list[int]:
    """Return all numbers in a help sheet's text, sorted."""
    return sorted(int(number) for number in re.findall(r"\d+", sheet.text()))


def labels(message: Any) -> list[str]:
    """Return the labels of a message's buttons, and "" for each menu. The menu for looking at cards is left out."""
    return [item.get("label", "") for item in components(message) if not item["custom_id"].startswith("t1:look:")]


@pytest.mark.parametrize("locale", LOCALES)
@pytest.mark.parametrize("game", TAUGHT, ids=lambda game: game.id)
def test_a_game_can_be_learned_in_every_language(game: Any, locale: str) -> None:
    say, english = Translator(locale), Translator()
    for seats in (0, *game.seats):
        short, sheets = game.in_short(say, seats, {}), game.sheets(say, seats, {})
        assert len(short) == 5
        assert [sheet.kind for sheet in sheets] == list(Kind)
        for sheet, plain_english in zip(sheets, game.sheets(english, seats, {}), strict=True):
            text = guide.text_of(game, say, sheet)
            assert text.endswith(sheet.text())
            assert len(text) < limits.CONTENT
            assert numbers_of(sheet) == numbers_of(plain_english)
            if locale != "en":
                assert not lines_of(sheet) & lines_of(plain_english)
        if locale != "en":
            assert not set(short) & set(game.in_short(english, seats, {}))


async def test_a_match_opens_with_five_lines_and_two_buttons_and_the_seal_comes_last(room: Room) -> None:
    await room.start(2)
    lines = room.last_call().content.splitlines()
    assert lines[1:6] == [
        "Eight rounds; the most Victory Points win.",
        "Everyone draws from one deck: what you sleeve into its cards, others may use too.",
        "Each round, you draft cards in your Assembly turn and use them in your Action turn.",
        "A tower tray with 6 cubes attacks the player with the most cubes there, or everyone if most are black.",
        "Points: trained Agents, Reputation, filled slots of your Guild cards, your Defense token's space.",
    ]
    assert lines[-1].startswith("-# Seal of all randomness, to check at the end: `")
    assert labels(room.last_call()) == ["Your move", "Board", "How to play", "Player aid", "Fewer messages"]


@pytest.mark.painted
async def test_the_sheets_are_read_one_by_one_with_their_pictures_and_the_aid_has_the_icons(room: Room) -> None:
    await room.start(2)
    reader = room.people[3]
    page = (await room.click(reader, room.last_call(), label="How to play")).response
    assert page.ephemeral
    assert labels(page) == ["How to play", "Turn summary", "Player aid", "End and scoring"]
    for label, heading, pictures in (
        ("Turn summary", "### Action turn", ["turn.png"]),
        ("End and scoring", "### Victory Points", ["end.png"]),
        ("How to play", "### The aim", ["how.png"]),
    ):
        await room.click(reader, page, label=label)
        assert heading in message_text(page)
        assert [file.filename for file in page.attachments] == pictures
    aid = (await room.click(reader, room.last_call(), label="Player aid")).response
    assert "### An attack" in message_text(aid)
    assert [file.filename for file in aid.attachments] == ["aid.png", "icons.png"]
    assert aid.attachments[0].description.startswith(
        "Edge of Darkness: Player aid. An attack: A tray with 6 cubes attacks"
    )


async def test_a_sheet_whose_picture_fails_is_read_without_an_old_one(room: Room, monkeypatch: Any) -> None:
    await room.start(2)
    page = (await room.click(room.people[3], room.last_call(), label="How to play")).response
    assert page.attachments

    async def fails(*_: Any) -> bytes:
        raise OSError

    monkeypatch.setattr(room.bot.pictures, "sheet", fails)
    await room.click(room.people[3], page, label="Turn summary")
    assert "### Action turn" in message_text(page)
    assert not page.attachments
    assert room.errors.found
    room.errors.found.clear()


@pytest.mark.parametrize(
    "forged",
    [
        "t1:howto:nothing:2", "t1:howto:edge_of_darkness:9", "t1:aid:edge_of_darkness:x",
        "t1:howpage:edge_of_darkness:2:4", "t1:howpage:edge_of_darkness:2:x",
    ],
)  # fmt: skip
async def test_a_forged_guide_button_is_refused(room: Room, forged: str) -> None:
    await room.start(2)
    result = room.press(room.people[0], room.last_call(), forged)
    await room.settle()
    assert "out of date" in private_answer(result)
    assert not room.errors.found


async def test_help_goes_by_the_situation(room: Room) -> None:
    ana, bence, carla = room.people[:3]

    async def helped(who: Any) -> Any:
        return (await room.slash(who, "help")).response

    nothing = await helped(ana)
    assert "There's no match here." in message_text(nothing)
    assert labels(nothing).count("How to play") == len(TAUGHT)
    await room.open_lobby(2)
    assert "You're the host." in message_text(await helped(ana))
    assert "You've joined the table." in message_text(await helped(bence))
    assert "Press *Join*" in message_text(await helped(carla))
    await room.click(ana, room.lobby(), label="Start")
    mover, other = await room.to_move(), await room.not_to_move()
    assert "It's your turn." in message_text(await helped(mover))
    assert "Your move" in labels(await helped(mover))
    assert "It's not your turn." in message_text(await helped(other))
    watching = await helped(carla)
    assert "You're watching this match." in message_text(watching)
    assert "Your move" not in labels(watching)


async def test_joining_sends_the_welcome_at_once(room: Room) -> None:
    await room.open_lobby(2)
    for person in room.people[:2]:
        (letter,) = room.welcomes(person)
        assert "You've joined Edge of Darkness" in message_text(letter)
        assert "Everyone draws from one deck" in message_text(letter)
        assert labels(letter) == ["Learn by playing, 10 minutes", "How to play", "Player aid", ""]


async def test_the_sheets_of_an_open_lobby_name_the_numbers_of_each_player_count(room: Room) -> None:
    """Two players have joined, and two more may. The sheets of four players would be wrong for the two."""
    await room.open_lobby(2)
    page = (await room.click(room.people[0], room.lobby(), label="How to play")).response
    assert "2 advancements (3 with two players)" in message_text(page)
    (letter,) = room.welcomes(room.people[1])
    assert f"t1:howto:{GAME}:0" in [item.get("custom_id") for item in components(letter)]
    for person in room.people[2:4]:
        await room.click(person, room.lobby(), label="Join")
    page = (await room.click(room.people[3], room.lobby(), label="How to play")).response
    assert "2 advancements, sleeve" in message_text(page)


async def test_a_welcome_says_where_its_reader_is_called(room: Room) -> None:
    await room.rings(PingMode.PRIVATE, room.people[1])
    await room.open_lobby(2)
    letters = [message_text(room.welcomes(person)[0]) for person in room.people[:2]]
    assert ["I ping you in the channel;" in letter for letter in letters] == [True, False]
    assert ["I ping you as you have chosen in `/settings`." in letter for letter in letters] == [False, True]


async def test_a_welcome_names_no_number_that_others_may_change_by_joining(room: Room) -> None:
    room.game = "dark_providence"
    for count, ends in enumerate(["33 VP with 2 players"] * 4 + ["22 VP."]):
        person = room.people[count]
        if count:
            await room.click(person, room.lobby(), label="Join")
        else:
            await room.slash(person, "match new", game=room.game)
        (letter,) = room.welcomes(person)
        assert f"The game ends at {ends}" in message_text(letter)


@pytest.mark.parametrize("locale", LOCALES)
def test_the_first_turn_of_dark_providence_says_whose_side_one_is_on(locale: str) -> None:
    game = GAMES["dark_providence"]
    options = {**game.first_match, "dissenters": True}
    match, say, told = game.new(2, "hint", options), Translator(locale), set[str]()
    ((seat, decision),) = match.decisions().items()
    for _ in range(4):
        view = match.view(seat)
        allegiance = view.players[seat].allegiance
        hint = game.hint(say, view, decision.prompt)
        assert allegiance_name(say, allegiance) in hint
        assert (say.t("A dissenter is on no one's side.") in hint) is allegiance.startswith("ex_")
        told.add(hint)
        with arrange(match) as state:
            *own, first, second = [*(player.allegiance for player in state.players), *state.aside]
            state.players[0].allegiance, state.players[1].allegiance, state.aside[:] = first, own[0], [second, own[1]]
    assert len(told) == 4


@pytest.mark.parametrize("way", ["button", "command"])
async def test_a_player_with_closed_messages_is_told_so_when_joining(room: Room, way: str) -> None:
    await room.slash(room.people[0], "match new", game=GAME)
    bence = room.people[1]
    room.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, message="Cannot send messages")
    if way == "button":
        told = private_answer(await room.click(bence, room.lobby(), label="Join"))
    else:
        told = message_text((await room.slash(bence, "match join")).response)
    assert (
        "I can't message you privately. You can still play: /hand and /act show everything. To change this: "
        "server name > Privacy Settings > Direct Messages."
    ) in told
    assert len((await room.info()).seats) == 2


async def test_a_player_with_closed_messages_hears_it_once_and_is_asked_for_the_time_in_the_channel(room: Room) -> None:
    await room.slash(room.people[0], "match new", game="dark_providence")
    bence = room.people[1]
    room.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    joined = await room.click(bence, room.lobby(), label="Join")
    assert "What time is it for you now?" in private_answer(joined)
    hour = str(datetime.fromtimestamp(room.clock.time, UTC).hour)
    asked = (await room.select(bence, joined.followups[-1], [hour], "t1:myhour")).response
    await room.select(bence, asked, ["Africa/Accra"], "t1:mycity")
    assert (await room.bot.service.people.prefs(bence.id)).zone == "Africa/Accra"
    # The note that the bot can't write privately isn't repeated when the player rejoins, nor posted in the channel.
    await room.click(bence, room.lobby(), label="Leave")
    assert not (await room.click(bence, room.lobby(), label="Join")).followups
    await room.click(room.people[0], room.lobby(), label="Start")
    await room.move(await room.to_move(), "providence pass")
    assert not [post for post in room.posts() if "write to you privately" in message_text(post)]


async def test_the_welcome_makes_no_sound(room: Room) -> None:
    await room.open_lobby(2)
    assert [letter.flags.silent for who in room.people[:2] for letter in room.welcomes(who)] == [True, True]


async def test_a_first_panel_says_once_that_it_is_private(room: Room) -> None:
    await room.start(2)
    who = await room.to_move()
    panel = (await room.click(who, room.last_call(), label="Your move")).response
    assert ONCE in message_text(panel)
    again = (await room.click(who, room.last_call(), label="Your move")).response
    assert ONCE not in message_text(again)
    await room.restart()
    assert ONCE not in message_text((await room.slash(who, "act")).response)


async def test_a_hint_suggests_a_move_that_is_offered(room: Room) -> None:
    await room.start(2)
    who = await room.to_move()
    panel = (await room.click(who, room.last_call(), label="Your move")).response
    hint = next(
        line for line in message_text(panel).splitlines() if line.startswith("-# The prologue: take an advancement")
    )
    found = re.search(r" Try \*\*([^*]+)\*\*", hint)
    assert found
    assert found[1] in " ".join(str(item) for item in components(panel))
    again = (await room.slash(who, "act")).response
    assert hint in message_text(again)


async def test_who_has_finished_the_game_gets_no_hint(room: Room) -> None:
    await room.start(2)
    who = await room.to_move()
    done = await room.bot.service.lobby.open(
        LobbyRequest(game=GAME, guild_id=1, channel_id=2, locale="en", options={}), user_id=who.id, name="x"
    )
    async with room.store.write() as tx:
        await database_access.run(tx, "UPDATE matches SET status = 'over' WHERE id = :id", id=done.id)
    panel = (await room.slash(who, "act")).response
    assert "Try" not in message_text(panel)


def test_a_hint_says_nothing_twice() -> None:
    assert hints_panel.repeats_label(
        "Draft Lazlo Fenn and Tova Lindqvart", "You draft: Lazlo Fenn and Tova Lindqvart (Chandler)"
    )
    assert hints_panel.repeats_label("Pass", "Pass")
    assert not hints_panel.repeats_label("Pass", "2 actions stay unused")
    assert not hints_panel.repeats_label("Draft Lazlo Fenn", "You draft: Tova Lindqvart")


def test_a_hint_goes_on_when_the_first_sentence_is_short() -> None:
    assert (
        hints_panel.first_sentence("Now: from this row. Cost: 2 gold. Health 2.") == "Now: from this row. Cost: 2 gold"
    )
    assert (
        hints_panel.first_sentence("Nobody has influence there yet. You can place up to 2.")
        == "Nobody has influence there yet"
    )
    assert hints_panel.first_sentence("Gain 1 Influence.") == "Gain 1 Influence"
    track = "Nyomozás: a 8. mezőről legfeljebb a 10. mezőre; ott 10 GyP a nyomozóknak"
    assert hints_panel.first_sentence(f"{track}. A rituálé marad.") == track
    place = "You can recover up to 4 markers: Washington D.C. 2, Limbo 7"
    assert hints_panel.first_sentence(f"{place}. They are yours.") == place


@pytest.mark.parametrize("locale", LOCALES)
def test_every_first_question_of_aevum_has_a_hint(locale: str) -> None:
    game = GAMES["aevum_haeresis"]
    match, told = game.new(2, "hint", game.first_match), dict[str, str]()
    for _ in range(40):
        seat, decision = next(iter(match.decisions().items()))
        told.setdefault(decision.prompt.key, game.hint(Translator(locale), match.view(seat), decision.prompt))
        match.apply(seat, decision.actions[0])
    first = list(told)[:4]
    assert first == ["active", "mulligan", "location", "row"]
    assert all(told[key] for key in first)


@pytest.mark.parametrize("locale", LOCALES)
def test_a_first_row_with_cards_has_no_hint_to_lay_others_first(locale: str) -> None:
    """The suggested move may be Ready, which the hint would contradict."""
    game = GAMES["aevum_haeresis"]
    match, say = game.new(2, "hint", game.first_match), Translator(locale)
    play_first(match, lambda match: asked(match)[1] == "row")
    (seat, decision), *_ = match.decisions().items()
    assert game.hint(say, match.view(seat), decision.prompt)
    match.apply(seat, next(action for action in decision.actions if isinstance(action, Lay)))
    assert not game.hint(say, match.view(seat), match.decisions()[seat].prompt)


@pytest.mark.parametrize("game", GAMES.values(), ids=lambda game: game.id)
async def test_a_hint_knows_no_more_than_its_seat(room: Room, game: Any) -> None:
    """The hint and the suggested move stay the same if cards hidden from the seat are replaced by possible others."""
    room.game = game.id
    await room.start(fewest_seats(game))
    info = await room.info()
    table = await room.bot.service.matches.table_of(info)
    seat = min(table.match.decisions())
    told: set[str] = set()
    suggested: set[str] = set()
    for number in range(4):
        world = table.match if not number else table.match.worlds(seat, random.Random(number))
        view = world.view(seat)
        position = replace(table.position, match=world, views={**table.position.views, seat: view})
        ctx = MatchContext(
            room.bot, replace(table, position=position), info.seats[seat].user_id, seat, ReaderContext("en")
        )
        decision = world.decisions()[seat]
        assert view == table.view(seat)
        told.add(game.hint(Translator(), view, decision.prompt))
        suggested.add(repr(await room.bot.computer_moves.suggestion(ctx.table, seat)))
        assert all(escape(line) for line in await hints_panel.hint_lines(ctx))
    assert len(told) == len(suggested) == 1
