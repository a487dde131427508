"""`/rules` finds rules in the reader's language, and its answer has components that lead to further rules."""

from __future__ import annotations

from typing import Any

import pytest

import rules
from rules.kernel.game import AnyGame
from rules.kernel.words.summary_sheets import Kind
from rules.kernel.words.translation import Translator
from tests.discord.room import GAME, Room, components, message_text, private_answer
from tests.edge_of_darkness.table import free_part


def menu(message: Any) -> dict[str, Any]:
    """Return the menu below a displayed rule that leads the reader to related rules."""
    return next(one for one in components(message) if one["custom_id"].startswith("t1:rule:"))


async def test_the_best_answer_is_shown_whole_and_others_with_their_beginnings(room: Room) -> None:
    ana = room.people[0]
    lines = private_answer(await room.slash(ana, "rules", words="does skipping cost influence", game=GAME)).splitlines()
    assert lines[0].startswith("-# Edge of Darkness: ")
    assert lines[1].startswith("**EOD-DRAFT.")
    assert sum(line.startswith("**EOD-") for line in lines) == 5


@pytest.mark.parametrize(("client", "locale"), [("en-US", "en"), ("hu", "hu"), ("es-ES", "es")])
async def test_rules_are_in_the_readers_language(room: Room, client: str, locale: str) -> None:
    ana = room.people[0]
    room.locales[ana.id] = client
    lines = private_answer(await room.slash(ana, "rules", words="DRAFT.1", game=GAME)).splitlines()
    assert lines[1] == f"**EOD-DRAFT.1** {room.bot.games[GAME].book(locale).by_id['EOD-DRAFT.1'].text}"


async def test_a_ruling_says_that_it_is_one(room: Room) -> None:
    ana = room.people[0]
    room.locales[ana.id] = "hu"
    told = private_answer(await room.slash(ana, "rules", words="HC.5", game=GAME)).splitlines()[1]
    assert told.startswith(f"**EOD-HC.5** *{Translator('hu').t('Our ruling:')}* ")


async def test_a_rule_is_chosen_from_the_menu_below_another(room: Room) -> None:
    ana = room.people[0]
    result = await room.slash(ana, "rules", words="DRAFT.3", game=GAME)
    below = menu(result.response)
    values = [option["value"] for option in below["options"]]
    assert "EOD-DRAFT.3" not in values
    assert {"EOD-DRAFT.1", "EOD-DRAFT.2", "EOD-DRAFT.4"} <= set(values)
    assert len(values) <= 25
    chosen = await room.select(ana, result.response, ["EOD-DRAFT.4"], below["custom_id"])
    assert private_answer(chosen).splitlines()[1].startswith("**EOD-DRAFT.4** ")


@pytest.mark.painted
async def test_icons_are_shown_by_their_word_in_any_language(room: Room) -> None:
    ana = room.people[0]
    for locale, word in (("en", "icons"), ("hu", Translator("hu").t("icons"))):
        room.locales[ana.id] = locale
        result = await room.slash(ana, "rules", words=word, game=GAME)
        assert result.response.attachments[0].filename == "icons.png"


async def test_a_summary_shows_the_turn_and_the_end_with_their_words(room: Room) -> None:
    ana = room.people[0]
    for locale in ("en", "hu"):
        room.locales[ana.id] = locale
        say, game = Translator(locale), room.bot.games[GAME]
        result = await room.slash(ana, "rules", words=say.t("summary"), game=GAME)
        turn, end = (
            next(sheet for sheet in game.sheets(say, 0, {}) if sheet.kind is kind) for kind in (Kind.TURN, Kind.END)
        )
        told = message_text(result.response)
        for picture, sheet in zip(result.response.attachments, (turn, end), strict=True):
            assert all(line.text in told for part in sheet.sections for line in part.lines)
            assert picture.filename == f"{sheet.kind.name.lower()}.png"
            # The picture's alt text may be cut off, because Discord limits its length.
            said_of_it = picture.description.removeprefix(f"{game.title(say)}: {sheet.title(say)}. ")
            assert len(said_of_it) > 500
            assert sheet.plain().startswith(said_of_it.removesuffix("…"))


async def test_a_summary_knows_how_many_play_in_the_channel(room: Room) -> None:
    room.game = "dark_providence"
    await room.start(2)
    result = await room.slash(room.people[0], "rules", words="summary", game=room.game)
    assert "when a player has 33 VP\n" in message_text(result.response)


@pytest.mark.parametrize(("seats", "chapter"), [(1, "DP-SOLO."), (3, "DP-WIN.")])
async def test_rules_for_as_many_as_play_in_the_channel_come_first(room: Room, seats: int, chapter: str) -> None:
    room.game = "dark_providence"
    await room.start(seats)
    result = await room.slash(room.people[0], "rules", words="how do I win", game=room.game)
    assert private_answer(result).splitlines()[1].startswith(f"**{chapter}")


async def test_before_anything_is_typed_icons_and_summary_are_offered(room: Room) -> None:
    ana = room.people[0]
    offered = await ana.autocomplete(room.table, "rules", "words", "", game=GAME)
    assert [choice["value"] for choice in offered] == ["icons", "summary"]


async def test_what_no_rule_speaks_of_is_said_in_a_sentence(room: Room) -> None:
    assert "no rule" in private_answer(await room.slash(room.people[0], "rules", words="xyzzy plugh @", game=GAME))


async def test_while_one_types_rules_are_offered_that_can_be_chosen(room: Room) -> None:
    ana = room.people[0]
    offered = await ana.autocomplete(room.table, "rules", "words", "skip", game=GAME)
    assert 1 <= len(offered) <= 25
    assert f"**{offered[0]['value']}**" in private_answer(
        await room.slash(ana, "rules", words=offered[0]["value"], game=GAME)
    )


@pytest.mark.parametrize("game", [game for game in rules.GAMES.values() if game.examples], ids=lambda game: game.id)
async def test_an_example_is_shown_as_the_engine_plays_it(room: Room, game: AnyGame) -> None:
    ana = room.people[0]
    room.locales[ana.id] = "es-ES"
    rule = next(rule for rule, one in game.examples.items() if one.seat is not None)
    result = await room.slash(ana, "rules", words=rule, game=game.id)
    shown = await room.click(ana, result.response, label=Translator("es").t("Show me"))
    told = private_answer(shown)
    assert game.book("es").by_id[rule].text in told
    names = [file.filename for file in shown.response.attachments]
    assert names[:2] == ["before.png", "before_hand.png"]
    if "after.png" in names:
        assert f"**{Translator('es').t('What happens')}**" in told
    assert all(file.description for file in shown.response.attachments)


@pytest.mark.painted
async def test_a_rule_leads_to_the_example_that_shows_it(room: Room) -> None:
    result = await room.slash(room.people[0], "rules", words="DRAFT.3", game=GAME)
    (button,) = [one for one in components(result.response) if one["custom_id"].startswith("t1:showme:")]
    assert button["custom_id"].rpartition(":")[2].startswith("EOD-EX")


@pytest.mark.parametrize("forged", ["t1:showme:nothing:EOD-EX.1", f"t1:showme:{GAME}:EOD-DRAFT.1", f"t1:rule:{GAME}"])
async def test_a_forged_button_of_rules_is_refused_in_a_sentence(room: Room, forged: str) -> None:
    ana = room.people[0]
    shown = await room.slash(ana, "rules", words="DRAFT.3", game=GAME)
    result = room.press(ana, shown.response, forged)
    await room.settle()
    assert "out of date" in (result.followups or [result.response])[-1].content


@pytest.mark.parametrize("typed", ["osszefoglalo", "ÖSSZEFOGLALÓ", "summary"])
async def test_the_word_for_the_summary_is_understood_without_its_accents(room: Room, typed: str) -> None:
    ana = room.people[0]
    room.locales[ana.id] = "hu"
    result = await room.slash(ana, "rules", words=typed, game=GAME)
    assert Translator("hu").t("Turn summary") in message_text(result.response)


async def test_the_special_words_stay_on_top_while_someone_types_them(room: Room) -> None:
    ana = room.people[0]
    for typed, meant in (("su", "summary"), ("ic", "icons"), ("SUMM", "summary")):
        offered = await ana.autocomplete(room.table, "rules", "words", typed, game=GAME)
        assert offered[0]["value"] == meant
        assert len(offered) <= 25


async def test_a_name_of_which_no_rule_speaks_leads_to_card(room: Room) -> None:
    told = private_answer(await room.slash(room.people[0], "rules", words="watchtower", game=GAME))
    assert told == "I found no rule about “watchtower”, but `/card` shows it."


async def test_who_asks_what_to_do_while_nothing_waits_reads_who_decides(room: Room) -> None:
    await room.start(2)
    idle = await room.not_to_move()
    told = private_answer(await room.slash(idle, "rules", words="what may I do now?", game=GAME))
    assert told.startswith("There's nothing for you to do right now. Waiting for ")


async def test_a_location_that_cannot_be_used_now_is_known_by_its_name(room: Room) -> None:
    match = free_part()
    unused = next(
        place
        for place in match.state.locations
        if (ability := match.content.locations[place].ability) is not None and ability.timing == "attacked"
    )
    await room.adopt(match)
    name = Translator("en").name(match.content.locations[unused].name)
    told = private_answer(await room.slash(await room.to_move(), "edge ability", location=name))
    assert told == "That ability works only when you are attacked."
