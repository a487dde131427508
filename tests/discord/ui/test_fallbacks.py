"""If Discord refuses a message, the bot sends a simpler one; a player who has just moved reads that the move counts."""

from __future__ import annotations

import ast
import io
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from simcord.backend.errors import BackendError

from bot.discord import emoji_upload
from bot.discord.emoji import AVOID_SECONDS
from bot.discord.http import error_codes
from bot.discord.ui import controls, fallbacks
from rules.kernel.words.translation import Translator
from tests.discord.emojis import uploaded_icons
from tests.discord.refusing_discord import SelectedRefusals, has_controls, has_emoji, has_picture
from tests.discord.room import Room, components, message_text
from tests.discord.tiny_room import open_tiny_room


@pytest.fixture
def strict(room: Room, monkeypatch: pytest.MonkeyPatch) -> SelectedRefusals:
    return SelectedRefusals(room, monkeypatch)


def invalid_emoji(*path: str) -> BackendError:
    """Return the error that Discord raises for an invalid emoji at this path in a message."""
    inner: Any = {"id": {"_errors": [{"code": "BUTTON_COMPONENT_INVALID_EMOJI", "message": "Invalid emoji"}]}}
    for part in reversed(path):
        inner = {part: inner}
    return BackendError(400, 50035, "Invalid Form Body", errors=inner)


@pytest.fixture(autouse=True)
def at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(emoji_upload, "UPLOAD_PAUSE", 0.0)


async def signed_panel(room: Room) -> tuple[Any, Any]:
    """Upload the emojis, start a match, and open the panel of the player to act; return the player and the panel."""
    while await room.bot.emoji_reconciler.run_once() < emoji_upload.WORK_LEFT_INTERVAL:
        pass
    await room.start(2)
    who = await room.to_move()
    return who, (await room.slash(who, "act")).response


def shows_emojis(panel: Any) -> bool:
    return any(item.get("emoji") for one in components(panel) for item in (one, *one.get("options", ())))


async def move(room: Room, who: Any, panel: Any) -> Any:
    """Make a move with the panel's first button, or with the first entry of a menu if a menu comes first."""
    items = [one for one in components(panel) if one["custom_id"].split(":")[1] in ("pick", "act")]
    if "options" in items[0]:
        result = await room.select(who, panel, [items[0]["options"][0]["value"]], items[0]["custom_id"])
    else:
        result = await room.click(who, panel, custom_id=items[0]["custom_id"])
    return result


async def test_deleted_emojis_cost_no_one_their_panel_and_are_looked_up_again(
    room: Room, strict: SelectedRefusals, monkeypatch: pytest.MonkeyPatch
) -> None:
    looks: list[None] = []
    monkeypatch.setattr(emoji_upload.EmojiReconciler, "wake", lambda _: looks.append(None))
    who, panel = await signed_panel(room)
    assert shows_emojis(panel)
    strict.refuses, strict.error = has_emoji, invalid_emoji("components", "0", "somewhere", "emoji")
    seq = (await room.info()).seq
    result = await move(room, who, panel)
    assert (await room.info()).seq > seq
    assert not result.followups
    assert components(panel)
    assert not shows_emojis(panel)
    assert len(strict.refused) == 1
    assert looks
    await room.slash(await room.to_move(), "act")
    assert len(strict.refused) == 1, "an emoji that was refused is tried again at once"
    room.clock.time += round(AVOID_SECONDS)
    strict.refuses = lambda _: False
    assert shows_emojis((await room.slash(await room.to_move(), "act")).response)


async def test_only_the_emoji_that_discord_names_is_avoided_and_texts_say_it_in_words(room: Room) -> None:
    signs = room.bot.icons = uploaded_icons()
    coin, agent = signs.emoji("coin"), signs.emoji("agent")
    assert coin is not None
    buttons = [controls.button("a", "panel", 1, emoji=agent), controls.button("b", "panel", 2, emoji=coin)]
    asked: list[Any] = []

    async def request(*, view: Any) -> str:
        asked.append(view)
        if len(asked) == 1:
            inner = {"components": {"0": {"components": {"1": {"emoji": {"id": {"_errors": [{"message": "no"}]}}}}}}}
            raise discord.HTTPException(
                SimpleNamespace(status=400, reason=""),  # type: ignore[arg-type]
                {"code": 50035, "message": "Invalid Form Body", "errors": inner},
            )
        return "sent"

    assert await fallbacks.send(room.bot, request, view=controls.rows(buttons)) == "sent"
    assert [item.emoji for item in asked[1].children] == [None, None]
    assert (signs.emoji("coin"), signs.emoji("agent")) == (None, agent)
    assert "{n} Coin" not in signs.sentences("en")
    assert "{n} Agent" in signs.sentences("en")


async def test_a_panel_whose_picture_is_refused_comes_without_it(room: Room, strict: SelectedRefusals) -> None:
    await room.start(2)
    strict.refuses, strict.path = has_picture, "/webhooks/"
    panel = (await room.slash(await room.to_move(), "act")).response
    assert components(panel)
    assert not panel.attachments
    assert strict.refused


async def test_a_panel_of_which_only_the_words_are_taken_comes_as_words(room: Room, strict: SelectedRefusals) -> None:
    who, panel = await signed_panel(room)
    seq, strict.refuses, strict.path = (await room.info()).seq, has_controls, "/webhooks/"
    result = await move(room, who, panel)
    assert (await room.info()).seq > seq
    assert not result.followups
    assert not components(panel)
    assert message_text(panel)
    assert "<:" not in message_text(panel)
    assert [(has_emoji(one), has_picture(one)) for one in strict.refused] == [
        (True, True),
        (False, True),
        (False, False),
    ]


@pytest.mark.parametrize(("status", "code"), [(400, 50035), (403, 50013), (500, 0)])
async def test_after_a_move_the_player_learns_that_it_counts_even_if_the_panel_cant_be_edited(
    room: Room, status: int, code: int
) -> None:
    await room.start(2)
    who = await room.to_move()
    panel, seq = (await room.slash(who, "act")).response, (await room.info()).seq
    room.env.inject_error("PATCH", "/webhooks/*", status=status, code=code, message="no", times=None)
    result = await move(room, who, panel)
    assert (await room.info()).seq > seq
    assert result.followups[-1].content.startswith("Your move counts")
    assert "/act" in result.followups[-1].content
    room.errors.found.clear()


async def test_a_panel_that_is_gone_when_its_press_is_answered_is_sent_as_a_new_message(room: Room) -> None:
    await room.start(2)
    who = await room.to_move()
    panel, seq = (await room.slash(who, "act")).response, (await room.info()).seq
    gone = {"status": 404, "code": error_codes.UNKNOWN_MESSAGE, "message": "Unknown Message"}
    room.env.inject_error("PATCH", "/webhooks/*", **gone, times=None)
    result = await move(room, who, panel)
    assert (await room.info()).seq > seq
    (answer,) = result.followups
    assert message_text(answer)
    assert components(answer)


@pytest.mark.parametrize(
    ("status", "code"), [(404, error_codes.UNKNOWN_WEBHOOK), (401, error_codes.TOKEN_EXPIRED), (401, 0)]
)
async def test_a_panel_whose_edit_has_lost_its_webhook_is_sent_as_a_new_message(
    room: Room, status: int, code: int
) -> None:
    await room.start(2)
    who = await room.to_move()
    panel, seq = (await room.slash(who, "act")).response, (await room.info()).seq
    room.env.inject_error("PATCH", "/webhooks/*", status=status, code=code, message="no", times=None)
    result = await move(room, who, panel)
    assert (await room.info()).seq > seq
    (answer,) = result.followups
    assert components(answer)


async def test_that_a_move_counts_is_told_in_the_players_language(room: Room) -> None:
    await room.start(2)
    who = await room.to_move()
    room.locales[who.id] = "hu"
    panel = (await room.slash(who, "act")).response
    room.env.inject_error("PATCH", "/webhooks/*", status=400, code=50035, message="no", times=None)
    result = await move(room, who, panel)
    assert result.followups[-1].content.startswith("A lépésed érvényes")
    room.errors.found.clear()


async def test_a_refused_command_fills_its_promised_answer_and_a_refused_press_stands_below(room: Room) -> None:
    result = await room.slash(room.people[0], "act")
    assert "There's no match in this channel" in result.response.content
    assert not result.followups
    posts = [one for one in room.env.http_requests if (one.method, one.path[:9]) == ("POST", "/webhooks")]
    assert posts == []
    await room.start(2)
    who = await room.to_move()
    panel = (await room.slash(who, "act")).response
    before = message_text(panel)
    pressed = room.press(who, panel, "t1:panel:99999999")
    await room.settle()
    assert len(pressed.followups) == 1
    assert message_text(panel) == before


async def test_a_post_whose_picture_is_refused_comes_without_it_and_gets_it_by_an_edit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with open_tiny_room(tmp_path, monkeypatch, 2, 3) as room:
        strict = SelectedRefusals(room, monkeypatch)
        strict.refuses, strict.path = has_picture, f"/channels/{room.table.id}/messages"
        await room.click(room.people[0], room.lobby(), label="Start")
        assert strict.refused
        call = room.last_call()
        assert not call.attachments
        assert call.components
        strict.refuses = lambda _: False
        mover = await room.to_move()
        panel = (await room.slash(mover, "act")).response
        await room.choose(mover, panel, "done")
        assert room.last_call().attachments


async def test_a_file_that_was_asked_for_is_not_left_out_silently(room: Room) -> None:
    file, asked = discord.File(io.BytesIO(b"a deck"), "deck.txt"), list[dict[str, Any]]()

    async def request(**message: Any) -> None:
        asked.append(message)
        raise discord.HTTPException(
            SimpleNamespace(status=413, reason=""),  # type: ignore[arg-type]
            {"code": 40005, "message": "too large"},
        )

    with pytest.raises(discord.HTTPException):
        await fallbacks.send(room.bot, request, content="Your deck.", file=file)
    assert len(asked) == 1


#: The names of the discord.py methods that send or edit an answer.
SENDING = {"send_message", "edit_original_response", "edit_message"}
#: Files that may call these methods directly. The module that renames menus only resends the current message, so a
#: refusal loses nothing.
SPARED = {Path("bot/discord/ui/menu_reset.py")}
#: The folders of bot/ with code that sends messages.
HERE = ("discord", "table", "features")


def test_every_message_goes_through_the_fallbacks() -> None:
    found: list[str] = []
    for path in sorted({path for one in HERE for path in Path("bot", one).rglob("*.py")} - SPARED):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                of, name = ast.unparse(node.func.value), node.func.attr
                sends = name == "send" and of.endswith(("followup", "channel", "user", ")"))
                edits = name == "edit" and ("message" in of or of.endswith(")"))
                if name in SENDING or sends or edits:
                    found.append(f"{path}:{node.lineno} {of}.{name}")
    assert found == []


async def test_where_no_files_may_be_attached_posts_come_without_pictures_and_the_panel_says_why(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    await room.start(2)
    strict = SelectedRefusals(room, monkeypatch)
    strict.refuses, strict.path = has_picture, f"/channels/{room.table.id}/messages"
    strict.error = BackendError(403, error_codes.MISSING_PERMISSIONS, "Missing Permissions")
    info, before = await room.info(), len(room.posts())
    await room.bot.service.play.end(info.id, info.host_id, is_admin=False)
    await room.bot.wait_until_idle()
    assert strict.refused
    (post,) = room.posts()[before:]
    assert "The match is over." in message_text(post)
    assert components(post)
    assert not post.attachments
    assert not any("decides" in message_text(one) for one in room.posts())
    for locale, part in (("en", "attach files"), ("hu", "csatolni"), ("es", "adjuntar archivos")):
        assert part in (await room.bot.delivery_failures.notice(Translator(locale), await room.info()) or "")
    assert await room.bot.delivery_failures.notice(Translator(), await room.info(), may_post=True) is None


async def test_a_channel_without_attach_files_is_named_in_the_panel_of_a_match(room: Room) -> None:
    await room.start(2)
    barred = discord.PermissionOverwrite(attach_files=False)
    bare = room.guild.create_text_channel("bare", overwrites={room.guild.default_role: barred})
    room.env.backend.get_channel(room.table.id).overwrites = room.env.backend.get_channel(bare.id).overwrites
    panel = (await room.slash(await room.to_move(), "act")).response
    assert "not allowed to attach files" in message_text(panel)
    assert "can't post" not in message_text(panel)
