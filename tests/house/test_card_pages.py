"""The pages about the games' card languages agree with the code, describe every record, and have examples that load."""

from __future__ import annotations

from pathlib import Path

import pytest

import rules
from bot.app.settings import ConfigError
from rules.kernel.content.card_language import Language
from rules.kernel.words.translation import LOCALES, Translator
from tools import card_pages

PAGES = Path(__file__).parents[2] / "docs" / "cards"
GAMES = [game for game in rules.GAMES.values() if game.check_content is not None]


@pytest.fixture(scope="module")
def languages() -> dict[str, Language]:
    """Return the card language of every game with packs."""
    return {game.id: game.language() for game in GAMES if game.language is not None}


def test_every_game_with_packs_has_a_page_and_nothing_else_is_there(languages: dict[str, Language]) -> None:
    assert set(languages) == {game.id for game in GAMES}
    assert {path.stem for path in PAGES.glob("*.md")} == set(languages)


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_the_page_is_what_the_records_say(game: str, languages: dict[str, Language]) -> None:
    written = (PAGES / f"{game}.md").read_text(encoding="utf-8")
    assert written == card_pages.page(rules.GAMES[game], languages[game]), "write it with: python -m tools.card_pages"


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_every_record_has_an_example(game: str, languages: dict[str, Language]) -> None:
    families = languages[game].families
    assert [kind.__name__ for family in families for kind in family.kinds if not family.of(kind)] == []


@pytest.mark.parametrize("game", [game.id for game in GAMES])
def test_an_effect_of_printed_cards_is_listed_once_and_says_something(
    game: str, languages: dict[str, Language]
) -> None:
    effects = languages[game].effects
    assert len({entry.shown.id for entry in effects}) == len(effects)
    for entry in effects:
        assert len({entry.text(Translator(locale)) for locale in LOCALES}) == len(LOCALES), entry.shown.id


def test_pages_are_written_only_where_there_is_a_place_for_them(tmp_path: Path) -> None:
    assert [path.name for path in card_pages.write(tmp_path / "cards")] == [f"{game.id}.md" for game in GAMES]
    with pytest.raises(ConfigError, match="There is no folder"):
        list(card_pages.write(tmp_path / "nowhere" / "cards"))
