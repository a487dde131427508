"""A snapshot of a pack for its preview: the cards with their texts in three languages, and the pack's faults."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.app.string_leaves import strings_in
from bot.features.packs.authoring.pack_check import completeness_lines, load_hashed
from rules.kernel.content.pack_faults import Fault, PackError
from rules.kernel.content.pack_layers import by_id, id_of, listed
from rules.kernel.content.pack_reading import Reading
from rules.kernel.errors import ContentError
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import LOCALES, Entry, Translator

#: Maximum number of attempts to load a pack without its faulty cards. Several may be needed, because leaving out a card
#: may uncover a fault in another card.
MAX_REPAIR_ROUNDS = 4


@dataclass(frozen=True)
class PreviewCard:
    """A card of a pack: its text in each language, the id of its record, and the keys of its pictures."""

    id: str
    record: str
    own: bool
    texts: Mapping[str, Entry]
    #: The key of the card's picture in each language. Pictures with equal keys are identical.
    pictures: Mapping[str, str]


@dataclass(frozen=True)
class PackPreview:
    """A snapshot of a pack. The cards are drawn from the pack that is loaded under the name `pack`."""

    pack: str = ""
    #: A summary of the pack's contents; "" if the pack is invalid.
    summary: str = ""
    #: For each language, lines about how many of the game's cards the pack contains.
    box: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])
    faults: tuple[Fault, ...] = ()
    more: int = 0
    about: Mapping[str, Any] = field(default_factory=dict[str, Any])
    cards: tuple[PreviewCard, ...] = ()
    #: The cards that can't be drawn because of faults, each with the faulty records or files that it depends on.
    broken: Mapping[str, tuple[str, ...]] = field(default_factory=dict[str, tuple[str, ...]])


def read_pack(folder: Path, game: AnyGame) -> PackPreview:
    """Read as much of a pack as possible. Faulty cards are left out and listed separately."""
    assert game.pack_shape is not None
    faults, hidden_fault_count, summary = _faults(folder, game)
    left_out = _left_out(game, faults)
    full_reading = Reading(folder, game.pack_shape)
    reading = Reading(folder, game.pack_shape, left_out) if faults else full_reading
    pack = ""
    for _ in range(MAX_REPAIR_ROUNDS):
        try:
            pack = load_hashed(game, reading)
            break
        except PackError as error:
            left_out |= _left_out(game, error.faults)
            reading = Reading(folder, game.pack_shape, left_out)
    about = {} if full_reading.about is None else full_reading.about.model_dump(mode="json")
    cards = tuple(_cards(game, reading, pack)) if pack else ()
    drawable_cards = {card.record for card in cards}
    box = {locale: tuple(completeness_lines(full_reading, Translator(locale))) for locale in LOCALES}
    return PackPreview(
        pack,
        summary,
        box,
        faults,
        hidden_fault_count,
        about,
        cards,
        _broken(game, full_reading, left_out, faults, drawable_cards),
    )


def _broken(
    game: AnyGame, full_reading: Reading, left_out: set[str], faults: Sequence[Fault], drawable_cards: Collection[str]
) -> dict[str, tuple[str, ...]]:
    """Return the cards that can't be drawn, each with the left-out records or files that it depends on."""
    assert game.pack_shape is not None
    # List records without a picture, such as a setup, only if they have faults themselves.
    records_by_file = [
        by_id(file.data) for name, file in full_reading.files.items() if name not in game.pack_shape.entries
    ]
    plain = {name for records in records_by_file for name in records} - {fault.record for fault in faults}
    plain |= {f"{name}.json" for name in game.pack_shape.singles}
    references_by_record = {
        record: set(strings_in(data))
        for file in full_reading.files.values()
        for record, data in by_id(file.data).items()
    }
    return {
        record: tuple(sorted((references_by_record.get(record, set()) & left_out) - {record}))
        for record in sorted(left_out - plain - {*drawable_cards})
    }


def _left_out(game: AnyGame, faults: Sequence[Fault]) -> set[str]:
    """Return the ids of faulty records, and the names of faulty files that are valid only as a whole."""
    assert game.pack_shape is not None
    single = {f"{name}.json" for name in game.pack_shape.singles}
    return {fault.record for fault in faults if fault.record} | {fault.file for fault in faults} & single


def _faults(folder: Path, game: AnyGame) -> tuple[tuple[Fault, ...], int, str]:
    """Return a pack's faults, the number of further faults not listed, and a summary of the pack if it is valid."""
    assert game.check_content is not None
    try:
        return (), 0, game.check_content(folder)
    except PackError as error:
        return error.faults, error.more, ""
    except (ContentError, OSError) as error:
        return (Fault("the folder", "", str(error)),), 0, ""


def _cards(game: AnyGame, reading: Reading, pack: str) -> Iterator[PreviewCard]:
    """Yield the cards of a pack in the order of the game's list of entries."""
    shape = reading.shape
    # Find each entry's record. A city and its city card share one entry.
    records: dict[str, tuple[str, bool, list[Any]]] = {}
    for name, ids_of in shape.entries.items():
        file = reading.files[name]
        for record in listed(file.data):
            own = id_of(record) in file.own_ids or not reading.is_merged
            for entry in ids_of(record):
                _, before, card_records = records.get(entry, ("", False, []))
                records[entry] = (str(id_of(record)), own or before, [*card_records, record])
    # Any picture may depend on records that have no picture, such as Guilds and boards.
    shared_data = [reading.files[name].data for name in (*shape.lists, *shape.singles) if name not in shape.entries]
    entries_by_locale = {
        locale: {entry.id: entry for entry in game.look_up(Translator(locale, pack=pack))} for locale in LOCALES
    }
    for entry in entries_by_locale["en"]:
        # Skip an entry whose own record was left out, because it would show the built-in card.
        if entry in records and records[entry][0] not in reading.left_out:
            name, own, made_of = records[entry]
            texts = {locale: entries_by_locale[locale][entry] for locale in LOCALES}
            pictures = {locale: _key(locale, entry, texts[locale], made_of, shared_data) for locale in LOCALES}
            yield PreviewCard(entry, name, own, texts, pictures)


def _key(locale: str, name: str, entry: Entry, record: Any, shared_data: Sequence[Any]) -> str:
    """Return a key for a card's picture, computed from everything that can affect the picture."""
    made_of = json.dumps([locale, name, entry.name, entry.text, entry.flavour, record, shared_data], ensure_ascii=False)
    return hashlib.sha256(made_of.encode()).hexdigest()[:24]
