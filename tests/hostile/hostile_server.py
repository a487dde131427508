"""A server with a running match of every game and an open lobby, and random interactions that attack the server."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass, field
from typing import Any

import simcord.interactions as wire

import rules
from bot.discord import custom_ids
from bot.discord.ui import controls
from bot.discord.ui.locale import CommandTranslator
from bot.store.statements import matches
from bot.table.play import action_options
from rules.kernel.data.actions import field_kinds, field_names
from tests import database_access
from tests.conformance.random_play import fewest_seats
from tests.discord.room import Room, components, message_text
from tests.hostile import hostile_inputs
from tests.hostile.hostile_events import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    FORM,
    Attacker,
    callable_commands,
    command_data,
)

#: The players of each match, as indexes into the room's list of people. The last match, of a game with decks, is
#: never started.
PEOPLE = ((0, 1, 3), (2, 3, 4), (0, 2, 4))
PLAYED = {game: PEOPLE[number % len(PEOPLE)][: fewest_seats(game)] for number, game in enumerate(rules.GAMES)}
TABLES = (*PLAYED.values(), (4, 1))
LOBBY = len(PLAYED)
DECKS = next(game.id for game in reversed(rules.GAMES.values()) if game.decks is not None)
#: Commands that are left out because they would end the match under attack. Other tests check who may use them.
FINAL = {"end", "concede"}


@dataclass(frozen=True)
class Attack:
    """One interaction that is sent as an attack."""

    who: Any
    kind: int
    data: dict[str, Any]
    channel: Any
    message: Any
    what: str


@dataclass
class AttackedServer:
    """A server with matches, and a random choice of interactions to send to it."""

    room: Room
    attacker: Attacker
    rng: random.Random
    texts: list[str]
    channels: list[Any] = field(default_factory=list)
    commands: list[tuple[tuple[str, ...], dict[str, Any]]] = field(default_factory=list)
    #: Every custom_id that the bot has shown so far, with the values of the menu's entries ([] for a button).
    shown: dict[str, list[str]] = field(default_factory=dict)

    async def open_tables(self) -> None:
        """Open a lobby for every game, start all matches but the last, and open the panels and menus."""
        room = self.room
        self.role = room.guild.create_role("anybody")
        self.channels = [room.table, *(room.guild.create_text_channel(f"table{n}") for n in range(LOBBY))]
        for (host, *others), game, channel in zip(TABLES, [*PLAYED, DECKS], self.channels, strict=True):
            await room.slash(room.people[host], "match new", channel, game=game)
            for other in others:
                await room.slash(room.people[other], "match join", channel)
        for people, channel in zip(PLAYED.values(), self.channels, strict=False):
            await room.slash(room.people[people[0]], "match start", channel)
            for one in people:
                await room.slash(room.people[one], "act", channel)
        await room.slash(room.people[0], "match log", self.channels[0])
        await room.slash(room.people[2], "orders", self.channels[2])
        await room.slash(room.people[4], "deck new", self.channels[LOBBY], name="Mine")
        for label in ("Options", "Deck"):
            lobby = next(m for m in self.channels[LOBBY].history() if message_text(m).startswith("##"))
            await room.click(room.people[4], lobby, label=label)
        tree = room.bot.tree
        payloads = [await command.get_translated_payload(tree, CommandTranslator()) for command in tree.get_commands()]
        self.commands = [
            leaf for payload in payloads for leaf in callable_commands(payload) if leaf[0][-1] not in FINAL
        ]

    # -- random interactions ------------------------------------------------------------------------------

    def text(self) -> str:
        return self.rng.choice(self.texts)

    def argument(self) -> str:
        return self.rng.choice(
            [*hostile_inputs.NUMBERS, "all", "more", "g0", "g99", "-", "#1", "0.00000000", self.text()]
        )

    def press(self) -> Attack:
        """Return a random press: genuine, from an older message, changed in one place, forged, or nonsense."""
        rng = self.rng
        messages = [message for channel in self.channels for message in channel.history() if components(message)]
        message = rng.choice(messages)
        item = rng.choice(components(message))
        for one in components(message):
            self.shown[one["custom_id"]] = [option["value"] for option in one.get("options") or []]
        custom_id, kind = item["custom_id"], item["type"]
        offered = self.shown[custom_id]
        values = rng.sample(offered, min(1, len(offered))) if rng.random() < 0.6 else self._values()
        how = rng.choice(["real", "older", "changed", "changed", "forged", "nonsense"])
        if how == "older":
            custom_id = rng.choice(sorted(self.shown))
        elif how == "changed":
            parts = custom_id.split(":")
            place = rng.randrange(1, len(parts))
            parts[place] = rng.choice(sorted(controls.registered_verbs())) if place == 1 else self.argument()
            custom_id = ":".join(parts)
        elif how == "forged":
            arguments = [str(rng.randrange(6)), *(self.argument() for _ in range(rng.randrange(5)))]
            custom_id = custom_ids.custom_id(rng.choice(sorted(controls.registered_verbs())), *arguments)
        elif how == "nonsense":
            custom_id = rng.choice(["t1:", "t0:act:", "t1:ACT:", "t1:act:1:\n", ""]) + (self.text() or "?")
        custom_id = custom_id[:100]
        kind = rng.choice([kind, kind, kind, 2, 3, 0])
        data: dict[str, Any] = {"custom_id": custom_id}
        if kind == 0:
            data["components"] = [{"type": 18, "component": {"type": 4, "custom_id": "x", "value": v}} for v in values]
        else:
            data |= {"component_type": kind} | ({"values": values} if kind == 3 else {})
        who = rng.choice(self.room.people)
        channel = next(one for one in self.channels if one.id == message.channel.id)
        what = f"{who.name} pressed {custom_id!r} ({kind}) with {[value[:60] for value in values]}"
        return Attack(who, COMPONENT if kind else FORM, data, channel, message, what)

    def _values(self) -> list[str]:
        return [self.rng.choice([self.argument(), self.text()]) for _ in range(self.rng.randrange(4))]

    async def command(self, number: int) -> Attack:
        """Return a command with random options, usually sent by a player of a match to that match's channel."""
        rng = self.rng
        path, node = self.commands[number % len(self.commands)]
        commands = [game.command for game in rules.GAMES.values()]
        where = commands.index(path[0]) if path[0] in commands else rng.randrange(len(TABLES))
        if rng.random() < 0.2:
            where = rng.randrange(len(TABLES) + 1)
        people = TABLES[where % len(TABLES)]
        who = self.room.people[rng.choice(people)] if rng.random() < 0.8 else rng.choice(self.room.people)
        channel = self.channels[where] if where < len(TABLES) else who.user.dm_channel
        legal = await self._legal(where + 1, who, path[-1]) if where < LOBBY and rng.random() < 0.5 else {}
        options, resolved = self._filled(node, channel, legal, who)
        suggested = [one["name"] for one in node.get("options") or [] if one.get("autocomplete")]
        typed = [one for one in options if one["name"] in suggested]
        typing = bool(typed) and rng.random() < 0.4
        if typing:
            focused = rng.choice(typed)
            # While a user is still typing a number, Discord sends whatever text they have typed.
            focused |= {"focused": True, "value": rng.choice([focused["value"], self.text()])}
        data = command_data(path, options, resolved)
        what = f"{who.name} typed /{' '.join(path)} {[(one['name'], str(one['value'])[:60]) for one in options]}"
        return Attack(who, AUTOCOMPLETE if typing else COMMAND, data, channel, None, what)

    def _filled(
        self, node: dict[str, Any], channel: Any, legal: dict[str, Any], who: Any
    ) -> tuple[list[Any], dict[str, Any]]:
        """Return random options for a command, including all required ones, and the objects that the options name."""
        options: list[dict[str, Any]] = []
        resolved: dict[str, Any] = {}
        for option in node.get("options") or []:
            if not option.get("required") and self.rng.random() < 0.3:
                continue
            value: Any = self.rng.choice([self.text(), self.argument(), "#2", "Mine", *rules.GAMES])
            if option["type"] == 4:
                value = self.rng.choice(hostile_inputs.WHOLE)
            elif option["type"] == 5:
                value = self.rng.choice([True, False])
            elif option["type"] in (6, 8):
                one = self.rng.choice(self.room.people) if option["type"] == 6 else self.role
                wire.resolve_handle(who, one, resolved, channel_id=self.room.table.id)
                value = str(one.id)
            elif option["type"] == 11:
                data = value.encode("utf-8", "surrogatepass") * self.rng.choice([1, 1, 3000])
                backend = self.room.env.backend
                value = wire.store_interaction_attachment(backend, channel.id, "list.txt", data, resolved)
            else:
                assert option["type"] == 3, f"no test knows how to fill in {option}"
            value = legal.get(option["name"], value) if self.rng.random() < 0.9 else value
            options.append({"name": option["name"], "type": option["type"], "value": value})
        return options, resolved

    async def _legal(self, number: int, who: Any, verb: str) -> dict[str, Any]:
        """Return options for a legal action that this user can take with this command, or {} if there is none."""
        for action in (await self.offers()).get(number, {}).get(who.id, []):
            if action.verb == verb:
                return {
                    name: getattr(action, name)
                    if kind == "int"
                    else action_options.encode(getattr(action, name), action)
                    for name, kind in zip(field_names(type(action)), field_kinds(type(action)).values(), strict=True)
                }
        return {}

    # -- checks -------------------------------------------------------------------------------------------

    async def offers(self) -> dict[int, dict[int, list[Any]]]:
        """Return the currently legal actions by match and user."""
        found: dict[int, dict[int, list[Any]]] = {}
        for number in range(1, len(TABLES)):
            info = await self.room.bot.service.matches.get(number)
            match = (await self.room.bot.service.matches.table(number)).match
            found[number] = {info.seats[seat].user_id: d.actions for seat, d in match.decisions().items()}
        return found

    async def saved(self) -> dict[int, Saved]:
        """Return the stored state of each match by match id."""
        found: dict[int, Saved] = {}
        for row in await database_access.rows(self.room.store.read, "SELECT id FROM matches"):
            info = await self.room.bot.service.matches.get(row["id"])
            data = (await matches.state(self.room.store.read, info.id) or (0, b""))[1]
            seats = tuple((seat.user_id, seat.standing, seat.deferred) for seat in info.seats)
            head = (
                info.status,
                info.locale,
                info.host_id,
                info.channel_id,
                str(info.options),
                str(info.pace),
                info.hints,
            )
            found[info.id] = Saved(info.seq, seats, head, data)
        return found

    async def entries(self, number: int, after: int) -> list[Any]:
        """Return a match's journal entries after the given number: who did what."""
        return list(
            await database_access.rows(
                self.room.store.read,
                "SELECT kind, user_id, action FROM journal WHERE match_id = :number AND seq > :after ORDER BY seq",
                number=number,
                after=after,
            )
        )

    def action(self, number: int, row: Any) -> Any:
        return list(rules.GAMES.values())[number - 1].action_from_json(json.loads(row["action"]))


@dataclass(frozen=True)
class Saved:
    """A match as it is stored."""

    seq: int
    seats: tuple[Any, ...]
    head: tuple[Any, ...]
    data: bytes
