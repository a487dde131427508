"""The recap ties each gain to its cause, in the order of cause and effect."""

from __future__ import annotations

from typing import Any

from rules.edge_of_darkness.state import events
from rules.kernel.data.events import EVERYONE, Event
from rules.kernel.words import recap
from rules.kernel.words.recap import RecapMove
from rules.kernel.words.translation import Translator, width
from tests.edge_of_darkness.table import GAME

NAMES = ("Ana", "Bence", "Chiara", "Dora")
CUBES = events.DroppedCubes(2, (1, 0, 2))
CITIZEN = events.Used(2, "bertil_nosk", "top", "hand")
OTHER_CITIZEN = events.Used(2, "hesper_alder", "top", "hand")
TALLOW_MARKET = events.Used(2, "tallow_market", "", "ability")
SENTRY = events.Used(2, "bertil_nosk", "middle", "hand", "watchtower_m1")


def told(*bodies: Any, locale: str = "en", room: int = 2000) -> list[str]:
    """Return the recap of these events in one move, a line for each turn."""
    move = RecapMove([Event(EVERYONE, body) for body in bodies])
    lines = recap.turn_lines(Translator(locale, NAMES), GAME.recap, GAME.event_line, [move], room)
    return [line.text for line in lines]


def action(*bodies: Any, **how: Any) -> str:
    """Return the recap of an Action turn of Chiara, without its heading and the cubes."""
    (line,) = told(CUBES, *bodies, **how)
    return line.split("; ", 1)[1]


def changed(what: str, amount: int, seat: int = 2) -> events.Changed:
    return events.Changed(seat, what, amount)


def test_each_effect_has_its_own_gain() -> None:
    line = action(CITIZEN, changed("battle", 1), TALLOW_MARKET, changed("coins", -5), changed("reputation", 2))
    assert line == "Citizen: +1 Battle Strength; Tallow Market: −5 Coins, +2 Reputation."


def test_equal_effects_are_counted_and_their_gains_added() -> None:
    line = action(
        CITIZEN, changed("battle", 1), TALLOW_MARKET, changed("coins", -5), OTHER_CITIZEN, changed("battle", 1)
    )
    assert line == "2 × Citizen: +2 Battle Strength; Tallow Market: −5 Coins."


def test_agents_follow_the_effect_that_moved_them() -> None:
    line = action(SENTRY, events.MovedAgents(2, "watchtower", 1), changed("goodwill", 1))
    assert line == "Tower Sentry: 1 Agent to Watchtower, +1 Goodwill."


def test_a_hunt_names_its_price_and_its_rewards() -> None:
    hunted = events.Hunted(2, ("oswin_tallow",), (1,), 6)
    line = action(CITIZEN, changed("battle", 1), events.MayHunt(2), hunted, changed("reputation", 3))
    assert line == "Citizen: +1 Battle Strength; hunted Oswin Tallow for 6 Battle Strength: +3 Reputation."


def test_a_permission_is_told_if_no_hunt_followed() -> None:
    assert action(TALLOW_MARKET, events.MayHunt(2)) == "Tallow Market: may hunt."


def test_the_penalty_of_an_attack_is_not_blamed_on_an_effect() -> None:
    line = action(
        events.Attacked(1, "oswin_tallow", 6, (0,)),
        events.Used(0, "watchtower", "", "defence"),
        events.MovedAgents(0, "watchtower", -1),
        events.Defended(0, "oswin_tallow", 2, False, 12),
        changed("influence", -1, 0),
        changed("coins", -1, 0),
        CITIZEN,
        changed("battle", 1),
    )
    assert line == (
        "Oswin Tallow attacked Ana for 6 Damage; Ana: 1 Agent back from Watchtower;"
        " failed to defend, Defense down to 12: −1 Influence, −1 Coin; Chiara: Citizen: +1 Battle Strength."
    )


def test_a_defence_names_its_reward() -> None:
    line = action(
        events.Attacked(1, "oswin_tallow", 2, (0,)),
        events.Defended(0, "oswin_tallow", 0, True, 14),
        changed("reputation", 1, 0),
    )
    assert line == "Oswin Tallow attacked Ana for 2 Damage; Ana: fended off the attack: +1 Reputation."


def test_a_discard_stands_before_what_it_was_for() -> None:
    """The events of a recall and of a Street effect come before the discard, which the player chooses last."""
    recall = action(
        TALLOW_MARKET,
        changed("coins", -5),
        events.MovedAgents(2, "watchtower", -1),
        events.Discarded(2, ("hesper_alder",), "recall"),
    )
    assert recall == "Tallow Market: −5 Coins; discarded Hesper Alder to return Agents: 1 Agent back from Watchtower."
    street = action(
        events.PaidOwner(2, 1),
        events.Used(2, "bertil_nosk", "middle", "street", "watchtower_m1"),
        events.Discarded(2, ("hesper_alder", "oswin_tallow"), "street"),
        changed("goodwill", 1),
    )
    assert street == (
        "discarded Hesper Alder and Oswin Tallow to use a Street effect; paid 1 Coin to Bence;"
        " Tower Sentry: +1 Goodwill."
    )


def test_payments_to_an_owner_are_told_once() -> None:
    line = action(
        events.PaidOwner(2, 1), SENTRY, changed("goodwill", 1), events.PaidOwner(2, 1), CITIZEN, changed("battle", 1)
    )
    assert line == "paid 2 Coins to Bence; Tower Sentry: +1 Goodwill; Citizen: +1 Battle Strength."


def test_another_players_loss_names_that_player() -> None:
    line = action(TALLOW_MARKET, changed("reputation", 2), changed("coins", -1, 0))
    assert line == "Tallow Market: +2 Reputation; Ana: −1 Coin."


def test_a_pick_is_told_with_what_it_brought() -> None:
    lines = told(
        events.Picked(0, "forge_m1", "oswin_tallow"),
        events.Used(0, "oswin_tallow", "middle", "prologue", "forge_m1"),
        changed("coins", 2, 0),
    )
    assert lines == ["Ana, Prologue: picked Blacksmith for Oswin Tallow: +2 Coins."]


def test_cubes_that_an_effect_draws_start_no_turn() -> None:
    (line,) = told(CUBES, TALLOW_MARKET, events.DrewCubes(2, (0,)), CITIZEN, changed("battle", 1))
    assert line.startswith("Chiara, Action: ")
    assert "used Tallow Market; drew from the bag (Ana ×1); Citizen: +1 Battle Strength." in line


def test_a_short_line_leaves_out_cubes_and_the_last_discard_first() -> None:
    bodies = (CITIZEN, changed("battle", 1), TALLOW_MARKET, changed("reputation", 2))
    line = told(CUBES, *bodies, events.Discarded(2, ("oswin_tallow",), "end"), room=90)[0]
    assert width(line) <= 90
    assert line == "Chiara, Action: Citizen: +1 Battle Strength; Tallow Market: +2 Reputation; and 2 more."


def test_assembly_turns_are_told_as_before() -> None:
    begun, assembly = told(
        events.RoundBegan(2, 2),
        events.Drafted(2, ("oswin_tallow",), ("bertil_nosk",), 1),
        events.DrewCubes(2, (0, 2, 4)),
    )
    assert begun == "Round 2 begins; Chiara goes first."
    assert assembly == (
        "Chiara, Assembly: drafted Oswin Tallow (+1 Goodwill);"
        " paid Influence to skip Bertil Nosk; drew from the bag (Ana ×1, Chiara ×1, black ×1)."
    )


def test_other_languages_say_it_in_sentences() -> None:
    hunted = events.Hunted(2, ("oswin_tallow",), (1,), 6)
    assert action(hunted, changed("reputation", 3), locale="hu") == (
        "6 harci erőért levadászta az Oswin Tallow kártyát: +3 hírnév."
    )
    assert action(hunted, changed("reputation", 3), locale="es") == (
        "cazó Oswin Tallow por 6 de Fuerza de batalla: +3 de Reputación."
    )


def test_a_short_line_keeps_the_attack_with_its_result_and_names_the_attacked_player() -> None:
    attack = [
        events.Attacked(1, "oswin_tallow", 3, (2, 1)),
        events.Defended(2, "oswin_tallow", 3, False, 10),
        changed("influence", -1),
    ]
    (line,) = told(CUBES, CITIZEN, changed("battle", 1), *attack, room=135)
    assert line == (
        "Chiara, Action: Oswin Tallow attacked Chiara and Bence for 3 Damage;"
        " Chiara: failed to defend, Defense down to 10; and 4 more."
    )


def test_an_effect_is_not_shown_without_its_result() -> None:
    (line,) = told(CUBES, TALLOW_MARKET, changed("reputation", 2), SENTRY, changed("goodwill", 1), room=70)
    assert line == "Chiara, Action: Tallow Market: +2 Reputation; and 3 more."
    assert action(SENTRY) == "used Tower Sentry."


def test_a_short_line_keeps_the_pick_rather_than_its_gain() -> None:
    picked = events.Picked(2, "watchtower_m1", "bertil_nosk")
    (line,) = told(picked, changed("goodwill", 1), room=66)
    assert line == "Chiara, Prologue: picked Tower Sentry for Bertil Nosk; and 1 more."
