"""Everything that the documentation refers to exists: commands, settings, folders, modules, pages and headings."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import asyncpg
import pytest
from annotated_types import Le
from discord import Permissions
from sqlalchemy import text as sql
from typer.main import get_command

import rules
from bot.app.settings import PREFIX, Settings
from bot.cli.main import app
from bot.discord.http.channel_permissions import PERMISSION_NAMES
from bot.features.owner.commands import owner
from bot.store.store import Store
from tests.discord.room import open_room
from tests.game_helpers import each
from tests.postgres import Server

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = {
    str(path.relative_to(ROOT)): path.read_text(encoding="utf-8")
    for path in (*sorted(ROOT.glob("*.md")), *sorted(DOCS.rglob("*.md")), *sorted(ROOT.glob("data/*/README.md")))
}
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
CODE = re.compile(r"`([^`\n]+)`|^ {4,}(\S.*)$", re.MULTILINE)
#: Matches a placeholder such as <game> in a path, and the slash at the end of a folder's path.
ANY = re.compile(r"<[^>]*>|/$")
MADE_UP = ("last_candle", "test_extort")
#: Words that follow a slash in the pages but aren't slash commands: folders, URL paths, and an example game.
PATHS = ("candle", "data", "healthz", "readyz", "metrics", "interactions")

BLOCK = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)

every_page = each("page", PAGES)


def code(page: str) -> Iterator[str]:
    """Yield the inline code on a page, and each line that is indented as a code block."""
    return (one or apart for one, apart in CODE.findall(BLOCK.sub("", PAGES[page])))


def anchors(text: str) -> set[str]:
    """Return the link anchors that GitHub generates for a page's headings."""
    headings = re.findall(r"^#+ (.+)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@every_page
def test_make_targets_exist(page: str) -> None:
    named = {target for part in code(page) for target in re.findall(r"^make ([a-z0-9]+)", part)}
    assert {target for target in named if not re.search(rf"^{target}:", MAKEFILE, re.MULTILINE)} == set()


@every_page
def test_commands_of_the_terminal_exist(page: str) -> None:
    known = get_command(app).commands  # type: ignore[attr-defined]
    for part in code(page):
        for name, more in re.findall(r"^(?:\.venv/bin/)?tenebrae ([a-z]\S*)(?: ([a-z][a-z-]+))?", part):
            assert name in known, part
            group = getattr(known[name], "commands", None)
            assert not more or group is None or more in group, part
            command = group[more] if group and more else known[name]
            options = {option for parameter in command.params for option in parameter.opts}
            assert set(re.findall(r"(?<!\S)--[a-z-]+", part)) <= options, part


@every_page
def test_tools_of_developers_exist(page: str) -> None:
    for part in code(page):
        for name in re.findall(r"^(?:\.venv/bin/)?python -m tools\.(\w+)", part):
            assert (ROOT / "tools" / f"{name}.py").is_file(), part
            tool = import_module(f"tools.{name}")
            if hasattr(tool, "app"):
                options = {option for parameter in get_command(tool.app).params for option in parameter.opts}
                assert set(re.findall(r"(?<!\S)--[a-z-]+", part)) <= options, part


@every_page
def test_links_lead_somewhere(page: str) -> None:
    here = (ROOT / page).parent
    for target, anchor in re.findall(r"\]\(([^)#:]*)(?:#([^)]*))?\)", BLOCK.sub("", PAGES[page])):
        path = (here / target).resolve() if target else ROOT / page
        assert path.exists(), target
        assert not anchor or anchor in anchors(path.read_text(encoding="utf-8")), f"{target}#{anchor}"


@every_page
def test_folders_and_modules_exist(page: str) -> None:
    for part in code(page):
        path = re.fullmatch(r"((?:rules|data|render|bot|tests|docs)(?:/[\w.<>-]+)*/?)(?:::(\w+))?", part)
        if path and not any(name in part for name in MADE_UP):
            found = list(ROOT.glob(ANY.sub(lambda match: "*" if match[0] != "/" else "", path[1])))
            assert found, part
            defined = rf"^ *(?:async )?(?:def|class) {path[2]}\b"
            assert not path[2] or re.search(defined, found[0].read_text(encoding="utf-8"), re.MULTILINE), part


@every_page
def test_no_page_names_a_machine(page: str) -> None:
    assert re.findall(r"(?:^|[\s`(])/(?:home|root|work|tmp)/\S*", PAGES[page]) == []


def test_the_example_of_a_test_is_a_test() -> None:
    (example,) = re.findall(r"^```python\n(.*?)^```$", PAGES["CONTRIBUTING.md"], re.MULTILINE | re.DOTALL)
    files = [path.read_text(encoding="utf-8") for path in (ROOT / "tests" / "discord").rglob("test_*.py")]
    assert sum(example in text for text in files) == 1


async def test_slash_commands_exist(tmp_path: Path) -> None:
    async with open_room(tmp_path / "tenebrae.sqlite") as room:
        known = {command.qualified_name: command for command in room.bot.tree.walk_commands()}
    known[owner.name] = owner  # the command tree lacks this command, which exists only on the owners' server
    for page in PAGES:
        for part in code(page):
            for name, more in re.findall(r"^/([a-z]+)(?: ([a-z_]+))?(?= [a-z]+:|$)", part):
                if name not in PATHS:
                    children = getattr(known.get(name), "commands", None)
                    assert name in known, f"{page}: {part}"
                    assert not (more and children) or f"{name} {more}" in known, f"{page}: {part}"


def test_every_page_is_in_the_index() -> None:
    index = PAGES["docs/index.md"]
    linked = {(DOCS / target).resolve() for target in re.findall(r"\]\(([^)#:]+)", index)}
    apart = {DOCS / "index.md", *(DOCS / "adr").glob("[0-9]*.md")}
    assert {page.resolve() for page in {*DOCS.rglob("*.md")} - apart} <= linked


@pytest.mark.parametrize("page", ["README.md", "CONTRIBUTING.md", "docs/index.md"])
def test_how_to_report_a_vulnerability_is_one_link_away(page: str) -> None:
    assert "SECURITY.md)" in PAGES[page]
    assert re.findall(r"\S+@\S+|https?://\S+", PAGES["SECURITY.md"]) == [], "an address that nobody may read"
    assert len(PAGES["SECURITY.md"].splitlines()) <= 60


def test_every_decision_is_in_their_index() -> None:
    linked = set(re.findall(r"\]\((\d{4}-[\w-]+\.md)\)", PAGES["docs/adr/README.md"]))
    assert linked == {page.name for page in (DOCS / "adr").glob("[0-9]*.md")}


def test_every_number_without_a_decision_is_explained() -> None:
    _, gaps = PAGES["docs/adr/README.md"].split("## Numbers without a page")
    explained = {int(one) for cell in re.findall(r"^\| ([\d, ]+) \|", gaps, re.MULTILINE) for one in cell.split(",")}
    numbers = [int(page.name[:4]) for page in (DOCS / "adr").glob("[0-9]*.md")]
    assert len(numbers) == len(set(numbers))
    assert explained == {*range(1, max(numbers))} - {*numbers}


@pytest.mark.parametrize("game", rules.GAMES)
def test_every_open_question_of_a_rulebook_is_ruled_once(game: str) -> None:
    open_questions = re.findall(r"^- \*\*[A-Z]+-(HC\.\d+)\*\*", rules.GAMES[game].digest(), re.MULTILINE)
    pages = list((DOCS / "adr").glob(f"*-rulings-{game.replace('_', '-')}.md"))
    assert len(pages) == bool(open_questions), "a page of rulings for each rulebook that leaves something open"
    for page in pages:
        rows = re.findall(r"\| (HC\.[^|]*) \|$", page.read_text("utf-8"), re.MULTILINE)
        assert sorted(re.findall(r"HC\.\d+", " ".join(rows))) == sorted(open_questions)


def test_every_setting_is_told() -> None:
    example = (ROOT / ".env.example").read_text(encoding="utf-8")
    shown = set(re.findall(rf"^#?{PREFIX}(\w+)=", example, re.MULTILINE))
    told = set(re.findall(rf"^\| `{PREFIX}(\w+)`", PAGES["docs/hosting/settings.md"], re.MULTILINE))
    assert shown == told == {name.upper() for name in Settings.model_fields}


def test_hosting_starts_on_one_page_that_leads_to_all_others() -> None:
    start = PAGES["docs/hosting.md"]
    assert len(start.splitlines()) <= 160
    linked = {(DOCS / target).resolve() for target in re.findall(r"\]\(([^)#:]+)", start)}
    assert {*(DOCS / "hosting").glob("*.md"), DOCS / "observability" / "README.md"} <= linked


def test_the_most_that_a_setting_may_be_is_told() -> None:
    rows = dict(re.findall(rf"^\| `{PREFIX}(\w+)` \|(.*)", PAGES["docs/hosting/settings.md"], re.MULTILINE))
    limits = {
        name: [one.le for one in field.metadata if isinstance(one, Le)] for name, field in Settings.model_fields.items()
    }
    assert any(limits.values())
    for name, most in limits.items():
        assert all(f"up to {one}" in rows[name.upper()] for one in most), name


@pytest.mark.parametrize("page", ["README.md", "docs/hosting.md"])
def test_the_permissions_named_are_those_that_are_used(page: str) -> None:
    known = {name.replace("_", " ").title().replace(" In ", " in ") for name in Permissions.VALID_FLAGS}
    known |= set(PERMISSION_NAMES.values())
    marked = {" ".join(words.split()) for words in re.findall(r"\*([\w\s]+?)\*", PAGES[page])}
    assert marked & known == set(PERMISSION_NAMES.values())


async def test_the_statements_that_tell_how_many_posts_are_due_are_ones(server: Server, tmp_path: Path) -> None:
    asked, asked_of_a_file = re.findall(r"^ +(SELECT [^;]+;)", PAGES["docs/scale.md"], re.MULTILINE)
    name = server.lend()
    connection = await asyncpg.connect(server.address(name))
    try:
        assert [tuple(row) for row in await connection.fetch(asked)] == [(0, None)]
    finally:
        await connection.close()
        server.take_back(name)
    async with await Store.open(tmp_path / "a.sqlite") as store:
        assert [tuple(row) for row in await store.read.all(sql(asked_of_a_file))] == [(0, None)]
