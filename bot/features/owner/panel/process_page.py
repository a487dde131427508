"""The processes page of `/owner`: each process with its current work, and buttons to drain or stop it."""

from __future__ import annotations

from typing import Any, cast

from discord import ui

from bot.discord.bot import Bot
from bot.discord.ui import controls
from bot.discord.ui.controls import ComponentInteraction, Style, on
from bot.features.owner.panel.health_page import QUANTILE_WORDS
from bot.features.owner.panel.page_frame import Items, check, list_part, page, show, show_items
from bot.matches.processes import Instruction, ProcessRow, is_gone, short_name
from rules.kernel.words.translation import N_, Translator

PAGE_NAME = "processes"
#: Number of processes per page (a message can have only 40 components), and the button value that stands for all
#: processes.
PAGE_SIZE, ALL_PROCESSES = 4, "all"
_DOORS = {"gateway": N_("over the gateway"), "http": N_("over HTTP")}
_STATES = {"serve": N_("is running"), "drain": N_("starts nothing new"), "stop": N_("stops once everything is done")}
#: The instructions that a process can receive next, keyed by its current instruction.
_NEXT_INSTRUCTIONS: dict[Instruction, tuple[Instruction, ...]] = {
    "serve": ("drain",),
    "drain": ("serve", "stop"),
    "stop": ("serve",),
}
#: Button labels for the instructions.
_ORDERS: dict[str, str] = {"serve": N_("Resume"), "drain": N_("Start nothing new"), "stop": N_("Stop")}


@page(PAGE_NAME, N_("Processes"))
async def processes(bot: Bot, say: Translator, part: int) -> Items:
    """Return all processes, each with buttons for the instructions that it can receive."""
    now = bot.clock.now()
    # List live processes first.
    rows = sorted(await bot.service.processes.list_all(), key=lambda row: is_gone(row, now))
    rows_on_page, turning = list_part(say, PAGE_NAME, rows, part, PAGE_SIZE)
    items: list[ui.Item[Any]] = []
    for row in rows_on_page:
        items.append(controls.text(_state_words(say, row, now, own=row.name == bot.service.processes.own_name)))
        if not is_gone(row, now):
            items.append(controls.row(*_buttons(say, row.name, row.wanted)))
    items += turning
    if len(rows) > 1:
        both = [controls.button(say.t("All: start nothing new"), "ownerwant", ALL_PROCESSES, "drain")]
        both.append(controls.button(say.t("All: resume"), "ownerwant", ALL_PROCESSES, "serve"))
        items += [ui.Separator[Any](), controls.row(*both)]
    hint = say.t(
        "A process that starts nothing new continues its matches, and load balancers use other processes. "
        "Whatever keeps a process up restarts it after a stop, for example systemd or Docker."
    )
    return [*items, controls.text(f"-# {hint}")]


def _buttons(say: Translator, name: str, instruction: Instruction) -> list[ui.Button[Any]]:
    return [
        controls.button(
            say.t(_ORDERS[next_instruction]),
            "ownerwant",
            name,
            next_instruction,
            style=Style.danger if next_instruction == "stop" else Style.secondary,
        )
        for next_instruction in _NEXT_INSTRUCTIONS[instruction]
    ]


def _state_words(say: Translator, row: ProcessRow, now: int, *, own: bool) -> str:
    """Return a text that describes the state of a process."""
    name = f"**{short_name(row.name)}**" + (f" ({say.t('the one answering you')})" if own else "")
    sentences = [
        say.t(
            "{name}: version {version}, {door}, since {time}",
            name=name,
            version=row.version,
            door=say.t(_DOORS[row.door]),
            time=f"<t:{row.started_at}:f>",
        )
    ]
    if is_gone(row, now):
        sentences.append(say.t("No sign of life since {time}.", time=f"<t:{row.seen_at}:R>"))
    else:
        sentences.append(
            say.t(
                "It {state}; its last sign of life was at {time}.",
                state=say.t(_STATES[row.wanted]),
                time=f"<t:{row.seen_at}:R>",
            )
        )
    sentences += figures(say, row)
    return "\n".join(sentences)


def figures(say: Translator, row: ProcessRow) -> list[str]:
    """Return lines about the workload and the speed of a process."""
    metrics, lines = row.figures, list[str]()
    lines.append(
        say.t(
            "Answers under way: {n}, matches being played: {m}", n=metrics.get("answers", 0), m=metrics.get("leases", 0)
        )
    )
    return lines + [
        say.t(words, n=f"{metrics[name]:g}") for name, words in QUANTILE_WORDS.items() if metrics.get(name) is not None
    ]


@on("ownerwant")
async def want(press: ComponentInteraction) -> None:
    """Give an instruction to one process or to all processes.

    Ask for confirmation before a process stops.
    """
    say, interaction = await check(press.interaction), press.interaction
    name, instruction_name = press.arg(0), press.arg(1)
    if instruction_name not in _ORDERS:
        raise controls.stale_button_error()
    if instruction_name == "stop" and press.last != "sure":
        await show_items(interaction, PAGE_NAME, _confirmation(say, name))
        return
    order, which = cast("Instruction", instruction_name), None if name == ALL_PROCESSES else name
    await interaction.client.service.processes.instruct(order, which, by=interaction.user.id)
    await show(interaction, PAGE_NAME, say.t("Done. It takes effect within a minute."))


def _confirmation(say: Translator, name: str) -> Items:
    question = say.t(
        "Process {name} ends when it has sent its answers, in ten minutes at most. Only a supervisor such as "
        "systemd or Docker restarts it. Stop it?",
        name=short_name(name),
    )
    return [
        controls.text(question),
        controls.row(
            controls.button(say.t("Stop it"), "ownerwant", name, "stop", "sure", style=Style.danger),
            controls.button(say.t("Leave it"), "owner", PAGE_NAME, 0),
        ),
    ]
