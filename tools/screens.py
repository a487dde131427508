"""Takes screenshots of players' screens on a desktop and on a phone, in every language (`make screens`).

The playground runs in headless Chromium. The real bot plays the matches with a fixed seed and a stopped clock, so two
runs look alike. data/<game>/screens.toml lists the screens of a game.
"""

from __future__ import annotations

import asyncio
import itertools
import random
import tomllib
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import aclosing
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer
from playwright.async_api import Browser, Page

import rules
from bot.app import logs
from bot.app.settings import EXIT_NO_BROWSER, ConfigError, StartError, load_settings
from bot.cli.arguments import game_named
from bot.cli.lab.simulation import random_policy
from bot.cli.main import main
from bot.computers.policies import greedy_policy
from bot.playground.run import Opened, opened, prepare
from bot.playground.simulated_discord import PlaygroundPerson, components
from rules.kernel.engine.decisions import Decision
from rules.kernel.engine.match import Match
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import LOCALES
from tools import headless_browser
from tools.command_line import command_line
from tools.screen_pictures import WIDTHS, Shot, height, index, write_composites

#: How many steps of a lesson are completed before the screenshot.
COMPLETED_LESSON_STEPS = 3
_DISCORD = {"en": "en-US", "hu": "hu", "es": "es-ES"}
#: The time that the stopped clock shows, in seconds since 1970.
_NOW = 1_800_000_000
_CLOCK = f"""{{
  const Clock = Date;
  globalThis.Date = class extends Clock {{
    constructor(...when) {{ if (when.length) super(...when); else super({_NOW * 1000}); }}
    static now() {{ return {_NOW * 1000}; }}
  }};
}}"""
#: JavaScript that waits until nothing on the page moves any more.
_READY = """(async () => {
  const ready = () => document.getElementById("preview-app")?.getAttribute("aria-busy") === "false"
    && [...document.images].every((image) => image.complete && image.naturalWidth);
  for (let times = 0, same = 0, before = ""; same < 6; times++) {
    if (times > 600) throw new Error("the page does not come to rest");
    await new Promise((done) => setTimeout(done, 50));
    const list = document.getElementById("channel-message-list");
    const now = ready() ? `${list.childElementCount} ${list.scrollHeight} ${list.clientWidth}` : "";
    same = now && now === before ? same + 1 : 0;
    before = now;
  }
  await document.fonts.ready;
})()"""
#: JavaScript that returns the measurements, in CSS pixels.
_MEASURE = """(() => {
  const timeline = document.getElementById("channel-timeline");
  timeline.scrollTop = timeline.scrollHeight;
  const last = [...document.querySelectorAll(".channel-message")].at(-1);
  const box = last.getBoundingClientRect(), frame = timeline.getBoundingClientRect();
  const choice = last.querySelector('.message-components button, .message-components [role="combobox"]');
  const picture = [...last.querySelectorAll("img")].filter((image) => image.clientWidth > 150).at(-1);
  return {
    controls: Math.ceil(box.bottom - (picture === undefined ? box.top : picture.getBoundingClientRect().bottom)),
    sideways: Math.max(document.documentElement.scrollWidth - innerWidth, timeline.scrollWidth - timeline.clientWidth),
    hidden: Math.max(0, Math.ceil(frame.top - box.top)),
    room: Math.floor(frame.height),
    choice: choice === null ? 0 : Math.ceil(choice.getBoundingClientRect().bottom - box.top),
  };
})()"""


#: JavaScript that enlarges the text of the newest message to 130 %, as many people set their phones, and returns the
#: height below its picture.
_MEASURE_LARGE = """(() => {
  const last = [...document.querySelectorAll(".channel-message")].at(-1);
  const parts = [...last.querySelectorAll("*")].map((part) => [part, getComputedStyle(part)])
    .map(([part, style]) => [part, parseFloat(style.fontSize), parseFloat(style.lineHeight)]);
  for (const [part, size, line] of parts) {
    part.style.fontSize = `${size * 1.3}px`;
    if (line) part.style.lineHeight = `${line * 1.3}px`;
  }
  const picture = [...last.querySelectorAll("img")].filter((image) => image.clientWidth > 150).at(-1);
  const box = last.getBoundingClientRect();
  return Math.ceil(box.bottom - (picture === undefined ? box.top : picture.getBoundingClientRect().bottom));
})()"""


class FixedClock:
    """A clock that always shows the same time."""

    def now(self) -> int:
        return _NOW

    def monotonic(self) -> float:
        return float(_NOW)


@dataclass(frozen=True)
class Wanted:
    """A decision to show: its question, the minimum number of choices, and the minimum number of moves before it."""

    question: str
    choices: int = 1
    after: int = 0

    def matches(self, decision: Decision, seq: int) -> bool:
        """Return whether a decision is the wanted one, if `seq` moves were made before it."""
        return decision.prompt.key == self.question and len(decision.actions) >= self.choices and seq > self.after


@dataclass(frozen=True)
class Rare:
    """A rare question to take a screenshot of. It comes from a separate match, which is played at random."""

    question: str
    seats: int
    luck: str

    def match(self, game: AnyGame) -> Match[Any]:
        """Play the match until the question is asked, and return it. Raises StartError if this never happens."""
        match, luck = game.new(self.seats, self.luck, game.first_match), random.Random(self.luck)
        while offers := match.decisions():
            seat, decision = next(iter(offers.items()))
            if decision.prompt.key == self.question:
                return match
            match.apply(seat, random_policy(match, seat, decision, luck))
        raise _not_asked(game, self.question)


@dataclass(frozen=True)
class Plan:
    """The screens of a game to take screenshots of, as listed in the game's screens.toml."""

    seats: int
    luck: str
    typical: Wanted
    reaction: Wanted | Rare

    @classmethod
    def read(cls, game: AnyGame) -> Plan | None:
        """Read the screens of a game. Return None if the game has no screens.toml."""
        file = files("data").joinpath(game.id, "screens.toml")
        if not file.is_file():
            return None
        told = tomllib.loads(file.read_text("utf-8"))
        reaction = told["reaction"]
        shown = Rare(**reaction) if "luck" in reaction else Wanted(**reaction)
        return cls(told["seats"], told["luck"], Wanted(**told["typical"]), shown)


def _not_asked(game: AnyGame, question: str) -> StartError:
    return StartError(f"Nobody is asked {question!r} in the match of data/{game.id}/screens.toml.")


class Table:
    """Plays one game in one language at the playground's table."""

    def __init__(self, playground: Opened, game: AnyGame, plan: Plan, locale: str) -> None:
        self._bot, self._simulated, _ = playground
        self._game = game
        self._plan = plan
        self._locale = locale
        self._luck = random.Random(plan.luck)
        self._simulated.locale = _DISCORD[locale]

    async def screens(self) -> AsyncGenerator[tuple[str, PlaygroundPerson]]:
        """Play a match. When a screen is ready, yield its name and the person who sees it."""
        simulated, plan, game = self._simulated, self._plan, self._game
        lobby = self._bot.service.lobby
        lobby._seed = lambda: plan.luck  # pyright: ignore[reportPrivateUsage]
        # Replace the shuffle, so players sit in the order they joined.
        lobby._shuffle = _keep_order  # pyright: ignore[reportPrivateUsage]
        host = await simulated.open_lobby(simulated.table, game.id, plan.seats)
        await self._bot.wait_until_idle()
        yield "lobby", simulated.people[0]
        await self._press(host, "start")
        yield "first", await self._to_move()
        await self._until(plan.typical)
        # The second panel of a person is without the note for newcomers.
        yield "typical", await self._to_move()
        if isinstance(plan.reaction, Wanted):
            await self._until(plan.reaction)
            yield "reaction", await self._to_move()
        await self._until(None)
        yield "end", simulated.people[0]
        watcher = simulated.people[-1]
        panel: Any = (await watcher.member.slash(simulated.table, "learn", game=game.id)).response
        for _ in range(COMPLETED_LESSON_STEPS):
            await watcher.member.click(panel, custom_id=_with(panel, "lshow"))
        yield "lesson", watcher
        if isinstance(plan.reaction, Rare):
            yield "reaction", await self._import(plan.reaction)

    async def _until(self, wanted: Wanted | None) -> PlaygroundPerson:
        """Play until a wanted decision, and return the player who must make it.

        If `wanted` is None, play to the end of the match, and return the first player.

        The channel gets a single summary, as after an outage, because drawing every board would take minutes.
        """
        await self._bot.delivery.stop()
        while (info := await self._bot.service.matches.in_channel(self._simulated.table.id)) is not None:
            match = (await self._bot.service.matches.table_of(info)).match
            seat, decision = next(iter(match.decisions().items()))
            if wanted is not None and wanted.matches(decision, info.seq):
                break
            action = greedy_policy(match, seat, decision, self._luck)
            await self._bot.service.play.act(info.id, info.seats[seat].user_id, action)
        self._bot.delivery.start()
        await self._bot.wait_until_idle()
        if wanted is None:
            return self._simulated.people[0]
        if info is None:
            raise _not_asked(self._game, wanted.question)
        return await self._to_move()

    async def _to_move(self) -> PlaygroundPerson:
        """Open the panel of a player who must make a decision. Return the player."""
        info = await self._bot.service.matches.in_channel(self._simulated.table.id)
        assert info is not None
        match = (await self._bot.service.matches.table_of(info)).match
        user = info.seats[min(match.decisions())].user_id
        who = next(person for person in self._simulated.people if person.member.id == user)
        await self._press(who.member, "move")
        return who

    async def _import(self, rare: Rare) -> PlaygroundPerson:
        """Import the match with a rare question. Return the player who is asked."""
        match, table = rare.match(self._game), self._simulated.table
        players = [(one.member.id, one.name) for one in self._simulated.players[: match.state.seats]]
        where = {"guild_id": self._simulated.guild.id, "channel_id": table.id}
        await self._bot.service.transfer.adopt(match.dump(), players=players, locale=self._locale, **where)
        await self._bot.wait_until_idle()
        return await self._to_move()

    async def _press(self, who: Any, verb: str) -> None:
        """Let a person press the newest button with this verb in the channel."""
        posts = [post for post in self._simulated.table.history() if _with(post, verb)]
        await who.click(posts[-1], custom_id=_with(posts[-1], verb))
        await self._bot.wait_until_idle()


def _keep_order(x: Any) -> None:
    """Keep the order as it is, instead of shuffling."""


def _with(message: Any, verb: str) -> str | None:
    """Return the custom_id of a message's button with this verb, or None."""
    found = (item["custom_id"] for item in components(message) if item["custom_id"].split(":")[1] == verb)
    return next(found, None)


async def take(
    browser: str, games: Sequence[tuple[AnyGame, Plan]], locales: Sequence[str], widths: Sequence[int], folder: Path
) -> AsyncGenerator[Shot]:
    """Take the screenshots of these games. Yield each of them as soon as its file is in the folder."""
    async with headless_browser.opened(browser) as running:
        pages = [await _page(running, width) for width in widths]
        for (game, plan), locale in itertools.product(games, locales):
            # This closes the playground before the browser, even after an error.
            async with aclosing(_screens(game, plan, locale)) as seen:
                async for screen, address in seen:
                    for width, page in zip(widths, pages, strict=True):
                        picture, told = await _picture(page, address, width)
                        shot = Shot(
                            game.id,
                            screen,
                            locale,
                            width,
                            told["sideways"],
                            told["choice"],
                            told["room"],
                            told["controls"],
                            told["large"],
                        )
                        await asyncio.to_thread((folder / shot.name).write_bytes, picture)
                        yield shot


async def _screens(game: AnyGame, plan: Plan, locale: str) -> AsyncGenerator[tuple[str, str]]:
    """Play a game in its own playground. Yield each screen's name and URL as soon as the screen is ready."""
    with TemporaryDirectory() as kept:
        prepare(Path(kept), fresh=True)
        async with opened(load_settings(None), Path(kept), 0, FixedClock()) as playground:
            async for screen, viewer in Table(playground, game, plan, locale).screens():
                yield screen, playground.page.table_of(viewer)


async def _page(running: Browser, width: int) -> Page:
    page = await headless_browser.window(running, width, height(width))
    await page.add_init_script(_CLOCK)
    return page


async def _picture(page: Page, address: str, width: int) -> tuple[bytes, dict[str, int]]:
    """Return a screenshot that is tall enough to show the whole newest message, and its measurements."""
    await page.set_viewport_size({"width": width, "height": height(width)})
    # Without this, going to the same page with another fragment wouldn't load the page again.
    await page.goto("about:blank")
    await page.goto(address)
    await page.evaluate(_READY)
    told = await page.evaluate(_MEASURE)
    if told["hidden"]:
        await page.set_viewport_size({"width": width, "height": height(width) + told["hidden"]})
        await page.evaluate(_READY)
        told = {**await page.evaluate(_MEASURE), "room": told["room"]}
    picture = await page.screenshot()
    return picture, {**told, "large": await page.evaluate(_MEASURE_LARGE)}


def _planned(games: Sequence[AnyGame], tell: Callable[[str], None]) -> Iterator[tuple[AnyGame, Plan]]:
    """Yield the games whose screens are listed, and report the others."""
    for game in games:
        if (plan := Plan.read(game)) is None:
            tell(f"NO SCREENSHOTS of {game.id}: there is no data/{game.id}/screens.toml.")
        else:
            yield game, plan


def run(
    games: Sequence[AnyGame],
    locales: Sequence[str],
    widths: Sequence[int],
    folder: Path,
    composites: Path | None,
    tell: Callable[[str], None],
) -> None:
    """Take the screenshots, report each of them with `tell`, and write a page that shows them. Raises StartError.

    If `composites` is a folder, the screenshots are put side by side there, as docs/screens.md shows them.
    """
    for locale in locales:
        if locale not in LOCALES:
            raise ConfigError(f"There is no language {locale!r}; the languages are: {', '.join(LOCALES)}.")
    browser = headless_browser.program()
    if browser is None:
        names = ", ".join(headless_browser.NAMES)
        raise StartError(f"NO SCREENSHOTS: no Chromium found under the names {names}.", EXIT_NO_BROWSER)

    planned = list(_planned(games, tell))

    async def taken() -> list[Shot]:
        shots: list[Shot] = []
        async with aclosing(take(browser, planned, locales, widths, folder)) as pictures:
            async for shot in pictures:
                tell(shot.text())
                shots.append(shot)
        return shots

    try:
        folder.mkdir(parents=True, exist_ok=True)
        shots = asyncio.run(taken())
        (folder / "index.html").write_text(index(shots), encoding="utf-8")
        tell(f"{len(shots)} pictures: {folder / 'index.html'}")
        if composites is not None:
            tell(f"{write_composites(shots, folder, composites)} composites: {composites}")
    except OSError as error:
        where = error.filename or folder
        raise ConfigError(f"The folder {where} can't be written: {error.strerror or error}.") from error


def screens(
    game: Annotated[list[str] | None, typer.Argument(metavar="GAME", help="Games; all by default.")] = None,
    locale: Annotated[list[str] | None, typer.Option(help="en, hu or es; can be repeated, all by default.")] = None,
    width: Annotated[
        list[int] | None,
        typer.Option(min=200, max=4000, help="The window's width; can be repeated, by default 390 and 1280."),
    ] = None,
    out: Annotated[Path, typer.Option(help="The folder for the pictures and a page that shows them.")] = Path(
        "build/screens"
    ),
    composites: Annotated[
        Path | None, typer.Option(help="Also write the pictures of docs/screens.md into this folder.")
    ] = None,
) -> None:
    """Take pictures of each game's lobby, turns, reaction, end and lesson; exits with 5 without a Chromium."""
    logs.set_up("WARNING")
    chosen = [game_named(one) for one in game or rules.GAMES]
    run(chosen, locale or LOCALES, width or WIDTHS, out, composites, typer.echo)


app = command_line(screens)

if __name__ == "__main__":
    main(app)
