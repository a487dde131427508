"""A shell for one match. It shows the match as each seat sees it, acts for each seat, takes actions back, and explains
illegal actions.
"""

from __future__ import annotations

import cmd
import io
import json
import random
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

import rules
from bot.app.settings import ConfigError
from bot.app.string_leaves import strings_in
from bot.cli.action_parsing import as_typed, number, parse_action
from bot.cli.match_description import clean
from bot.cli.transfer_command import read, write_new
from bot.computers.policies import Policy, greedy_policy, random_policy
from bot.matches.match_files import open_file
from rules.kernel.data.actions import Action, plain
from rules.kernel.data.events import Event
from rules.kernel.data.view import pack_of
from rules.kernel.engine.match import Match
from rules.kernel.errors import IllegalAction, TenebraeError
from rules.kernel.words.spelling import nearest, suggestions
from rules.kernel.words.translation import LOCALES, Translator

#: The parts of the match that `view` can show.
VIEW_SUBJECTS = ("board", "hand", "log")
HELP_HINT = "`help` lists the commands."


def play(source: str, seats: int | None, seed: int, locale: str) -> None:
    """Open a match from a file, or start a new match of a game, and run commands until the user quits."""
    shell = Shell(_match(source, seats, seed), seed)
    shell.do_language(locale)
    stdin: Any = sys.stdin
    if isinstance(stdin, io.TextIOWrapper):
        stdin.reconfigure(errors="replace")
    shell.cmdloop()


def _match(source: str, seats: int | None, seed: int) -> Match[Any]:
    if source in rules.GAMES:
        game = rules.GAMES[source]
        return game.new(game.seats[0] if seats is None else seats, seed)
    if not Path(source).exists():
        raise ConfigError(f"There is no file and no game {source!r}; the games are: {', '.join(rules.GAMES)}.")
    if seats is not None:
        raise ConfigError("A match from a file has its seats; --seats is for a new match.")
    return open_file(rules.GAMES, read(Path(source)))


@dataclass(frozen=True)
class ShellMove:
    """An action that was taken, with its seat, its events, and a dump of the match before the action."""

    before: bytes
    seat: int
    action: Action
    events: list[Event]


class Shell(cmd.Cmd):
    """Runs the commands. The docstring of each command is its help text."""

    def __init__(self, match: Match[Any], seed: int) -> None:
        super().__init__()
        self.match = match
        self.moves: list[ShellMove] = []
        self.rng = random.Random(seed)
        self.say = Translator(
            "en", [f"Seat {seat}" for seat in range(match.state.seats)], pack=pack_of(match.view(None))
        )
        self.prompt = f"{match.game.id}> " if sys.stdin.isatty() else ""

    # -- commands ---------------------------------------------------------------------------------------------

    def do_list(self, arg: str) -> None:
        """Show the numbered actions of each waiting seat. `list typed` shows each in the form to type after `why`."""
        if arg not in ("", "typed"):
            raise ConfigError(f"`list` doesn't know {arg!r}; it is `list` or `list typed`.")
        numbers = count(1)
        for seat, decision in sorted(self.match.decisions().items()):
            view = self.match.view(seat)
            self._tell(f"{self.say.seat(seat)}: {self.match.game.question(self.say, view, decision.prompt)}")
            for action in decision.actions:
                text = self.match.game.action_text(self.say, view, action)
                words = f"{text.label}: {text.detail}" if text.detail else text.label
                self._tell(f"{next(numbers):4}  {as_typed(action) if arg == 'typed' else words}")
        if self.match.over:
            self._wait()

    def do_do(self, arg: str) -> None:
        """Take actions by number. Each number refers to the list after the previous action: `do 3`, `do 3 1 1`."""
        if not arg:
            raise ConfigError("Which action? `list` shows them with their numbers.")
        for chosen in [number(word) for word in arg.split()]:
            self._show(self._act(*self._offered(chosen)))
        self._wait()

    def do_undo(self, arg: str) -> None:
        """Take back the last action or actions: `undo`, `undo 5`."""
        back = _count(arg)
        if back > len(self.moves):
            raise ConfigError(f"{back} can't be taken back; taken so far: {len(self.moves)}.")
        self.match = self._load(self.moves[-back].before)
        del self.moves[-back:]
        self._wait()

    def do_why(self, arg: str) -> None:
        """Show which seats may take an action, and why others may not: `why 3`, `why pass`, `why {"verb": "pass"}`."""
        if not arg:
            raise ConfigError('Which action? Give its number, or type it: verb field=value, or {"verb": ...}.')
        action = self._read(arg)
        for seat in range(self.match.state.seats):
            offer = self.match.decisions().get(seat)
            if offer is not None and action in offer.actions:
                number = self._offered_actions().index((seat, action)) + 1
                self._tell(f"{self.say.seat(seat)} can do this: it is number {number}.")
                continue
            try:
                self.match.copy().apply(seat, action)
            except IllegalAction as error:
                self._tell(f"{self.say.seat(seat)} may not: {self.say.error(error)}")
        for sentence in self._misspelled(action):
            self._tell(sentence)

    def do_view(self, arg: str) -> None:
        """Show the match as a spectator or a seat sees it: `view`, `view 0`, `view 0 hand`, `view 0 log`."""
        seat, subject = self._parse_view(arg)
        game, view = self.match.game, self.match.view(seat)
        if subject in ("board", ""):
            self._tell(game.board_text(self.say, view))
        if subject == "hand" or (not subject and seat is not None):
            self._tell(game.hand_text(self.say, view))
        if subject == "log":
            events = [event for move in self.moves for event in move.events if event.seen_by(seat)]
            self._tell("\n".join(filter(None, (game.event_line(self.say, event) for event in events))))

    def _parse_view(self, arg: str) -> tuple[int | None, str]:
        """Return the seat whose view to show (None for a spectator) and the part to show; raises ConfigError."""
        words = arg.split()
        whose, what = (
            [word for word in words if word not in VIEW_SUBJECTS],
            [word for word in words if word in VIEW_SUBJECTS],
        )
        if len(whose) > 1 or len(what) > 1:
            raise ConfigError(f"`view` shows one thing to one viewer, like view 0 hand; not {arg!r}.")
        seat, subject = None if whose in ([], ["spectator"]) else self._seat(whose[0]), "".join(what)
        if subject == "hand" and seat is None:
            raise ConfigError("A spectator has no hand; name a seat: view 0 hand.")
        return seat, subject

    def do_language(self, arg: str) -> None:
        """Choose the language of the texts: `language hu`."""
        if arg not in LOCALES:
            raise ConfigError(f"There is no language {arg!r}; the languages are: {', '.join(LOCALES)}.")
        self.say = Translator(arg, self.say.names, pack=self.say.pack)

    def do_step(self, arg: str) -> None:
        """Take one or more actions at random and show the events of each: `step`, `step 5`."""
        for move in self._play(random_policy, arg):
            self._show(move)
        self._wait()

    def do_random(self, arg: str) -> None:
        """Take actions at random without showing them: `random 20`."""
        self._play(random_policy, arg)
        self._wait()

    def do_greedy(self, arg: str) -> None:
        """Let computers take the actions that look best, without showing them: `greedy 20`."""
        self._play(greedy_policy, arg)
        self._wait()

    def do_events(self, arg: str) -> None:
        """Show the events of the last action or actions, with all their fields: `events`, `events 5`."""
        for move in self.moves[-_count(arg) :]:
            self._show(move, fields=True)

    def do_save(self, arg: str) -> None:
        """Write the match to a new file, which can be opened again: `save a.match`."""
        if not arg:
            raise ConfigError("Which file? For example: save a.match")
        self._tell(f"Saved in {write_new(Path(arg), self.match.dump())}.")

    def do_quit(self, _: str) -> bool:
        """Quit, as Ctrl+D does."""
        return True

    def do_help(self, arg: str) -> None:
        """List the commands."""
        names = self._commands()
        if arg and arg not in names:
            raise ConfigError(f"There is no command {arg!r}; {suggestions(arg, names, HELP_HINT)}")
        for name in [arg] if arg else names:
            self._tell(f"{name:9} {getattr(self, f'do_{name}').__doc__}")

    # -- reading lines ----------------------------------------------------------------------------------

    def preloop(self) -> None:
        """Print the game's name and the number of seats."""
        self._tell(f"{self.match.game.title(self.say)}, seats: {self.match.state.seats}. `help` lists the commands.")
        self._wait()

    def onecmd(self, line: str) -> bool:
        """Run one line. If it contains a mistake, print a sentence and change nothing."""
        if line == "EOF":
            return True
        try:
            return super().onecmd(line)
        except ConfigError as error:
            self._tell(str(error))
        except TenebraeError as error:
            self._tell(self.say.error(error))
        except Exception as error:
            self._tell(f"The rules failed with {type(error).__name__}: {' '.join(str(error).split())}.")
        return False

    def emptyline(self) -> bool:
        """Do nothing; the parent class would repeat the last command."""
        return False

    def default(self, line: str) -> None:
        """Refuse a line that isn't a command."""
        word = line.split()[0]
        raise ConfigError(f"There is no command {word!r}; {suggestions(word, self._commands(), HELP_HINT)}")

    # -- helpers ----------------------------------------------------------------------------------------------

    def _commands(self) -> list[str]:
        return [name.removeprefix("do_") for name in self.get_names() if name.startswith("do_")]

    def _tell(self, text: str) -> None:
        for line in text.splitlines():
            print(clean(line), file=self.stdout)

    def _wait(self) -> None:
        """Print the seats that must act, or how the match ended."""
        match = self.match
        if match.result is not None:
            self._tell(f"The match is over.\n{match.game.result_text(self.say, match.result)}")
        else:
            self._tell(f"Waits for {', '.join(self.say.seat(seat) for seat in sorted(match.decisions()))}.")

    def _show(self, move: ShellMove, *, fields: bool = False) -> None:
        """Print an action, and its events with the seats that may see each event.

        If `fields`, print all events with all their fields; otherwise only the events that have a line of text.
        """
        self._tell(f"{self.say.seat(move.seat)}: {as_typed(move.action)}")
        for event in move.events:
            to = "everyone" if event.to is None else ", ".join(map(self.say.seat, event.to)) or "no one"
            line = self.match.game.event_line(self.say, event)
            if line or fields:
                self._tell(f"    to {to}: {line or '(no line)'}")
            if fields:
                self._tell(f"        {event.body.kind} {json.dumps(plain(event.body), ensure_ascii=False)}")

    def _offered_actions(self) -> list[tuple[int, Action]]:
        """Return the offered actions in the order of their numbers, each with its seat."""
        offers = sorted(self.match.decisions().items())
        return [(seat, action) for seat, decision in offers for action in decision.actions]

    def _offered(self, action_number: int) -> tuple[int, Action]:
        offers = self._offered_actions()
        if not 1 <= action_number <= len(offers):
            raise ConfigError(f"There is no action {action_number}; `list` shows them.")
        return offers[action_number - 1]

    def _act(self, seat: int, action: Action) -> ShellMove:
        before = self.match.dump()
        try:
            move = ShellMove(before, seat, action, self.match.apply(seat, action))
        except Exception:
            self.match = self._load(before)
            raise
        self.moves.append(move)
        return move

    def _play(self, policy: Policy, arg: str) -> list[ShellMove]:
        """Take as many actions as `arg` says, always for the lowest-numbered seat that must act. Return these moves."""
        moves: list[ShellMove] = []
        most = _count(arg)
        while not self.match.over and len(moves) < most:
            seat, decision = min(self.match.decisions().items())
            moves.append(self._act(seat, policy(self.match, seat, decision, self.rng)))
        return moves

    def _load(self, data: bytes) -> Match[Any]:
        return self.match.reload(data)

    def _seat(self, word: str) -> int:
        if not word.isdecimal() or int(word) >= self.match.state.seats:
            raise ConfigError(f"There is no seat {word!r}; the seats are 0 to {self.match.state.seats - 1}.")
        return int(word)

    def _read(self, text: str) -> Action:
        """Parse an action given as a number, `verb field=value` or JSON; raises ConfigError or Refusal."""
        if text.lstrip("-").isdecimal():
            return self._offered(number(text))[1]
        return self.match.game.action_from_json(parse_action(self.match.game.actions, text))

    def _misspelled(self, action: Action) -> Iterator[str]:
        """Yield a sentence for each word of an action that doesn't occur in the match but is similar to one that
        does.
        """
        action_data = [list(plain(offer).values()) for _, offer in self._offered_actions()]
        known_words = {*strings_in(action_data), *strings_in(json.loads(self.match.dump()))}
        known_words |= {entry.id for entry in self.match.game.look_up(self.say)}
        for word in set(strings_in(list(plain(action).values()))) - known_words:
            if nearest_words := nearest(word, known_words):
                yield f"There is no {word!r} in this match; the nearest: {', '.join(nearest_words)}."


def _count(arg: str) -> int:
    """Parse the number typed after a command, by default 1; raises ConfigError."""
    many = number(arg or "1")
    if many < 1:
        raise ConfigError(f"How many? 1 or more; not {many}.")
    return many
