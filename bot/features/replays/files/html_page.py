"""A replay as a self-contained HTML page: boards, texts in every language, and the script that shows them.

A page contains only what its viewer was allowed to see. It contains no hidden steps and no numbers of journal entries,
because these numbers also count hidden entries.
"""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from importlib.resources import files
from string import Template
from typing import Any, Protocol

import render
from bot.features.replays import words
from bot.features.replays.files.picture_compression import KEYFRAME_INTERVAL, STRIP_WIDTH, CompressedRows, RowCompressor
from bot.features.replays.files.step_drawing import board, hand
from bot.features.replays.service.replay_steps import RenderedStep, ReplayStep, Viewer
from bot.matches.service_results import MatchInfo
from render.pen import png_encoding, theme
from rules.kernel.data.view import View
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import Translator, capital

#: Maximum size of a page in bytes. If the hands in a long match don't fit as pictures, they are described in text
#: instead.
MAX_PAGE_BYTES = 4_990_000
#: Number of bytes reserved for everything except pictures and texts.
RESERVED_BYTES = 120_000
#: How binary data is stored as text: the number of bits per character, the first character of the range, and the number
#: of bytes that fill a whole number of characters. Each character takes two bytes of the page, which is encoded in
#: UTF-16. Base64 in UTF-8 would take a quarter more space.
BITS_PER_CHARACTER, FIRST_CHARACTER, BLOCK_BYTES = 15, 0x3400, 15


class MatchDescriber(Protocol):
    """Describes a match in one language, without markup."""

    #: The code of the language, and the name of the language in that language.
    locale: str
    language: str

    @property
    def say(self) -> Translator:
        """The describer's translator, which contains the players' names."""
        ...

    def then(self, rendered_step: RenderedStep) -> Translator:
        """Return the translator with the names of the people who held the seats at this step."""
        ...

    def event_lines(self, rendered_step: RenderedStep) -> list[str]:
        """Return lines about the events of a step."""
        ...

    def plain(self, text: str) -> str:
        """Return a text without its markup."""
        ...

    def result(self) -> list[str]:
        """Return lines about how the match ended, or a line that says the match is still running."""
        ...


@dataclass(slots=True)
class _Hand:
    """A seat's hand: its distinct pictures, their texts, and the index of the picture at each step (-1 for none)."""

    strips: RowCompressor = field(default_factory=RowCompressor)
    frames: list[int] = field(default_factory=list[int])
    last: tuple[View, tuple[str, ...]] | None = None
    count: int = 0
    texts: dict[str, list[str]] = field(default_factory=dict[str, list[str]])


class HtmlPageBuilder:
    """Collects the steps of a match as a viewer sees them, and builds the page that replays them."""

    def __init__(
        self,
        game: AnyGame,
        info: MatchInfo,
        viewer: Viewer,
        tellers: Sequence[MatchDescriber],
        locale: str = "en",
        largest: int = MAX_PAGE_BYTES,
    ) -> None:
        self._largest = largest
        self._game = game
        self._info = info
        self._viewer: Viewer = viewer
        self._tellers = tellers
        self._locale = locale
        self._drawn = next(teller for teller in tellers if teller.locale == locale)
        self._strips = RowCompressor()
        self._hands: dict[int, _Hand] = {}
        self._steps: list[ReplayStep] = []
        self._told: dict[str, list[dict[str, Any]]] = {teller.locale: [] for teller in tellers}
        #: For each language, the lines of skipped steps, which will be added to the next step.
        self._before: dict[str, list[str]] = {teller.locale: [] for teller in tellers}
        self._left_out = 0
        self._marks: list[str] = []

    def leave_out(self, shown: RenderedStep) -> None:
        """Omit the board of a step, and add the step's lines to the next step."""
        self._left_out += 1
        for teller in self._tellers:
            self._before[teller.locale] += teller.event_lines(shown)

    def add(self, rendered_step: RenderedStep) -> None:
        """Draw and describe the next step. This takes a tenth of a second."""
        self._strips.add(board(rendered_step, self._drawn.then(rendered_step)))
        self._marks = self._marks or [_hex(mark.colour) for mark in render.marks(rendered_step.view)]
        for seat in rendered_step.secrets:
            self._hands.setdefault(seat, _Hand(frames=[-1] * len(self._steps)))
        for seat, hand_state in self._hands.items():
            hand_state.frames.append(
                self._hand_index(hand_state, rendered_step, seat) if seat in rendered_step.secrets else -1
            )
        self._steps.append(rendered_step.step)
        for teller in self._tellers:
            self._told[teller.locale].append(self._step(teller, rendered_step))

    def _hand_index(self, hand_state: _Hand, rendered_step: RenderedStep, seat: int) -> int:
        """Return the index of the picture of a hand.

        The hand is drawn only if it has changed since it was last drawn.
        """
        say = self._drawn.then(rendered_step)
        now = rendered_step.view.model_copy(update={"viewer": seat}), tuple(say.names)
        if hand_state.last != now:
            hand_state.last = now
            hand_state.strips.add(hand(rendered_step, say, seat))
            hand_state.count += 1
            for describer in self._tellers:
                text = describer.plain(self._game.hand_text(describer.then(rendered_step), now[0]))
                hand_state.texts.setdefault(describer.locale, []).append(text)
        return hand_state.count - 1

    def _step(self, describer: MatchDescriber, rendered_step: RenderedStep) -> dict[str, Any]:
        say, step = describer.then(rendered_step), rendered_step.step
        turn = words.turn_named(say, self._game, step)
        turn = turn if step.seat is None else f"{turn}: {say.seat(step.seat)}"
        in_round = words.round_named(say, self._game, step)
        event_lines, self._before[describer.locale] = (
            self._before[describer.locale] + describer.event_lines(rendered_step),
            [],
        )
        return {
            "when": capital(", ".join(filter(None, [in_round, turn]))),
            "round": in_round,
            "turn": capital(turn),
            "told": event_lines,
            "alt": describer.plain(self._game.alt_text(say, rendered_step.view)),
            "text": describer.plain(self._game.board_text(say, rendered_step.view)),
        }

    def html(self, turning: Sequence[ReplayStep], lost: int = 0) -> bytes:
        """Return the HTML page.

        `turning` contains the deciding steps, and `lost` is the number of steps that could not be reconstructed.
        """
        packed = self._strips.packed()
        word_scripts = [_data(f"words-{teller.locale}", _json(self._words(teller, lost))) for teller in self._tellers]
        data = [_data("board-data", packed.data), *word_scripts]
        hands: dict[int, CompressedRows] = {}
        for seat, hand_state in sorted(self._hands.items()):
            compressed_hand = hand_state.strips.packed()
            hand_script = _data(f"hand-data-{seat}", compressed_hand.data)
            if 2 * sum(map(len, (*data, hand_script))) < self._largest - RESERVED_BYTES:
                data.append(hand_script)
                hands[seat] = compressed_hand
        data.append(_data("about", _json(self._about(packed, hands, turning))))
        script, style = _part("page.js"), Template(_part("page.css")).substitute(accent=_hex(self._accent()))
        head, say = self._words(self._drawn, lost), self._drawn.say
        page = Template(_part("page.html")).substitute(
            lang=self._locale,
            title=escape(head["title"]),
            people=escape(head["people"]),
            result=escape(head["result"]),
            no_script=escape(say.t("This page needs JavaScript, but no network.")),
            too_old=escape(say.t("This browser is too old for this page: open it in a newer one.")),
            script=script,
            style=style,
            script_hash=_hash(script),
            style_hash=_hash(style),
            data="\n".join(data),
        )
        # `encode` adds a byte order mark, which takes precedence over an encoding named in a server's header.
        return page.encode("utf-16")

    def _accent(self) -> tuple[int, int, int]:
        return theme.ACCENTS.get(self._game.id, theme.GOLD)

    def _about(
        self, packed: CompressedRows, hands: Mapping[int, CompressedRows], turning: Sequence[ReplayStep]
    ) -> dict[str, Any]:
        ended = self._info.status in ("over", "ended")
        return {
            "lang": self._locale,
            "languages": [(teller.locale, teller.language) for teller in self._tellers],
            "begin": 0 if ended else len(self._steps) - 1,
            "steps": [
                {"at": step.at, "round": step.round, "turn": step.turn, "seat": step.seat} for step in self._steps
            ],
            "turning": [
                next(place for place, step in enumerate(self._steps) if step.number >= point.number)
                for point in turning
            ],
            "colours": self._marks,
            "palette": png_encoding.colours(),
            "wide": STRIP_WIDTH,
            "whole": KEYFRAME_INTERVAL,
            "board": _compression_info(packed),
            "hands": [
                {"seat": seat, "frames": self._hands[seat].frames, **_compression_info(compressed_hand)}
                for seat, compressed_hand in hands.items()
            ],
        }

    def _words(self, describer: MatchDescriber, lost: int) -> dict[str, Any]:
        say = describer.say
        return {
            "lang": describer.locale,
            "title": f"{self._game.title(say)} · {say.t('Replay')}",
            "people": " · ".join(say.seat(seat.seat) for seat in self._info.seats),
            "result": "\n".join(map(describer.plain, describer.result())),
            "seen": words.viewer_words(say, self._viewer),
            "lost": " ".join(words.missing_words(say, lost, self._left_out)),
            "hands": {
                seat: {"name": say.seat(seat), "texts": hand_state.texts[describer.locale]}
                for seat, hand_state in self._hands.items()
            },
            "steps": self._told[describer.locale],
            "ui": _ui(say, self._game),
        }


def _ui(say: Translator, game: AnyGame) -> dict[str, str]:
    """Return the texts that the page's script uses, keyed by name."""
    return {
        "language": say.t("Language"),
        "nothing": say.t("The match moves on to the next question."),
        "in_words": say.t("The board in words"),
        "turns": say.t(game.turns_heading),
        "turned": say.t("turning point"),
        "board": say.t("Board"),
        "place": say.t("Board {n} of {all}", n="{n}", all="{all}"),
        "first": say.t("First board"),
        "turn_back": say.t("Back a turn"),
        "back": say.t("Back"),
        "play": say.t("Autoplay"),
        "stop": say.t("Stop"),
        "on": say.t("Next"),
        "turn_on": say.t("Forward a turn"),
        "last": say.t("Last board"),
        "zoom": say.t("Full size"),
        "keys": say.t(
            "Keys: arrows, Home and End change the board, Page Up and Page Down the turn; the space bar plays."
        ),
    }


def _compression_info(packed: CompressedRows) -> dict[str, Any]:
    return {"rows": packed.rows, "lengths": packed.lengths}


def _json(data: Any) -> bytes:
    return zlib.compress(json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode(), 9)


def _data(name: str, packed: bytes) -> str:
    """Return an element with data for the script, which browsers don't display."""
    return f'<script type="text/plain" id="{name}" data-size="{len(packed)}">{encode_characters(packed)}</script>'


def encode_characters(data: bytes) -> str:
    """Encode data as text with `BITS_PER_CHARACTER` bits per character.

    The function `opened` in `page.js` decodes the text.
    """
    places = range(8 * BLOCK_BYTES - BITS_PER_CHARACTER, -1, -BITS_PER_CHARACTER)
    blocks = (
        int.from_bytes(data[at : at + BLOCK_BYTES].ljust(BLOCK_BYTES, b"\0")) for at in range(0, len(data), BLOCK_BYTES)
    )
    return "".join(
        [
            chr(FIRST_CHARACTER + (block >> place & (1 << BITS_PER_CHARACTER) - 1))
            for block in blocks
            for place in places
        ]
    )


def _part(name: str) -> str:
    return files("bot.features.replays.files").joinpath(name).read_text(encoding="utf-8")


def _hash(part: str) -> str:
    """Return the hash that permits a script or a style in the page's content security policy."""
    return base64.b64encode(hashlib.sha256(part.encode()).digest()).decode()


def _hex(colour: tuple[int, int, int]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*colour)
