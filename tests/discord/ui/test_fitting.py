"""Every layout fits Discord's limit of 4,000 characters, whether Discord counts all its text or only text displays."""

from __future__ import annotations

from typing import Any

from bot.discord.ui import controls, layout_fitting, limits
from tests.discord import limit_faults


def crowded(texts: int) -> Any:
    """Return a layout with a text of `texts` characters, a picture with a long alt text, and two full menus."""
    entries = [controls.option(f"label {n} " + "l" * 40, str(n), "what it does " * 7) for n in range(25)]
    menus = [controls.row(controls.select("which one", entries, "pick", n)) for n in range(2)]
    picture = controls.gallery("choice.png", "what the picture shows " * 44)
    return controls.layout(controls.text("t" * texts), picture, *menus)


def faults(view: Any) -> list[str]:
    return list(limit_faults.message_faults({"components": view.to_components(), "flags": 1 << 15}))


def test_descriptions_and_alternative_texts_are_cut_before_the_words() -> None:
    view = crowded(700)
    assert layout_fitting.length(view) <= limits.LAYOUT
    assert faults(view) == []
    assert view.children[0].content == "t" * 700
    assert view.children[1].items[0].description.startswith("what the picture shows")


def test_short_options_keep_their_descriptions_where_long_ones_are_cut() -> None:
    short = [controls.option("Boston", str(n), "4 VP. Influence 2, Force 1.") for n in range(12)]
    long = [controls.option("label " + "l" * 60, str(n), "what it does " * 7) for n in range(25)]
    view = controls.layout(
        controls.text("t" * 1400),
        controls.row(controls.select("cities", short, "pick", 0)),
        controls.row(controls.select("cards", long, "pick", 1)),
    )
    assert layout_fitting.length(view) <= limits.LAYOUT
    options = view.children[1].children[0].options
    assert {option.description for option in options} == {"4 VP. Influence 2, Force 1."}
    assert view.children[0].content == "t" * 1400


def test_a_label_that_is_cut_loses_the_description_that_goes_on() -> None:
    label = "Discard Rumours: Influence 1, Investigation down 1, Ritual down 1. Any number of cards;"
    options = [controls.option(label, str(n), "nothing is drawn for them now") for n in range(25)]
    view = controls.layout(controls.text("t" * 1800), controls.row(controls.select("cards", options, "pick", 0)))
    assert layout_fitting.length(view) <= limits.LAYOUT
    shown = view.children[1].children[0].options
    assert all(option.label.endswith("…") and option.description is None for option in shown)


def test_words_that_are_too_long_by_themselves_are_cut_last() -> None:
    view = crowded(3900)
    assert layout_fitting.length(view) <= limits.LAYOUT
    assert faults(view) == []


def test_a_layout_that_fits_keeps_every_word() -> None:
    entries = [controls.option("label", str(n), "x" * 100) for n in range(20)]
    view = controls.layout(controls.text("t" * 500), controls.row(controls.select("which", entries, "pick")))
    assert view.children[1].children[0].options[0].description == "x" * 100


def test_the_doubles_refuse_a_layout_whose_labels_make_it_too_long() -> None:
    entries = [{"label": "l" * 100, "value": str(n), "description": "d" * 100} for n in range(25)]
    menu = {"type": 3, "custom_id": "t1:pick", "placeholder": "p", "options": entries}
    rows = [{"type": 1, "components": [menu]}]
    body = {"flags": 1 << 15, "components": [{"type": 10, "content": "t"}, *rows]}
    assert any("4000" in fault for fault in limit_faults.message_faults(body))


def test_a_label_whose_description_is_left_out_says_that_it_goes_on() -> None:
    label, more = "Professor: Dispatch 1 Agent there.", "You may pay 2 Coins: train 1 Agent. "
    options = [controls.option(f"{number} {label}", str(number), more * 2) for number in range(20)]
    texts = [controls.text("x" * 3000)]
    view = controls.layout(*texts, controls.row(controls.select("Menu", options, "pick")))
    layout_fitting.fit(view)
    shown = view.children[1].children[0].options
    assert not any(option.description for option in shown)
    assert all(option.label.endswith("…") for option in shown)
