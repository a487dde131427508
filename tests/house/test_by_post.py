"""The figures of `python -m tools.postal_calls`, which counts how often players of a match by post are pinged."""

from __future__ import annotations

import pytest

from bot.cli.lab import balance_file
from bot.cli.lab.postal_series import SeriesDemands, SeriesSettings
from tools import postal_calls

GAME = "aevum_haeresis"


def test_orders_and_options_are_told_apart() -> None:
    assert SeriesSettings.read("usual") == SeriesSettings("usual", {}, None)
    assert SeriesSettings.read("none").orders == ()
    one = SeriesSettings.read("pace=trust plan:pay draw:heretic")
    assert (one.options, one.orders) == ({"pace": "trust"}, ("plan:pay", "draw:heretic"))
    assert SeriesSettings.read("pace=trust").orders is None
    assert SeriesSettings.read("defend usual pace=trust", ["defend"]).orders is None
    assert SeriesSettings.read("defend pace=trust", ["defend"]).orders == ("defend",)
    with pytest.raises(ValueError, match="often"):
        SeriesSettings.read("often")


def test_a_player_with_more_questions_is_called_more() -> None:
    quick, slow = (
        postal_calls.measure(GAME, SeriesSettings.read(one), 1, 3, workers=1)
        for one in ("plan:pay", "pace=ask_all none")
    )
    for post in (quick, slow):
        assert post.matches == 1
        assert post.rounds >= 1
        assert 0 < post.pings <= post.decisions
        assert sum(post.pings_by_question.values()) == post.pings
        assert sum(post.decisions_by_question.values()) == post.decisions
    assert quick.decisions_by_question.get("window", 0) == quick.reactions == 0
    assert quick.pings / quick.rounds < slow.pings / slow.rounds


def test_figures_add_up_and_make_a_table() -> None:
    total = SeriesDemands()
    for _ in range(2):
        total.add(SeriesDemands(1, 4, 40, 100, 9, 3, {"act": 40}, {"act": 100}))
    assert total == SeriesDemands(2, 8, 80, 200, 18, 6, {"act": 80}, {"act": 200})
    assert (
        list(postal_calls.lines([(SeriesSettings.read("usual"), total)]))[-1]
        == "| `usual` | 10.0 | 40.0 | 100.0 | 3.0 | 4.0 |"
    )


def test_the_figures_stand_at_the_end_of_the_page_and_are_kept() -> None:
    section = postal_calls.section(
        "python -m tools.postal_calls x", 2, [(SeriesSettings.read("usual"), SeriesDemands(2, 8, 80, 200, 18, 6))]
    )
    page = balance_file.with_part("# Balance\n\nFigures.\n", balance_file.BY_POST_HEADING, section)
    assert page == "# Balance\n\nFigures.\n\n" + section
    with_hard = balance_file.with_part(
        page, balance_file.HARD_HEADING, f"{balance_file.HARD_HEADING}\n\n### 2 players\n"
    )
    assert balance_file.parts(with_hard)[balance_file.BY_POST_HEADING] == section
    assert with_hard.index("Figures.") < with_hard.index("### 2 players") < with_hard.index("By post")
    updated = balance_file.with_part(with_hard, balance_file.GREEDY_HEADING, "# Balance\n\nOther figures.\n")
    assert updated == with_hard.replace("Figures", "Other figures", 1)
