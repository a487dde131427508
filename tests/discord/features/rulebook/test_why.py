"""The button *Why?* under a question or refusal shows its rule. `/rules` lists the rule of an open question first."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import rules
from rules.aevum_haeresis.examples.position_builder import after, hold, manoeuvre, scene
from rules.aevum_haeresis.state.state import Haeresis
from rules.edge_of_darkness.state.state import EdgeMatch
from rules.kernel.words.translation import Translator
from tests.discord.refusing_discord import SelectedRefusals, has_controls
from tests.discord.room import GAME, Room, components, message_text, open_room, private_answer

CLIENTS = [("en-US", "en", "Why?"), ("hu", "hu", "Miért?"), ("es-ES", "es", "¿Por qué?")]
NOW = {"en-US": "what may I do now?", "hu": "mit tehetek most?", "es-ES": "¿qué puedo hacer ahora?"}


def conflict() -> Haeresis:
    """Return an Aevum Haeresis match where both Damned are in a Conflict and the first seat must place its cards."""
    match = scene()
    for seat in range(2):
        hold(match, seat, "plague_doctor")
    ours, theirs = (player.damned for player in match.state.players)
    return after(match, manoeuvre(match, "recruit", (ours,), (theirs,)))


def why_buttons(message: Any) -> list[str]:
    """Return the custom_ids of a message's *Why?* buttons."""
    return [one["custom_id"] for one in components(message) if one["custom_id"].startswith(("t1:why:", "t1:whynot:"))]


def first_rule(result: Any) -> str:
    """Return the id of the rule that an answer shows in full, and assert that only the user can see the answer."""
    return private_answer(result).splitlines()[1].split("**")[1]


def match_after_pick() -> EdgeMatch:
    """Return a match where the first player has picked a kind of advancement and the next player must pick."""
    match = rules.GAMES[GAME].new(2, 0)
    while not match.state.picked or next(iter(match.decisions().values())).prompt.key != "pick":
        seat, decision = next(iter(match.decisions().items()))
        match.apply(seat, decision.actions[0])
    return match


@pytest.mark.parametrize(("client", "locale", "label"), CLIENTS)
async def test_the_panel_leads_to_the_rule_of_its_question(room: Room, client: str, locale: str, label: str) -> None:
    await room.start()
    who = await room.to_move()
    room.locales[who.id] = client
    panel = (await room.slash(who, "act")).response
    told = message_text(panel)
    match_id = (await room.info()).id
    last = next(item for item in components(panel) if item["custom_id"] == f"t1:why:{match_id}")
    assert last["label"] == label
    result = await room.click(who, panel, custom_id=last["custom_id"])
    assert result.response.ephemeral
    assert first_rule(result) == "EOD-PROL.7"
    assert room.bot.games[GAME].book(locale).by_id["EOD-PROL.7"].text in private_answer(result)
    assert message_text(panel) == told, "the panel stays"
    assert (await room.info()).seq == 1, "nothing was done"


async def test_who_is_not_asked_has_no_rule_to_read(room: Room) -> None:
    await room.start()
    who, waiting = await room.to_move(), await room.not_to_move()
    panel = (await room.slash(who, "act")).response
    button = why_buttons(panel)[0]
    assert why_buttons((await room.slash(waiting, "act")).response) == []
    for person, line in (
        (waiting, "nothing for you to do right now"),
        (room.people[4], "You're not playing in this match"),
    ):
        forged = room.press(person, panel, button)
        await room.settle()
        assert line in private_answer(forged)


@pytest.mark.parametrize(("client", "locale", "label"), CLIENTS)
async def test_a_refusal_leads_to_its_rule(room: Room, client: str, locale: str, label: str) -> None:
    match = match_after_pick()
    await room.adopt(match)
    who = await room.to_move()
    room.locales[who.id] = client
    seq = (await room.info()).seq
    refused = await room.slash(who, "edge pick", location=match.state.picked[0])
    assert private_answer(refused) == Translator(locale).t("That advancement has already been picked.")
    message = refused.followups[-1] if refused.followups else refused.response
    assert [one["label"] for one in components(message)] == [label]
    result = await room.click(who, message, custom_id=why_buttons(message)[0])
    assert first_rule(result) == "EOD-PROL.8"
    assert room.bot.games[GAME].book(locale).by_id["EOD-PROL.8"].text in private_answer(result)
    assert (await room.info()).seq == seq


async def test_a_refusal_whose_button_is_refused_comes_as_a_plain_sentence(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    match, strict = match_after_pick(), SelectedRefusals(room, monkeypatch)
    await room.adopt(match)
    strict.refuses = has_controls
    refused = await room.slash(await room.to_move(), "edge pick", location=match.state.picked[0])
    assert private_answer(refused) == Translator("en").t("That advancement has already been picked.")
    assert components(refused.response) == []
    assert len(strict.refused) == 1


async def test_a_refusal_without_a_rule_has_no_button(room: Room) -> None:
    refused = await room.slash(room.people[0], "act")
    message = refused.followups[-1] if refused.followups else refused.response
    assert private_answer(refused)
    assert components(message) == []


async def test_a_forged_or_outdated_button_is_refused_in_a_sentence(room: Room) -> None:
    await room.start()
    who = await room.to_move()
    panel = (await room.slash(who, "act")).response
    for forged in ("t1:whynot:edge_of_darkness:EOD-NONE.1", "t1:whynot:none:EOD-PROL.8", "t1:whynot", "t1:why:x"):
        result = room.press(who, panel, forged)
        await room.settle()
        assert "out of date" in private_answer(result), forged


@pytest.mark.parametrize("client", NOW)
async def test_what_one_may_do_now_is_answered_by_the_step(tmp_path: Path, client: str) -> None:
    async with open_room(tmp_path / "x.sqlite", painted=False) as room:
        await room.adopt(conflict())
        ana, bence = room.people[:2]
        room.locales[ana.id] = room.locales[bence.id] = client
        assert first_rule(await room.slash(ana, "rules", words=NOW[client])) == "AH-CONFLICT.3"
        asked = await room.slash(bence, "rules", words=NOW[client])
        nothing = Translator(client[:2]).t("There's nothing for you to do right now.")
        assert private_answer(asked).startswith(nothing), "Bence lays later"
        other = await room.slash(ana, "rules", words="EOD-DRAFT.1", game=GAME)
        assert first_rule(other) == "EOD-DRAFT.1", "another game than the one that is played here"


async def test_the_present_situation_comes_first_among_equals(tmp_path: Path) -> None:
    asked = {"words": "which cards can I play", "game": "aevum_haeresis"}
    async with open_room(tmp_path / "x.sqlite", painted=False) as room:
        ana = room.people[0]
        elsewhere = first_rule(await room.slash(ana, "rules", **asked))
        assert not elsewhere.startswith("AH-CONFLICT.")
        await room.adopt(conflict())
        match = await room.match()
        (decision,) = match.decisions().values()
        here = first_rule(await room.slash(ana, "rules", **asked))
        assert here in match.game.rests_on(match.view(0), decision.prompt)
        offered = await ana.autocomplete(room.table, "rules", "words", asked["words"], game=asked["game"])
        assert offered[0]["value"] == here
        # A spectator has no open question, so `/rules` ranks the rules as usual.
        assert first_rule(await room.slash(room.people[4], "rules", **asked)) == elsewhere
