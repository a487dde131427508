"""The playground's panes in a browser: the timeline stays where the reader is, and pictures don't vanish."""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator
from pathlib import Path

import discord
import pytest
from discord import app_commands, ui
from PIL import Image
from playwright.async_api import Browser, Page

from bot.playground.server import Playground
from bot.playground.simulated_discord import SimulatedDiscord
from tests.house.test_playground import StubHost

PHONE = {"width": 390, "height": 844}
#: The colours of the pictures, in the order of the bot's answers.
COLOURS = ("red", "green", "blue")
AT_END = "timeline.scrollHeight - timeline.scrollTop - timeline.clientHeight < 2"


class PanelBot(discord.Client):
    """A bot whose panel is taller than a phone, with a picture, a menu and buttons. Each press edits the panel."""

    def __init__(self) -> None:
        super().__init__(intents=discord.Intents(guilds=True))
        self.tree = app_commands.CommandTree(self)
        self.edits = 0
        #: The bot edits its panel after a press on *Slow* once this event is set.
        self.may_answer = asyncio.Event()

    def panel(self) -> tuple[ui.LayoutView, discord.File]:
        """Return the panel and its picture."""
        file = io.BytesIO()
        Image.new("RGB", (600, 400 + self.edits), COLOURS[self.edits % len(COLOURS)]).save(file, "PNG")
        file.seek(0)
        view = ui.LayoutView(timeout=None)
        gallery = ui.MediaGallery[ui.LayoutView]()
        gallery.add_item(media="attachment://picture.png")
        view.add_item(gallery)
        view.add_item(ui.TextDisplay("\n".join(f"edit {self.edits}, line {line}" for line in range(8))))
        options = [discord.SelectOption(label=f"Card {number}") for number in range(9)]
        view.add_item(ui.ActionRow(ui.Select[ui.LayoutView](options=options, placeholder="Choose", custom_id="menu")))
        view.add_item(
            ui.ActionRow(
                ui.Button[ui.LayoutView](label="Again", custom_id="again"),
                ui.Button[ui.LayoutView](label="Slow", custom_id="slow"),
            )
        )
        view.add_item(ui.TextDisplay("\n\n".join(["more below"] * 30)))
        view.stop()
        return view, discord.File(file, "picture.png")

    async def setup_hook(self) -> None:
        @self.tree.command(description="Panel")
        async def panel(interaction: discord.Interaction) -> None:
            view, file = self.panel()
            await interaction.response.send_message(view=view, file=file, ephemeral=True)

        @self.tree.command(description="Talk")
        async def talk(interaction: discord.Interaction) -> None:
            await interaction.response.send_message("\n".join(["news"] * 10))

        await self.tree.sync()

    async def on_interaction(self, interaction: discord.Interaction) -> None:
        if interaction.type is not discord.InteractionType.component:
            return
        await interaction.response.defer()
        if interaction.data and interaction.data.get("custom_id") == "slow":
            await interaction.followup.send("working on it", ephemeral=True)
            await self.may_answer.wait()
        self.edits += 1
        view, file = self.panel()
        await interaction.edit_original_response(view=view, attachments=[file])


@pytest.fixture
async def simulated(tmp_path: Path) -> AsyncIterator[SimulatedDiscord]:
    simulated = SimulatedDiscord(PanelBot(), tmp_path / "world.pickle")
    await simulated.env.start()
    yield simulated
    await simulated.env.shutdown()


@pytest.fixture
async def playground(simulated: SimulatedDiscord) -> AsyncIterator[Playground]:
    playground = Playground(simulated, 0, StubHost(simulated))
    await playground.start()
    yield playground
    await playground.stop()


@pytest.fixture
async def page(playground: Playground, simulated: SimulatedDiscord, browser: Browser) -> AsyncIterator[Page]:
    """Ana's view of the table on a phone, with a panel at the end."""
    ana = simulated.people[0]
    for _ in range(3):
        await ana.member.slash(simulated.table, "talk")
    await ana.member.slash(simulated.table, "panel")
    page = await browser.new_page(viewport=PHONE, bypass_csp=True)
    await page.goto(playground.table_of(ana))
    await page.get_by_text("edit 0, line 7").wait_for()
    await _rest(page)
    yield page
    await page.close()


async def _rest(page: Page) -> None:
    """Wait until the page has loaded everything, and has had time for another scroll."""
    await page.wait_for_function("document.getElementById('preview-app').getAttribute('aria-busy') === 'false'")
    await page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


async def _top(page: Page) -> float:
    """Return the distance of the panel's top from the top of the window."""
    return await page.evaluate(
        "document.querySelector('[data-message-id]:has(.select-trigger)').getBoundingClientRect().top"
    )


async def _scroll_to_panel(page: Page) -> float:
    """Scroll by hand to the panel's top, so that its menu is low in the window. Return the top's position."""
    await page.locator("#channel-timeline").hover()
    await page.mouse.wheel(0, await _top(page) - 60)
    await page.wait_for_function("document.querySelector('.select-trigger').getBoundingClientRect().top > 300")
    await page.evaluate("new Promise((done) => setTimeout(done, 300))")
    return await _top(page)


async def test_a_press_leaves_the_timeline_where_the_reader_is(page: Page) -> None:
    before = await _scroll_to_panel(page)
    await page.locator(".select-trigger").click()
    await page.get_by_role("option", name="Card 0").wait_for()
    await _rest(page)
    assert abs(await _top(page) - before) < 2
    await page.get_by_role("option", name="Card 0").click()
    await page.get_by_text("edit 1, line 7").wait_for()
    await _rest(page)
    assert abs(await _top(page) - before) < 2
    await page.get_by_role("button", name="Again").click()
    await page.get_by_text("edit 2, line 7").wait_for()
    await _rest(page)
    assert abs(await _top(page) - before) < 2


async def test_only_a_reader_at_the_end_is_taken_along_with_a_new_message(
    page: Page, simulated: SimulatedDiscord
) -> None:
    at_end = f"(() => {{ const timeline = document.getElementById('channel-timeline'); return {AT_END}; }})()"
    assert await page.evaluate(at_end)
    await simulated.people[1].member.slash(simulated.table, "talk")
    await page.wait_for_function("document.querySelectorAll('article[data-message-id]').length === 5")
    await _rest(page)
    assert await page.evaluate(at_end)
    before = await _scroll_to_panel(page)
    await simulated.people[1].member.slash(simulated.table, "talk")
    await page.wait_for_function("document.querySelectorAll('article[data-message-id]').length === 6")
    await _rest(page)
    assert abs(await _top(page) - before) < 2


async def test_an_old_picture_stays_until_the_new_one_is_there(page: Page) -> None:
    visible = "[...document.querySelectorAll('.gallery-item img')].filter((one) => one.offsetHeight > 100)"
    requested, may_load = asyncio.Event(), asyncio.Event()

    async def late(route: object) -> None:
        requested.set()
        await may_load.wait()
        await route.continue_()  # type: ignore[attr-defined]

    await page.route("**/api/assets/**", late)
    old = await page.evaluate(f"{visible}[0].naturalHeight")
    await page.get_by_role("button", name="Again").click()
    await page.get_by_text("edit 1, line 7").wait_for()
    await requested.wait()
    assert await page.evaluate(f"{visible}.map((one) => one.naturalHeight)") == [old]
    may_load.set()
    await page.wait_for_function(f"{visible}[0].naturalHeight === {old + 1}")
    assert await page.evaluate(f"{visible}.length") == 1
    await page.unroute_all(behavior="wait")
    # A picture that is gone before the page has asked for it is replaced soon after. The old one stays until then.
    await page.route("**/api/assets/**", lambda route: route.fulfill(status=404))
    await page.get_by_role("button", name="Again").click()
    await page.get_by_text("edit 2, line 7").wait_for()
    await _rest(page)
    assert await page.evaluate(f"{visible}.map((one) => one.naturalHeight)") == [old + 1]
    assert "unavailable" not in await page.locator("#channel-message-list").inner_text()


async def test_a_slow_answer_is_announced_and_blocks_no_other_press(page: Page, simulated: SimulatedDiscord) -> None:
    await page.get_by_role("button", name="Slow").click()
    await page.locator("#channel-message-list").get_by_text("working on it").wait_for()
    await page.get_by_role("button", name="Again").click()
    await page.get_by_text("edit 1, line 7").wait_for()
    bot = simulated.env.bot
    assert isinstance(bot, PanelBot)
    bot.may_answer.set()
    await page.get_by_text("edit 2, line 7").wait_for()


async def test_the_language_is_chosen_where_the_game_is(
    playground: Playground, simulated: SimulatedDiscord, browser: Browser
) -> None:
    """The dialog covers the language at the top of the page, so the first match would always be in English."""
    page = await browser.new_page(viewport=PHONE)
    await page.goto(playground.address)
    await page.get_by_role("tab", name="Ana").wait_for()
    await page.get_by_role("button", name="New match").click()
    async with page.expect_response("**/locale"):
        await page.locator("#choose #locale").select_option("hu")
    assert simulated.locale == "hu"
    assert await page.locator("select").count() == 1
    await page.locator("#choose-close").click()
    assert await page.locator("header #locale").input_value() == "hu"
    await page.close()
