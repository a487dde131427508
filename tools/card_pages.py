"""Writes a reference page for each game's card language, generated from its record classes: docs/cards/<game>.md."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Annotated

import typer
from pydantic.fields import FieldInfo

import rules
from bot.app.settings import ConfigError
from bot.cli.main import main
from bot.features.packs.authoring import record_descriptions
from rules.kernel.content.card_language import Example, Family, Language, Text, Vocabulary, Written
from rules.kernel.content.records import Record
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import LOCALES, Translator, capital
from tools.command_line import command_line

PAGE_HEAD = """# Cards of {title}

This page describes everything that the cards of a pack can contain in {title}: each record with its fields,
an example, and the card text that is generated from the example. [Your own cards](../own-cards.md) explains how to make
a pack, and [the README of the built-in pack](../../data/{id}/README.md) describes the files.

`python -m tools.card_pages` generates this page from the game's record classes. A test fails if it is out of date.

Fields in *italics* are optional.
"""
#: The folder of the card languages' reference pages in the source code.
PAGES_FOLDER = Path("docs", "cards")
EFFECTS_HEADING = "What printed cards do"
_LANGUAGES = {"en": "English", "hu": "Hungarian", "es": "Spanish"}


def write(folder: Path) -> Iterator[Path]:
    """Write a page for each game with packs, and yield its path. Raises ConfigError if there is no parent folder."""
    if not folder.parent.is_dir():
        raise ConfigError(f"There is no folder {folder.parent} here; give the folder for the pages.")
    folder.mkdir(exist_ok=True)
    for game in rules.GAMES.values():
        if game.language is not None:
            path = folder / f"{game.id}.md"
            path.write_text(page(game, game.language()), encoding="utf-8")
            yield path


def page(game: AnyGame, language: Language) -> str:
    """Return the reference page of a game's card language."""
    parts = [PAGE_HEAD.format(title=game.title(Translator()), id=game.id), *_contents(language)]
    for family in language.families:
        parts.append(f"## {family.title}\n\n{family.purpose}\n")
        parts += [_record_section(language, family, kind) for kind in family.kinds]
    parts += [_vocabulary(words) for words in language.vocabularies]
    if language.effects:
        parts += [*_table(language.effects)]
    return "\n".join(parts)


def _contents(language: Language) -> Iterator[str]:
    for family in language.families:
        links = (record_descriptions.link(language, kind) for kind in family.kinds)
        yield f"- [{family.title}](#{record_descriptions.anchor(family.title)}): {', '.join(links)}"
    for words in language.vocabularies:
        yield f"- [{words.title}](#{record_descriptions.anchor(words.title)})"
    if language.effects:
        yield f"- [{EFFECTS_HEADING}](#{record_descriptions.anchor(EFFECTS_HEADING)})"
    yield ""


def _record_section(language: Language, family: Family, kind: type[Record]) -> str:
    told = record_descriptions.without_rule_ids(" ".join((kind.__doc__ or "").split()))
    tag, said = record_descriptions.tag_of(kind), record_descriptions.remarks(kind)
    rows = [
        _row(language, name, field, said.get(name, ""))
        for name, field in kind.model_fields.items()
        if tag is None or name != tag[0]
    ]
    parts = [f"### {record_descriptions.heading(language, kind)}", "", told, ""]
    if tag:
        parts += [f'`"{tag[0]}": "{tag[1]}"`' + ("" if rows else ", with no other fields."), ""]
    if rows:
        parts += ["| field | value | default |", "|---|---|---|", *rows, ""]
    for example in family.of(kind):
        parts += _example(example)
    return "\n".join(parts)


def _example(example: Example) -> list[str]:
    written = example.record.model_dump(mode="json", exclude_unset=True)
    return [
        "```json",
        record_descriptions.format_json(written),
        "```",
        "",
        *(_said(example.text) if example.text else []),
    ]


def _said(text: Text) -> list[str]:
    lines = [f"- {_LANGUAGES[locale]}: {' '.join(text(Translator(locale)).split())}" for locale in LOCALES]
    return [*lines, ""]


def _vocabulary(words: Vocabulary) -> str:
    rows = [
        f"| `{word}` | " + " | ".join(_cell(text(Translator(locale))) for locale in LOCALES) + " |"
        for word, text in words.words.items()
    ]
    head = ["| word | " + " | ".join(_LANGUAGES[locale] for locale in LOCALES) + " |", "|---|---|---|---|"]
    return "\n".join([f"## {words.title}", "", words.purpose, "", *head, *rows, ""])


def _table(effects: Sequence[Written]) -> Iterator[str]:
    """Yield the table of effects, followed by a description of each effect."""
    yield f"## {EFFECTS_HEADING}\n"
    yield (
        "The effects in the rulebook's examples, icons and named cards, and how to write them in a pack. A test"
        " writes and plays each of these effects.\n"
    )
    yield "| printed card | effect | source |\n|---|---|---|"
    for entry in effects:
        shown = entry.shown
        link = f"[{_cell(shown.printed)}](#{record_descriptions.anchor(_title(entry))})"
        yield f"| {link} | {_cell(shown.does)} | {_cell(shown.source)} |"
    yield ""
    for entry in effects:
        written = record_descriptions.format_json(entry.written)
        yield "\n".join([f"### {_title(entry)}", "", "```json", written, "```", "", *_said(entry.text)])


def _title(entry: Written) -> str:
    return f"{entry.shown.printed} ({entry.shown.id})"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _row(language: Language, name: str, field: FieldInfo, said: str) -> str:
    required = field.is_required()
    shown = f"`{name}`" if required else f"*`{name}`*"
    holds = record_descriptions.allowed_values(language, field.annotation, field.metadata)
    if said:
        holds = f"{_cell(said)}. {capital(holds)}"
    return f"| {shown} | {holds} | {'' if required else record_descriptions.describe_default(field)} |"


def write_pages(
    folder: Annotated[
        Path, typer.Argument(metavar="FOLDER", help="The destination; by default the docs of the source.")
    ] = PAGES_FOLDER,
) -> None:
    """Write a reference page for each game: everything that the cards of a pack can say."""
    for path in write(folder):
        typer.echo(path)


app = command_line(write_pages)

if __name__ == "__main__":
    main(app)
