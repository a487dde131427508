"""Processes that are killed while people play lose nothing, double nothing, and call everybody once."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.soak.audit import Post, wrong_moves, wrong_posts
from tests.soak.balancer import program
from tests.soak.people import Attempt, Choice, asks_more

ROOT = Path(__file__).parents[2]


@pytest.mark.soak
@pytest.mark.parametrize("engine", ["postgresql", "sqlite"])
def test_processes_that_die_lose_and_double_nothing(engine: str):
    """For SOAK_MINUTES, each second with SOAK_RATE moves; 20 and 5 where nothing else is said."""
    minutes, rate = os.environ.get("SOAK_MINUTES", "20"), os.environ.get("SOAK_RATE", "5")
    options = ["--engine", engine, "--minutes", minutes, "--rate", rate, "--seed", os.environ.get("SOAK_SEED", "0")]
    command = [sys.executable, "-m", "tests.soak.served", *options]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.soak
def test_two_processes_are_replaced_behind_a_balancer_and_no_press_is_lost():
    """With the file of the balancer that hosts deploy, one process after the other while people play."""
    if program() is None:
        pytest.skip("HAProxy is not here: make balancer")
    minutes, rate = os.environ.get("SOAK_MINUTES", "5"), os.environ.get("SOAK_RATE", "5")
    options = ["--balancer", "--roll", "--kill-every", "1", "--minutes", minutes, "--rate", rate]
    command = [sys.executable, "-m", "tests.soak.served", *options]
    done = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, check=False)
    print(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr


def pressed(told: str) -> list[Attempt]:
    """Return attempts from "0! 1?": the seat, and whether what it did was acknowledged or nobody knows."""
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
def test_moves_are_those_that_were_acknowledged_and_perhaps_those_nobody_knows_of(told: str, acted: list[int]):
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
def test_a_move_that_is_lost_doubled_or_nobodys_is_noticed(told: str, acted: list[int]):
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


def test_a_post_that_is_doubled_or_out_of_order_is_noticed():
    rows = [{"id": number, "match_id": 1, "kind": "turn", "seat": None, "nonce": f"{number}"} for number in range(3)]
    whole = [Post("0", 7, 100), Post("1", 7, 101), Post("2", 7, 102)]
    assert list(wrong_posts(rows, whole)) == []
    assert len(list(wrong_posts(rows, [*whole, Post("1", 7, 103)]))) == 2
    assert len(list(wrong_posts(rows, [whole[1], Post("0", 7, 103)]))) == 1
