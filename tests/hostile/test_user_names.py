"""Wherever a user's name is shown, it pings no one, formats no text, and hides or breaks nothing."""

from __future__ import annotations

import io
import json
import logging
import random
import re
import unicodedata
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

import render
import rules
from bot.app import logs
from bot.discord.delivery import post_texts
from bot.discord.ui import safe_names
from bot.discord.ui.locale import ReaderContext
from bot.matches.service_results import MatchInfo, Position, SeatInfo, Table
from render.pen.text_audit import audit
from render.text.drawable_characters import drawable
from rules.kernel.words.text_tables import width
from tests.conformance.random_play import fewest_seats
from tests.discord.room import Room, components, open_room, sent_text
from tests.game_helpers import each
from tests.hostile.hostile_inputs import WORDS

GAMES = list(rules.GAMES)
#: Invisible characters with an effect: text direction, joiners, fillers, control characters.
UNSEEN = {
    *"\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\ufeff\u00ad",
    *"\u3164\u2800\x00\x1b",
}


def check_clean(text: str) -> None:
    assert text
    assert len(text) <= safe_names.MAX_NAME_LENGTH
    assert text == text.strip()
    assert not UNSEEN & set(text)
    assert all(unicodedata.category(char)[0] != "C" for char in text)
    assert width(text) <= 2 * safe_names.MAX_NAME_LENGTH
    assert "".join(char for char in text if not unicodedata.combining(char)).strip(), "marks on nothing"
    text.encode()


def check_plain(text: str) -> None:
    """Assert that Discord shows a text literally, without markup, mentions or links."""
    left = re.sub(r"\\[^0-9A-Za-z\s]", "x", text)
    assert not set("*_~`|[]<\\") & set(left), text
    assert not re.search(r"@(everyone|here|[!&]?\d{5})", text)
    assert "://" not in text
    assert not re.search(r"discord(app)?\.\w+/", text, re.IGNORECASE)
    assert not re.match(r"\s*([>#+-]|\d+[.)])", left)
    assert text.count("\u2068") == text.count("\u2069"), "a direction that is not closed"


@each("case", WORDS)
def test_a_name_is_clean_in_labels_and_plain_in_messages(case: str) -> None:
    check_clean(safe_names.clean_name(WORDS[case]))
    check_plain(safe_names.safe_name(WORDS[case]))
    check_plain(safe_names.quote(WORDS[case]))


@settings(max_examples=150, derandomize=True, database=None, deadline=None)
@given(
    st.one_of(st.text(max_size=120), st.text(alphabet="*_~`|[]()<>@#&!:/\\-+1.) aeveryoneh\u202e\u0301\n", max_size=40))
)
def test_any_text_makes_a_name(text: str) -> None:
    check_clean(safe_names.clean_name(text))
    check_plain(safe_names.safe_name(text))
    assert drawable(safe_names.clean_name(text)).isprintable()


def test_words_of_ours_stay_as_they_are_written() -> None:
    assert safe_names.escape("Take 2 Coins (once), then draw.") == "Take 2 Coins (once), then draw."
    assert safe_names.escape("1. Chapter: *x*") == "1\\. Chapter: \\*x\\*"


# -- in the channel -------------------------------------------------------------------------------------------


@pytest_asyncio.fixture
async def room(tmp_path: Path, plain_pictures: None) -> AsyncIterator[Room]:
    async with open_room(tmp_path / "tenebrae.sqlite") as made:
        for number, case in enumerate(("everyone", "markup in a link", "zalgo", "only marks", "isolates")):
            person = made.env.create_user(f"nasty{number}", global_name="x")
            made.people[number] = made.guild.add_member(person, nick=WORDS[case])
        yield made


def sent(room: Room) -> list[dict[str, Any]]:
    """Return the body of every request that sent or edited a message."""
    bodies = [request.json for request in room.env.http_requests if isinstance(request.json, dict)]
    return [one for body in bodies for one in (body, body.get("data")) if isinstance(one, dict) and "content" in one]


async def test_no_one_is_pinged_by_a_name_and_no_markup_gets_through(room: Room) -> None:
    ana, other = room.people[0], room.people[1]
    await room.slash(ana, "match new", game="edge_of_darkness")
    for person in room.people[1:4]:
        await room.click(person, room.lobby(), label="Join")
    await room.click(ana, room.lobby(), label="Start")
    for _ in range(4):
        who = await room.to_move()
        panel = (await room.slash(who, "act")).response
        menus = [item for item in components(panel) if item["type"] == 3]
        acts = [item for item in components(panel) if ":act:" in item["custom_id"]]
        if acts:
            await room.click(who, panel, custom_id=acts[0]["custom_id"])
        else:
            await room.select(who, panel, [menus[0]["options"][0]["value"]], menus[0]["custom_id"])
    for command in ("status", "text", "log", "board"):
        await room.slash(other, f"match {command}")
    seated = {seat.user_id for seat in (await room.info()).seats}
    for message in sent(room):
        allowed = message.get("allowed_mentions") or {}
        assert not allowed.get("parse"), message
        assert {int(user) for user in allowed.get("users", [])} <= seated
        content = sent_text(message)
        assert not re.search("@(everyone|here)", content), content
        assert "](x)" not in content.replace("\\](x)", "")
        assert not re.search("[\u0300-\u036f]{3}", content)
        assert "\u202e" not in content
    files = [file["filename"] for body in sent(room) for file in body.get("attachments") or []]
    assert set(files) <= {"board.png", "hand.png", "choice.png"}


# -- in tables and pictures -----------------------------------------------------------------------------------


def info_of(game: Any, raw: list[str]) -> MatchInfo:
    people = tuple(SeatInfo(seat, seat + 1, name) for seat, name in enumerate(raw))
    return MatchInfo(
        id=1, game=game.id, guild_id=1, channel_id=1, status="playing", host_id=1, locale="en",
        options=game.options().model_dump(), seq=1, lobby_message_id=None, board_message_id=None, error_id=None,
        created_at=0, started_at=1, ended_at=None, seats=people,
    )  # fmt: skip


@pytest.fixture(scope="module")
def finished() -> dict[str, Any]:
    """Return a finished match of every game."""
    found: dict[str, Any] = {}
    for name, game in rules.GAMES.items():
        match, rng = game.new(fewest_seats(name), "names"), random.Random(1)
        while not match.over:
            seat, decision = next(iter(match.decisions().items()))
            match.apply(seat, rng.choice(decision.actions))
        found[name] = match
    return found


def score_lines(match: Any, name: str) -> tuple[int, int]:
    """Return the maximum line widths in the score table and below it if the first player has this name."""
    people = [name, "Ana", "Bo", "Cy", "Di"][: match.state.seats]
    reader = ReaderContext("en", people)
    table = Table(info_of(match.game, people), Position.from_match(match, 1, ()))
    text = post_texts.score_table(table, reader)
    assert text.count("```") == 2, name
    rows, _, rest = text.removeprefix("```\n").removesuffix("\n```").partition("\n\n")
    return max(map(width, rows.split("\n"))), max(map(width, rest.split("\n")))


@pytest.mark.parametrize("game", GAMES)
def test_a_table_of_scores_keeps_its_columns(finished: dict[str, Any], game: str) -> None:
    columns, sentence = score_lines(finished[game], "W" * safe_names.MAX_NAME_LENGTH)
    for case in WORDS:
        wide, long = score_lines(finished[game], WORDS[case])
        assert wide <= columns, case
        assert long <= sentence + safe_names.MAX_NAME_LENGTH, case


@pytest.mark.parametrize("game", GAMES)
def test_pictures_draw_any_name_inside_their_edges(finished: dict[str, Any], game: str) -> None:
    match = rules.GAMES[game].new(fewest_seats(game), "names")
    with audit() as found:
        for case in ("zalgo", "wide", "a format", "a very long word"):
            shown = list(ReaderContext("en", [WORDS[case], WORDS["isolates"]]).label.names)
            for drawn in (render.board(match.view(None), names=shown), render.hand(match.view(0), "en", shown)):
                assert Image.open(io.BytesIO(render.encode(drawn))).size == drawn.size
            assert not found.overflows, (case, found.overflows)
    render.score(finished[game].view(None), finished[game].result, "en", [safe_names.clean_name(WORDS["wide"]), "?"])


# -- in the log -----------------------------------------------------------------------------------------------


@each("style", ["text", "json"])
@each("case", WORDS)
def test_a_line_of_the_log_stays_one_printable_line(case: str, style: str) -> None:
    stream = io.StringIO()
    handler = logging.StreamHandler(stream)
    handler.setFormatter(logs.JsonLines(()) if style == "json" else logs.TextLines(()))
    record = logging.makeLogRecord({"msg": "said %s", "args": (WORDS[case],), "name": "x", "levelname": "INFO"})
    record.who = WORDS[case]
    handler.emit(record)
    line = stream.getvalue()
    assert line.endswith("\n")
    assert not {char for char in line[:-1] if unicodedata.category(char) in ("Cc", "Cf", "Cs", "Zl", "Zp")}
    if style == "json":
        assert json.loads(line)["who"] == WORDS[case]
