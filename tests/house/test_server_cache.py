"""Only one module reads discord.py's server cache, because a bot that runs over HTTP without the gateway has none."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
#: The only module that may read the cache, and a module that may use the same attributes because it has just fetched
#: the servers.
HOME, FETCHED = Path("bot/discord/server_directory.py"), Path("bot/discord/doctor/server_checks.py")
#: Attributes that read the cache. Methods of `http` with the same names send a request to Discord instead.
CACHED = {
    "get_channel", "get_channel_or_thread", "get_guild", "get_member", "get_member_named", "get_role", "get_thread",
    "get_all_channels", "get_all_members", "guilds", "preferred_locale", "permissions_for", "guild_permissions", "me",
    "default_role", "top_role",
}  # fmt: skip
#: Attributes that read the cache if they are accessed on a server or a member.
OF_SERVERS = {"channels", "text_channels", "forums", "threads", "roles", "members", "owner"}


def reads(tree: ast.AST) -> Iterator[tuple[int, str]]:
    """Yield the line number and the expression of each access to the cache."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            of = ast.unparse(node.value).rpartition(".")[2]
            cached = node.attr in CACHED and of != "http"
            if cached or (node.attr in OF_SERVERS and of in ("guild", "member", "user")):
                yield node.lineno, f"{of}.{node.attr}"


def test_the_cache_of_servers_is_read_in_one_module() -> None:
    found_in = [path for one in ("discord", "table", "features") for path in sorted((ROOT / "bot" / one).rglob("*.py"))]
    files = [file.relative_to(ROOT) for file in found_in if "statements" not in file.parts]
    assert HOME in files
    assert list(reads(ast.parse((ROOT / HOME).read_text(encoding="utf-8"))))
    found = [
        f"{file}:{line}: {what}"
        for file in files
        if file not in (HOME, FETCHED)
        for line, what in reads(ast.parse((ROOT / file).read_text(encoding="utf-8")))
    ]
    assert found == [], f"ask {HOME}, which knows how without the gateway"


@pytest.mark.parametrize(
    "code", ["bot.get_channel(1)", "interaction.user.roles", "guild.channels", "x.guild.get_role(2)", "guild.me"]
)
def test_a_reading_of_the_cache_is_found(code: str) -> None:
    assert list(reads(ast.parse(code)))


@pytest.mark.parametrize("code", ["bot.http.get_member(1, 2)", "settings.channels", "person.user.name"])
def test_nothing_else_is_found(code: str) -> None:
    assert not list(reads(ast.parse(code)))
