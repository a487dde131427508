"""Writes a starter pack: examples of every kind of record, with a comment on each field (`tenebrae content new`)."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib.resources import files
from pathlib import Path
from typing import Any, Literal, cast, get_origin

from bot.app.settings import ConfigError
from bot.features.packs.authoring import record_descriptions
from rules.kernel.content.card_language import Language
from rules.kernel.content.csv_columns import is_flat
from rules.kernel.content.pack_reading import ABOUT, Reading
from rules.kernel.content.pack_structure import Shape
from rules.kernel.content.records import Record
from rules.kernel.content.spreadsheets import Sheet
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import Localised, Translator

#: Fields used only by built-in packs.
_BUILT_IN_ONLY = frozenset({"printed"})
_README = """# A pack for {title}

Your group's own cards for {title}, to be played on your own server. Nothing in this folder leaves it.

| file | what it is |
|---|---|
| `pack.json` | what the pack is called, and whether it is laid over our cards |
{files}

Everything here is an example: a card of ours, with every field that it may have. Change the examples or take them out,
and add your own cards.

- **A card has an `id`**: small letters, digits and `_`. With the id of one of our cards it takes its place; with a new
  one it is added, and where the box holds so many cards of a kind, one of ours makes room.
- **JSON and CSV are one.** A line of `name.csv` adds to the card with its id in `name.json`, or to ours. Names, costs,
  icons and numbers are easier in a spreadsheet; effects are written in JSON. Save the sheet as *CSV UTF-8*.
  An empty cell says nothing. A line that begins with `#` is a remark, and so is `//` in JSON up to the end of the line.
- **Every name stands in three languages**: English, Hungarian, Spanish. Where all are called alike, a sheet may have
  one column `name` instead of `name.en`, `name.hu` and `name.es`; the same goes for `contact.name` and others.
- What effects can say is in `docs/cards/{id}.md` of Tenebrae, each verb with an example and its text.

## While you write

    tenebrae content preview {folder}    # every card as it is drawn, and what is wrong, while you write
    tenebrae content check {folder}      # what is wrong, and what a whole box still lacks
    tenebrae content diff {folder}       # what differs from our cards

`docs/own-cards.md` of Tenebrae tells the way from a spreadsheet to a match.

## What a whole box holds

{needs}
"""


def write(game: AnyGame, folder: Path) -> list[Path]:
    """Write a starter pack into a new folder, and return the paths of its files; raises ConfigError on failure."""
    shape = game.pack_shape
    if shape is None or game.language is None:
        raise ConfigError(f"{game.id} is a game without content packs.")
    try:
        if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
            raise ConfigError(f"{folder} is there already; name a new folder.")
        folder.mkdir(parents=True, exist_ok=True)
        return [_write_file(folder / name, text) for name, text in _files(game, shape, folder).items()]
    except OSError as error:
        raise ConfigError(f"{folder} can't be written: {error.strerror or error}.") from None


def _write_file(path: Path, text: str) -> Path:
    # Sheets get a byte order mark, because some localised versions of spreadsheet programs misread files without it.
    path.write_text(text, encoding="utf-8-sig" if path.suffix == ".csv" else "utf-8", newline="")
    return path


def _files(game: AnyGame, shape: Shape, folder: Path) -> dict[str, str]:
    """Return the contents of a new pack's files, keyed by file name."""
    language = game.language() if game.language else Language(())
    built_in = Reading(files("data").joinpath(shape.game), shape).records
    text_by_file = {ABOUT: _about(game, next(iter(shape.lists)))}
    for name in shape.lists:
        kind = _kind(shape, name)
        if kind is not None and not is_flat(kind):
            text_by_file[f"{name}.json"] = _list(language, name, _covering_records(built_in.get(name, {}).values()))
    for name in (name for name in shape.singles if name in built_in):
        text_by_file[f"{name}.json"] = "\n".join(_commented(language, built_in[name], "", set())) + "\n"
    for sheet in shape.sheets:
        text_by_file[sheet.file] = _sheet(sheet, _rows(language, sheet, built_in))
    file_table = "\n".join(f"| `{name}` | {_file_words(shape, name)} |" for name in text_by_file if name != ABOUT)
    needs = "\n".join(
        f"- {need.count} {need.what}{' in each deck' if need.each else ''} ({need.rule})"
        for need in shape.needs
        if need.what
    )
    text_by_file["README.md"] = _README.format(
        title=game.title(Translator()), id=game.id, folder=folder, files=file_table, needs=needs
    )
    return text_by_file


def _kind(shape: Shape, name: str) -> type[Record] | None:
    """Return the class of the records in one of a pack's lists; None if a starter pack has no examples of them."""
    return next(
        (sheet.model for sheet in shape.sheets if not sheet.within and (sheet.into or sheet.name) == name), None
    )


def _file_words(shape: Shape, file: str) -> str:
    name, _, ending = file.rpartition(".")
    sheet = next((sheet for sheet in shape.sheets if sheet.name == name), None)
    if ending == "json":
        return "one for the whole game" if name in shape.singles else f"{_words(name)} with their effects"
    if sheet is not None and sheet.within:
        return f"{_words(sheet.within)} of {_words(sheet.into)}, in a spreadsheet"
    return f"{_words(name)} in a spreadsheet"


def _words(name: str) -> str:
    return name.replace("_", " ")


def _about(game: AnyGame, first: str) -> str:
    title = game.title(Translator())
    return f"""{{
  // What the pack is called, in English, Hungarian and Spanish: this is what the lobby offers.
  "name": {{"en": "Our cards", "hu": "A mi lapjaink", "es": "Nuestras cartas"}},
  // The game it is for: {title}.
  "game": "{game.id}",
  // Count it up when you change something that others should notice.
  "version": "1",
  // Anything you want to remember; only you read it.
  "note": "",
  // Laid over our cards. Without this line the pack must hold the whole box.
  "base": "base",
  // Cards of ours to leave out, by file: {{"{first}": ["an_id"]}}
  "remove": {{}}
}}
"""


# -- records --------------------------------------------------------------------------------------------------


def _covering_records(records: Iterable[Record]) -> list[Record]:
    """Return a small selection of records that together use every field and kind used by any of the records."""
    candidates = [(record, _features(record)) for record in records]
    missing = {feature for _, features in candidates for feature in features}
    selected: list[Record] = []
    while missing:
        record, features = max(candidates, key=lambda candidate: len(candidate[1] & missing))
        selected.append(record)
        missing -= features
    return selected


def _features(record: Record) -> set[tuple[str, str]]:
    """Return the fields that a record uses, each with "", and its fields that name a kind, each with its value."""
    found = {(name, "") for name in record.model_fields_set - _BUILT_IN_ONLY}
    for name, info in type(record).model_fields.items():
        if get_origin(info.annotation) is Literal and name in ("type", "role", "slot"):
            found.add((name, str(getattr(record, name))))
    return found


def _list(language: Language, name: str, records: Sequence[Record]) -> str:
    documented_types: set[type[Record]] = set()
    blocks = [",\n".join("\n".join(_commented(language, record, "  ", documented_types)) for record in records)]
    return f"// {_words(name).capitalize()}: each has an id of its own.\n[\n" + "".join(blocks) + "\n]\n"


def _commented(language: Language, record: Record, indent: str, documented_types: set[type[Record]]) -> list[str]:
    """Return the lines of a record's JSON.

    The first record of each class has a comment on every field.
    """
    kind, inner = type(record), indent + "  "
    new = kind not in documented_types
    documented_types.add(kind)
    given = [name for name in kind.model_fields if name in record.model_fields_set - _BUILT_IN_ONLY]
    lines = [f"{indent}{{"]
    for name, note in record_descriptions.notes(language, kind):
        if name in given:
            value = _value(language, getattr(record, name), inner, documented_types)
            remark = f" // {note}" if new and len(value) == 1 else ""
            if new and not remark:
                lines.append(f"{inner}// {note}")
            comma = "," if name != given[-1] else ""
            lines += [f'{inner}"{name}": {value[0]}', *value[1:]]
            lines[-1] += comma + remark
        elif new and name not in _BUILT_IN_ONLY:
            lines.append(f'{inner}// "{name}": {note}')
    return [*lines, f"{indent}}}"]


def _value(language: Language, value: Any, indent: str, documented_types: set[type[Record]]) -> list[str]:
    """Return the lines of a value's JSON. All lines but the first are indented."""
    records: list[Any] = list(cast("Sequence[Any]", value)) if isinstance(value, list | tuple) else []
    if isinstance(value, Record) and record_descriptions.tag_of(type(value)) is None:
        first, *remaining_lines = _commented(language, value, indent, documented_types)
        return [first.strip(), *remaining_lines]
    if records and all(isinstance(one, Record) and record_descriptions.tag_of(type(one)) is None for one in records):
        blocks = [_commented(language, one, indent + "  ", documented_types) for one in records]
        inner = [line for block in blocks[:-1] for line in (*block[:-1], block[-1] + ",")] + blocks[-1]
        return ["[", *inner, f"{indent}]"]
    return record_descriptions.format_json(_plain(value), indent).splitlines()


def _plain(value: Any) -> Any:
    """Return a field's value in JSON form."""
    if isinstance(value, Record):
        return value.model_dump(mode="json", exclude_unset=True)
    if isinstance(value, Localised):
        return {"en": value.en, "hu": value.hu, "es": value.es}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in cast("Sequence[Any]", value)]
    return value


# -- sheets ---------------------------------------------------------------------------------------------------


def _rows(language: Language, sheet: Sheet, built_in: Mapping[str, Mapping[str, Record]]) -> Iterator[list[str]]:
    """Yield rows of a sheet, filled with examples from the built-in pack.

    A sheet that covers all fields of its records gets several rows, any other sheet gets one.
    """
    columns = list(sheet.columns.values())
    if sheet.within:
        (name, owner), *_ = built_in[sheet.into].items()
        for record in getattr(owner, sheet.within)[:2]:
            # The first column contains the id of the record that owns these records; they have no field for it.
            yield [name, *(column.of(_plain(record)) for column in columns[1:])]
    else:
        # If the built-in pack has no such records, use the examples of the game's card language.
        examples = built_in.get(sheet.into or sheet.name, {}).values() or language.examples_of(sheet.model)
        example_records = _covering_records(examples)
        for record in example_records if is_flat(sheet.model) else example_records[:1]:
            yield [column.of(_plain(record)) for column in columns]


def _sheet(sheet: Sheet, rows: Iterable[list[str]]) -> str:
    text = io.StringIO()
    writer = csv.writer(text, delimiter=";", lineterminator="\r\n")
    column_indexes = [
        number
        for number, column in enumerate(sheet.columns.values())
        if not column.handy and not _BUILT_IN_ONLY.intersection(column.place)
    ]
    takes = [column.cell.takes for column in sheet.columns.values()]
    for line in (list(sheet.columns), [f"# {takes[0]}", *takes[1:]], *rows):
        writer.writerow([line[number] for number in column_indexes])
    return text.getvalue()
