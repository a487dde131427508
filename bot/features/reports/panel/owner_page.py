"""The reports page of `/owner`, with a form for answering each report."""

from __future__ import annotations

from bot.discord.bot import Bot
from bot.discord.ui import controls, safe_names
from bot.discord.ui.answers import respond
from bot.discord.ui.controls import ComponentInteraction, on
from bot.discord.ui.person_lookup import say_at_once
from bot.features.owner.panel.audit_page import ACTION_WORDS
from bot.features.owner.panel.page_frame import MAX_ROWS, Items, check, list_part, page
from bot.features.reports.model import ReportRow
from bot.features.reports.service import ANSWERED_ACTION, MAX_ANSWER_LENGTH, Reports
from bot.matches.quotas import MAX_REASON_LENGTH
from rules.kernel.words.translation import N_, Translator

PAGE_NAME = "reports"
#: Number of reports per page.
PAGE_SIZE = 6


@page(PAGE_NAME, N_("Reports"))
async def reports(bot: Bot, say: Translator, part: int) -> Items:
    """Return a page of the reports that wait for an answer, oldest first."""
    rows = await bot.service.part(Reports).first_open(MAX_ROWS)
    if not rows:
        return [controls.text(say.t("No reports to answer."))]
    rows_on_page, turning = list_part(say, PAGE_NAME, rows, part, PAGE_SIZE)
    answer = say.t("Answer")
    listed = [controls.section(_report(say, row), controls.button(answer, "ownerask", row.id)) for row in rows_on_page]
    return [*listed, *turning]


def _report(say: Translator, row: ReportRow) -> str:
    who = f"<@{row.user_id}>"
    head = say.t("Report {n} by {who}, match {match}", n=row.id, who=who, match=row.match_id)
    return f"{head}, <t:{row.at}:R>\n> {safe_names.safe_name(row.words, MAX_REASON_LENGTH)}"


@on("ownerask", asks=True)
async def ask(press: ComponentInteraction) -> None:
    """Open the form for answering a report."""
    say, (number,) = say_at_once(press.interaction), press.numbers(1)
    fields = [(say.t("What should I tell them?"), controls.paragraph("words", MAX_ANSWER_LENGTH))]
    title = say.t("Answer report {n}", n=number)
    await press.interaction.response.send_modal(controls.fields_form(title, fields, "owneranswer", number))


@on("owneranswer", opens=True)
async def keep(press: ComponentInteraction) -> None:
    """Save the answer to a report, and queue its delivery to the author."""
    interaction, (number,) = press.interaction, press.numbers(1)
    say = await check(interaction)
    row = await interaction.client.service.part(Reports).answer(number, press.value, by=interaction.user.id)
    message = say.t(
        "You've answered report {n}; {who} gets it by private message or with their next command.",
        n=row.id,
        who=f"<@{row.user_id}>",
    )
    await respond(interaction, message)


ACTION_WORDS[ANSWERED_ACTION] = lambda say, value: say.t("report {n} answered", n=value)
