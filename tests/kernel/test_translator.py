"""The translator: fields, plurals, lists, names, and missing translations."""

from __future__ import annotations

import pytest

from rules.kernel.errors import IllegalAction
from rules.kernel.words.translation import LOCALES, Localised, Translator, truncate


def test_fields_are_filled_by_name() -> None:
    assert Translator().t("{a} before {b}", b="two", a="one") == "one before two"


def test_a_sentence_without_fields_is_left_as_it_is() -> None:
    assert Translator().t("100 {coin}") == "100 {coin}"


def test_braces_in_a_value_are_no_fields() -> None:
    assert Translator().t("Gain {things}", things="2{coin}") == "Gain 2{coin}"


def test_a_sentence_ends_in_one_full_stop() -> None:
    assert Translator().t("{player}: {cards}.", player="Ana", cards="Washington D.C.") == "Ana: Washington D.C."
    assert Translator().t("{cards}..", cards="a long list.") == "a long list..."


@pytest.mark.parametrize(("n", "text"), [(0, "0 doors"), (1, "1 door"), (2, "2 doors")])
def test_plurals_follow_the_number(n: int, text: str) -> None:
    assert Translator().n("{n} door", "{n} doors", n) == text


@pytest.mark.parametrize("locale", LOCALES)
def test_an_unknown_sentence_is_said_in_english(locale: str) -> None:
    assert Translator(locale).t("No catalogue holds this, {name}", name="Ana") == "No catalogue holds this, Ana"


def test_an_unknown_locale_is_english() -> None:
    assert Translator("tlh").locale == "en"


@pytest.mark.parametrize(
    ("parts", "text"), [([], ""), (["a"], "a"), (["a", "b"], "a and b"), (["a", "b", "c"], "a, b and c")]
)
def test_lists_read_as_in_a_sentence(parts: list[str], text: str) -> None:
    assert Translator().join(parts) == text


def test_seats_without_a_name_are_counted() -> None:
    say = Translator("en", ["Ana"])
    assert (say.seat(0), say.seat(1)) == ("Ana", "Player 2")


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("Atlanta", "az Atlanta"),
        ("Özvegy", "az Özvegy"),
        ("tanú", "a tanú"),
        ("FBI", "az FBI"),
        ("BÖB", "a BÖB"),
        ("Fátyol", "a Fátyol"),
        ("**Imposztor**", "az **Imposztor**"),
        ("A Hold", "a Hold"),
        ("1", "az 1"),
        ("12", "a 12"),
        ("1000", "az 1000"),
        ("50", "az 50"),
    ],
)
def test_the_hungarian_article_follows_the_next_word(name: str, said: str) -> None:
    assert Translator("hu").t("{player} megnézte a(z) {name} kártyát.", player="Ana", name=name) == (
        f"Ana megnézte {said} kártyát."
    )
    assert Translator("hu").t("A(z) {name}", name=name) == said.capitalize()[:1] + said[1:]


def test_the_article_before_a_field_waits_until_the_field_is_filled_in() -> None:
    template = Translator("hu").t("a(z) {space}. mező")
    assert [Translator("hu").t(template, space=space) for space in (1, 2)] == ["az 1. mező", "a 2. mező"]


def test_a_spanish_title_within_a_sentence_has_its_article() -> None:
    template = Translator("es").t("con (el) {agent}")
    told = [Translator("es").t(template, agent=agent) for agent in ("Agente Lunes", "Keziah Mason")]
    assert told == ["con el agente Lunes", "con Keziah Mason"]
    sentence = Translator("es").t("Ana dirige a (el) {agent}.")
    told = [Translator("es").t(sentence, agent=agent) for agent in ("Agente Lunes", "Keziah Mason")]
    assert told == ["Ana dirige al agente Lunes.", "Ana dirige a Keziah Mason."]


@pytest.mark.parametrize(
    ("last", "said"),
    [
        ("Bence", "Ana y Bence"),
        ("Ilario Vance", "Ana e Ilario Vance"),
        ("**Íñigo**", "Ana e **Íñigo**"),
        ("Hilda", "Ana e Hilda"),
        ("Hielo", "Ana y Hielo"),
        ("Yago", "Ana y Yago"),
        ("«Isla, la»", "Ana e «Isla, la»"),
        ("2 × Ilario", "Ana y 2 × Ilario"),
        ("Ysolde", "Ana e Ysolde"),
        ("<:igloo:12>", "Ana y <:igloo:12>"),
        ("{icon}", "Ana y {icon}"),
    ],
)
def test_the_spanish_and_changes_before_the_same_sound(last: str, said: str) -> None:
    assert Translator("es").join(["Ana", last]) == said


def test_the_spanish_or_changes_before_the_same_sound() -> None:
    told = [Translator("es").t("siete o(u) {n}", n=n) for n in ("ocho", "nueve", "Horacio", 8)]
    assert told == ["siete u ocho", "siete o nueve", "siete u Horacio", "siete u 8"]


def test_other_languages_and_plurals_have_no_article_to_replace() -> None:
    assert Translator("en").t("a(z) {name}", name="apple") == "a(z) apple"
    assert Translator("hu").n("a(z) {n} door", "a(z) {n} doors", 5) == "az 5 doors"


@pytest.mark.parametrize(("locale", "text"), [("en", "Tower"), ("hu", "Torony"), ("es", "Torre")])
def test_content_names_follow_the_locale(locale: str, text: str) -> None:
    assert Translator(locale).name(Localised("Tower", "Torony", "Torre")) == text


def test_faults_are_told_with_their_arguments() -> None:
    fault = IllegalAction("That takes {price} Battle Strength, and you have {battle}.", price=5, battle=2)
    assert Translator().error(fault) == "That takes 5 Battle Strength, and you have 2."


def test_a_text_cut_after_a_sentence_has_no_full_stop_before_its_ellipsis():
    assert truncate("Ana +3. Bence +2.", 10) == "Ana +3…"


@pytest.mark.parametrize(("last", "joined"), [("Oro", "Ana u Oro"), ("hora", "Ana u hora"), ("8", "Ana u 8")])
def test_spanish_o_becomes_u_before_the_sound_o(last: str, joined: str) -> None:
    assert Translator("es").join_alternatives(["Ana", last]) == joined
    assert Translator("es").join_alternatives(["Ana", "Alma"]) == "Ana o Alma"


def test_names_with_commas_are_in_quotation_marks_in_a_list() -> None:
    say = Translator("hu")
    assert say.join_names(["Dragan Pell", "Hob, a révész"]) == "Dragan Pell és „Hob, a révész”"
    assert say.join_names(["Hob, a révész"]) == "Hob, a révész"
    assert say.join_names(["Oda (kovács, herold)", "Pell"]) == "Oda (kovács, herold) és Pell"


def test_a_hungarian_name_keeps_its_article_before_a_small_letter() -> None:
    say = Translator("hu")
    assert say.t("eldobta a(z) {name} lapot", name="A falu feldúlása") == "eldobta A falu feldúlása lapot"
    assert say.t("eldobta a(z) {name} lapot", name="A Csontapátnő") == "eldobta a Csontapátnő lapot"


def test_hungarian_y_before_a_consonant_is_a_vowel() -> None:
    assert [Translator("hu").t("a(z) {name}", name=name) for name in ("Ysolde", "Yara")] == ["az Ysolde", "a Yara"]
