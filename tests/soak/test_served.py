"""If processes are killed during play, no move is lost or repeated, and each player is notified once per turn."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path

import pytest

from tests.soak.disruptions import delays
from tests.soak.haproxy import program
from tests.soak.idle_checks import Post, wrong_moves, wrong_posts
from tests.soak.people import Attempt, Choice, asks_more, is_made
from tests.sockets import messages
from tests.sockets.discord_data import ANA, APPLICATION, CHANNEL, Interaction, World
from tests.sockets.interaction_replies import COMPONENT, LATER_HERE, MESSAGE, Replies

ROOT = Path(__file__).parents[2]


@pytest.mark.soak
@pytest.mark.parametrize("engine", ["postgresql", "sqlite"])
def test_processes_that_die_or_are_frozen_lose_and_double_nothing_and_call_in_time(engine: str):
    """Needs an idle machine. SOAK_MINUTES is the duration (default 20), SOAK_RATE the moves a second (default 5)."""
    minutes, rate = os.environ.get("SOAK_MINUTES", "20"), os.environ.get("SOAK_RATE", "5")
    options = ["--engine", engine, "--minutes", minutes, "--rate", rate, "--seed", os.environ.get("SOAK_SEED", "0")]
    command = [sys.executable, "-m", "tests.soak.served_processes", *options]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.soak
def test_two_processes_are_replaced_behind_a_balancer_and_no_press_is_lost():
    """Uses the HAProxy configuration that hosts deploy, and replaces one process after another during play."""
    if program() is None:
        pytest.skip("HAProxy is not here: make balancer")
    minutes, rate = os.environ.get("SOAK_MINUTES", "5"), os.environ.get("SOAK_RATE", "5")
    options = ["--balancer", "--roll", "--kill-every", "1", "--minutes", minutes, "--rate", rate]
    command = [sys.executable, "-m", "tests.soak.served_processes", *options]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr


def pressed(told: str) -> list[Attempt]:
    """Parse presses from a text such as "0! 1?": seat 0's was acknowledged, and the outcome of seat 1's is unknown."""
    return [Attempt(1, int(one[0]), one[1] == "!") for one in told.split()]


@pytest.mark.parametrize(
    ("told", "acted"),
    [
        ("", []),
        ("0! 1!", [0, 1]),
        ("0! 1? 1!", [0, 1]),
        ("0! 1? 1!", [0, 1, 1]),
        ("0? 0? 0!", [0, 0]),
        ("0! 1?", [0]),
        ("0? 1! 1!", [1, 0, 1]),
        ("0? 1! 1!", [1, 1, 0]),
    ],
)
def test_moves_are_those_that_were_acknowledged_and_perhaps_those_no_one_knows_of(told: str, acted: list[int]):
    assert wrong_moves(pressed(told), acted) == []


@pytest.mark.parametrize(
    ("told", "acted"),
    [
        ("0!", []),
        ("0! 1!", [1]),
        ("0! 1!", [0]),
        ("0!", [0, 0]),
        ("0! 1!", [0, 1, 1]),
        ("0! 1?", [0, 1, 1]),
        ("", [0]),
        ("0! 1!", [1, 0]),
        ("0! 1?", [1, 0]),
        ("0? 1! 1!", [0, 1, 0, 1]),
    ],
)
def test_a_move_that_is_lost_doubled_or_no_ones_is_noticed(told: str, acted: list[int]):
    assert len(wrong_moves(pressed(told), acted)) == 1


@pytest.mark.parametrize(
    ("pressed", "offered", "more"),
    [
        (Choice("", "act", ("1", "0", "aa")), [Choice("", "sure", ("1", "0", "bb"))], True),
        (Choice("", "act", ("1", "0", "aa")), [Choice("", "act", ("1", "0", "aa"))], True),
        (Choice("", "pick", ("1", "0", "aa"), "g3"), [Choice("", "act", ("1", "0", "bb"))], True),
        (Choice("", "pick", ("1", "0", "aa"), "3.cafe"), [Choice("", "act", ("1", "0", "bb"))], False),
        (Choice("", "sure", ("1", "0", "aa")), [Choice("", "sure", ("1", "0", "bb"))], False),
        (Choice("", "act", ("1", "0", "aa")), [], False),
    ],
)
def test_a_press_that_opens_a_page_is_no_move_even_if_others_have_moved_meanwhile(
    pressed: Choice, offered: list[Choice], more: bool
):
    assert asks_more(pressed, offered) == more


class Panel:
    """A stand-in for a panel that can be edited with the tokens of several presses."""

    def __init__(self) -> None:
        self.world = World()
        self.replies = Replies(self.world)
        self.message = messages.make(self.world, CHANNEL, {"content": "a"}, {}, ANA)

    def press(self, kind: int = LATER_HERE, **said: str) -> Interaction:
        made = self.world.interact(COMPONENT, ANA, CHANNEL, {}, self.message)
        self.replies.callback(made.id, made.token, {"type": kind, "data": said}, {})
        return made

    def show(self, press: Interaction, words: str, mark: str = "") -> None:
        button = {"type": 2, "style": 1, "label": "x", "custom_id": f"t1:act:1:0:{mark}:3"}
        row = [{"type": 1, "components": [button]}] if mark else []
        self.replies.edit(APPLICATION, press.token, "@original", {"content": words, "components": row}, {})


ACT = Choice("", "act", ("1", "0", "aa"))


def made(press: Interaction) -> bool | None:
    return is_made(press, ACT, random.Random(0))


def test_what_comes_by_another_press_is_no_answer_to_this_one():
    panel = Panel()
    earlier, press = panel.press(), panel.press()
    panel.show(earlier, "another has moved", "bb")
    assert not press.shown
    panel.show(press, "you have moved", "bb")
    panel.show(earlier, "all is back", "aa")
    assert made(press) is True


@pytest.mark.parametrize(
    "words", ["The match has moved on, so nothing was done.", "It took too long, so nothing has changed."]
)
def test_who_reads_that_nothing_was_done_has_made_no_move(words: str):
    panel = Panel()
    press = panel.press()
    panel.show(press, words, "bb")
    assert made(press) is None


def test_an_answer_beside_the_panel_is_one():
    panel = Panel()
    assert made(panel.press(MESSAGE, content="I'm restarting, so nothing was done.")) is None
    press = panel.press()
    panel.replies.follow(APPLICATION, press.token, {"content": "Something broke.", "flags": 64}, {})
    assert made(press) is False, "whether before the move or after it is not told"


def test_a_post_that_is_doubled_or_out_of_order_is_noticed():
    rows = [{"id": number, "match_id": 1, "kind": "turn", "seat": None, "nonce": f"{number}"} for number in range(3)]
    whole = [Post("0", 7, 100), Post("1", 7, 101), Post("2", 7, 102)]
    assert list(wrong_posts(rows, whole)) == []
    assert len(list(wrong_posts(rows, [*whole, Post("1", 7, 103)]))) == 2
    assert len(list(wrong_posts(rows, [whole[1], Post("0", 7, 103)]))) == 1


@pytest.mark.parametrize(
    ("row", "disrupted", "delay"),
    [
        ({}, [], 40.0),  # Without a disruption, the notification is 40 s late.
        ({}, [90.0, 130.0], 10.0),  # The process died after the due time, so lateness counts from 130.
        ({}, [90.0, 150.0], 40.0),  # Disruptions before the due time and after the post don't count.
        ({"not_before": 120}, [], 20.0),
        ({"not_before": 120, "attempts": 2}, [], 40.0),  # a retried notification was due before `not_before`
    ],
)
def test_a_call_is_late_since_the_first_disruption_after_it_was_due(
    row: dict[str, int], disrupted: list[float], delay: float
):
    call = {"kind": "turn", "nonce": "a", "created_at": 100, "not_before": 0, "attempts": 1} | row
    others = [call | {"kind": "board"}, call | {"nonce": "never posted"}]
    assert delays([call, *others], {"a": 140.0}, disrupted) == [delay]
