"""Command names are valid and distinct in all three languages, and each command is offered in the right contexts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from bot.discord.ui import limits
from bot.discord.ui.locale import CommandTranslator
from bot.matches.seats.computers import COMPUTER_NAMES as LEVELS
from bot.table.play import game_commands
from rules.kernel.words.translation import Translator
from tests.discord.room import GAME, Room, private_answer

#: Discord's pattern for command names, in Python's syntax. Names must also be in lower case.
NAME_PATTERN = re.compile(r"[-_'\w]{1,32}")
LOCALES = ("hu", "es-ES", "es-419")
#: Maximum number of subcommands in a group that isn't generated for a game.
MAX_SUBCOMMANDS = 19
#: Names that aren't translated: language names, and "Discord", which stands for the language of the Discord client.
SAME_EVERYWHERE = {"Discord", "English", "Magyar", "Español"}


async def payloads(room: Room) -> list[dict[str, Any]]:
    commands = room.bot.tree.get_commands()
    return [await command.get_translated_payload(room.bot.tree, CommandTranslator()) for command in commands]


def nodes(node: Mapping[str, Any], path: str = "") -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield a command with all its groups, subcommands and options, each with its path, such as "match new game"."""
    here = f"{path} {node['name']}".strip()
    yield here, node
    for option in node.get("options") or []:
        yield from nodes(option, here)


async def test_every_name_and_description_is_in_three_languages(room: Room) -> None:
    lacking = [
        (path, key, locale)
        for payload in await payloads(room)
        for path, node in nodes(payload)
        for key in ("name", "description")
        for locale in LOCALES
        if not (node.get(f"{key}_localizations") or {}).get(locale)
    ]
    assert lacking == []


async def test_every_choice_is_in_three_languages(room: Room) -> None:
    choices = [
        choice for payload in await payloads(room) for _, node in nodes(payload) for choice in node.get("choices") or []
    ]
    assert {choice["value"] for choice in choices} >= set(LEVELS)
    for choice in choices:
        # Choices without letters, such as the hours of the day, aren't translated either.
        if choice["name"] not in SAME_EVERYWHERE and any(map(str.isalpha, choice["name"])):
            assert set(LOCALES) <= set(choice.get("name_localizations") or {}), choice


async def test_names_are_valid_and_no_two_in_a_group_are_alike_in_any_language(room: Room) -> None:
    everything = await payloads(room)
    groups = [everything, *(node.get("options") or [] for payload in everything for _, node in nodes(payload))]
    for group in groups:
        for locale in (None, *LOCALES):
            names = [node["name"] if locale is None else node["name_localizations"][locale] for node in group]
            assert len(set(names)) == len(names), (locale, names)
            for name in names:
                assert NAME_PATTERN.fullmatch(name), name
                assert name == name.lower()
    for payload in everything:
        for _, node in nodes(payload):
            texts = (node["description"], *node["description_localizations"].values())
            assert all(1 <= len(text) <= limits.COMMAND_DESCRIPTION for text in texts)


async def test_groups_have_room_for_more_commands(room: Room) -> None:
    made = {game.command for game in room.bot.games.values()}
    for payload in await payloads(room):
        most = limits.CHILDREN if payload["name"] in made else MAX_SUBCOMMANDS
        for path, node in nodes(payload):
            children = [one for one in node.get("options") or [] if one["type"] in (1, 2)]
            assert len(children) <= most, (
                f"/{path} has {len(children)} commands and takes {limits.CHILDREN}: move some that no release has had"
                " into a group by purpose, see docs/architecture.md#a-slash-command"
            )
    assert len(room.bot.tree.get_commands()) <= 80, "Discord takes 100 commands for all servers"


async def test_what_the_first_release_called_match_is_called_so_still(room: Room) -> None:
    (match,) = [payload for payload in await payloads(room) if payload["name"] == "match"]
    assert {option["name"] for option in match["options"]} >= {
        "new", "join", "leave", "start", "status", "board", "text", "log", "end", "concede", "claim", "computer",
        "return",
    }  # fmt: skip


async def test_commands_come_with_the_bot_in_a_server_and_few_are_offered_in_private_messages(room: Room) -> None:
    everything = await payloads(room)
    assert all(payload["integration_types"] == [0] for payload in everything), "0: a server has the bot"
    # Discord's contexts: 0 is servers, 1 is private messages with the bot, 2 is private messages between users.
    assert {payload["name"] for payload in everything if payload["contexts"] == [0, 1]} == {
        "away", "card", "deck", "help", "history", "ladder", "learn", "privacy", "profile", "replay", "rules",
        "settings", "waiting",
    }  # fmt: skip
    assert {tuple(payload["contexts"]) for payload in everything} == {(0,), (0, 1)}


async def test_a_client_in_another_language_sends_the_english_names(room: Room) -> None:
    """A Discord client in another language still sends English command names; only the bot's answers are translated."""
    ana = room.people[0]
    room.locales[ana.id] = "hu"
    assert await ana.autocomplete(room.table, "card", "name", "gua", game=GAME)
    await room.slash(ana, "match new", game=GAME)
    assert Translator("hu").t("There's no match here.") not in private_answer(await room.slash(ana, "help"))


def test_a_question_for_an_option_names_it_as_the_reader_may_see_it() -> None:
    assert game_commands.option_name("seat", "hu") == "hely / seat"
    assert game_commands.option_name("seat", "en") == "seat"
