"""Sends messages with fallbacks: if Discord refuses one, try it without emojis, then without pictures, then as text."""

from __future__ import annotations

import io
import logging
import re
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

import discord
from discord import ui

from bot.discord.bot import Bot, Interaction
from bot.discord.http import delivery_failures, error_codes, interaction_metrics
from bot.discord.ui import limits

log = logging.getLogger("bot.discord")

Sent = TypeVar("Sent")
#: The keyword arguments of discord.py's methods that send or edit a message.
Message = Mapping[str, Any]

#: The path of a refused emoji within the message, as given in discord.py's error text.
_PATH = re.compile(r"^In (\S*\bemoji)\b", re.MULTILINE)
#: An emoji in a text. The group matches the name of the icon.
_MARK = re.compile(r"<a?:(\w+?)(?:_[0-9a-f]{6})?:\d+>")
#: The arguments that hold several files.
LIST_ARGUMENTS = ("files", "attachments")
#: The key in an interaction's `extras` that is set once the deferred answer has been filled in.
_FILLED = "filled"


async def send(
    bot: Bot,
    request: Callable[..., Awaitable[Sent]],
    /,
    *,
    replies: bool = False,
    posted_in: int | None = None,
    **message: Any,
) -> Sent:
    """Send or edit a message by calling `request`. If Discord refuses the contents, try simpler versions.

    If the bot may not attach files in a channel, the message is sent without pictures, and `delivery_failures` records
    this for the channel `posted_in`. If the message `replies` to a person, pictures are also left out after any other
    403.
    """
    files = _Files.from_message(message)
    with_pictures = _has_pictures(message)
    try:
        sent = await _simplified(bot, request, message, files)
    except discord.Forbidden as error:
        if not with_pictures or not (replies or error.code == error_codes.MISSING_PERMISSIONS):
            raise
        _record_refusal(bot, error, message)
        sent = await _simplified(bot, request, files.reattached(message), files, with_pictures=False)
        with_pictures, barred = False, True
    else:
        barred = False
    if posted_in is not None and (with_pictures or barred):
        bot.delivery_failures.record_pictures(posted_in, barred=barred)
    return sent


async def _simplified(
    bot: Bot, request: Callable[..., Awaitable[Sent]], message: Message, files: _Files, *, with_pictures: bool = True
) -> Sent:
    """Send the first version of a message that Discord accepts.

    Unless `with_pictures`, try only versions without pictures.
    """
    refused: discord.HTTPException | None = None
    for version in _versions(message, with_pictures=with_pictures):
        try:
            return await request(**(version if refused is None else files.reattached(version)))
        except discord.HTTPException as error:
            if not _is_about_content(error):
                raise
            _record_refusal(bot, error, version)
            refused = refused or error
    assert refused is not None
    raise refused


async def fill(interaction: Interaction, **message: Any) -> discord.Message:
    """Fill in a person's deferred answer, or edit the message with the pressed button. Return the message.

    If the message can't be edited, for example because another process has replaced the panel, send a separate private
    message instead. Raise the error if the person has already received an answer.
    """
    message.setdefault("allowed_mentions", discord.AllowedMentions.none())
    files = _Files.from_message(message)
    answer_message: discord.Message
    try:
        answer_message = await send(interaction.client, interaction.edit_original_response, replies=True, **message)
    except discord.HTTPException as error:
        lost = error.code in error_codes.ANSWER_LOST or error.status == 401
        if not lost or _FILLED in interaction.extras:
            raise
        answer_message = await _answer_separately(interaction, files.reattached(message))
    interaction.extras[_FILLED] = True
    return answer_message


async def _answer_separately(interaction: Interaction, message: Message) -> discord.WebhookMessage:
    """Send an answer as a separate private message because the message that it should have edited is gone."""
    log.info("an answer has lost its message and is sent as a new one", extra={"user": interaction.user.id})
    content = {name: value for name, value in message.items() if name != "attachments" and value is not None}
    files = [attachment for attachment in message.get("attachments") or () if isinstance(attachment, discord.File)]
    return await send(
        interaction.client, interaction.followup.send, replies=True, ephemeral=True, wait=True, files=files, **content
    )


def is_open(interaction: Interaction) -> bool:
    """Return whether a deferred answer hasn't been filled in yet, so Discord still shows "thinking"."""
    is_deferred = interaction.response.type is discord.InteractionResponseType.deferred_channel_message
    return is_deferred and _FILLED not in interaction.extras


def leaves_message(interaction: Interaction) -> bool:
    """Return whether the answer didn't edit the message with the pressed button."""
    in_place = interaction.response.type is discord.InteractionResponseType.deferred_message_update
    return not (in_place and _FILLED in interaction.extras)


async def follow_up(interaction: Interaction, *, ephemeral: bool = True, **message: Any) -> None:
    """Send another message below the answer."""
    message.setdefault("allowed_mentions", discord.AllowedMentions.none())
    await send(interaction.client, interaction.followup.send, replies=True, ephemeral=ephemeral, **message)


# -- simpler versions -------------------------------------------------------------------------------------------------


def _versions(message: Message, *, with_pictures: bool) -> Iterator[Message]:
    """Yield the message, then simpler and simpler versions. Unless `with_pictures`, no version has pictures."""
    if with_pictures:
        yield message
    # Build the plain version only after a refusal, but before the pictures, whose descriptions it uses, are removed.
    plain = _as_plain_text(message)
    if not with_pictures:
        message = _without_pictures(message)
        yield message
    if _strip_emojis(message.get("view")):
        yield message
    if _has_pictures(message):
        yield (message := _without_pictures(message))
    if plain is not None and plain != message:
        yield plain


def _strip_emojis(view: Any) -> bool:
    """Remove the emojis from buttons and menus. Return whether any were removed. Emojis in texts are never refused."""
    parts_with_emoji = list(_parts_with_emoji(view))
    for part in parts_with_emoji:
        part.emoji = None
    return bool(parts_with_emoji)


def _without_pictures(message: Message) -> Message:
    """Return the message without its pictures and without the layout items that show them."""
    view = message.get("view")
    if isinstance(view, ui.LayoutView):
        for item in list(view.walk_children()):
            if isinstance(item, ui.MediaGallery | ui.File):
                holder: Any = item.parent or view
                holder.remove_item(item)
    return _without_files(message)


def _without_files(message: Message) -> dict[str, Any]:
    """Return the message without picture files. Other files stay because a person has requested them."""
    message_without_file = {name: value for name, value in message.items() if name != "file" or not _is_picture(value)}
    many = {
        name: [one for one in message_without_file[name] if not _is_picture(one)]
        for name in LIST_ARGUMENTS
        if name in message_without_file
    }
    return message_without_file | many


def _is_picture(file: Any) -> bool:
    return isinstance(file, discord.File) and file.filename.endswith(".png")


def _as_plain_text(message: Message) -> Message | None:
    """Return the message as plain text without buttons, menus and pictures, or None if it has no text."""
    view = message.get("view")
    if not isinstance(view, ui.LayoutView):
        if view is None or not message.get("content"):
            return None
        bare = ui.View(timeout=None)
        bare.stop()
        return _without_files(message) | {"content": _without_emojis(message["content"]), "view": bare}
    texts = [item.content for item in view.walk_children() if isinstance(item, ui.TextDisplay)]
    if not texts:
        pictures = (item for item in view.walk_children() if isinstance(item, ui.MediaGallery))
        texts = [one.description for gallery in pictures for one in gallery.items if one.description]
    words = limits.truncate(_without_emojis("\n".join(texts)), limits.CONTENT)
    if not words:
        return None
    laid_out = ui.LayoutView(timeout=None)
    laid_out.add_item(ui.TextDisplay[Any](words))
    laid_out.stop()
    return _without_files(message) | {"view": laid_out}


def _without_emojis(text: str) -> str:
    """Return a text with each emoji replaced by the icon's name."""
    return _MARK.sub(lambda mark: mark[1].replace("_", " "), text)


def _items(view: Any) -> Iterable[ui.Item[Any]]:
    return view.walk_children() if isinstance(view, ui.View | ui.LayoutView) else ()


def _has_pictures(message: Message) -> bool:
    has_gallery = any(isinstance(item, ui.MediaGallery | ui.File) for item in _items(message.get("view")))
    return has_gallery or any(map(_is_picture, _files_of(message)))


def _files_of(message: Message) -> Iterator[Any]:
    yield from filter(None, [message.get("file")])
    for name in LIST_ARGUMENTS:
        yield from message.get(name) or ()


class _Files(NamedTuple):
    """The contents of a message's files, stored for another attempt: discord.py closes files after sending them."""

    contents: Mapping[discord.File, bytes]

    @classmethod
    def from_message(cls, message: Message) -> _Files:
        """Read the files of a message."""
        found: dict[discord.File, bytes] = {}
        for file in _files_of(message):
            if isinstance(file, discord.File):
                found[file] = file.fp.read()
                file.reset()
        return cls(found)

    def reattached(self, message: Message) -> Message:
        """Return a message with fresh copies of its files."""
        new = {name: [self._new(one) for one in message[name]] for name in LIST_ARGUMENTS if message.get(name)}
        return {**message, **new, **({"file": self._new(message["file"])} if message.get("file") else {})}

    def _new(self, file: Any) -> Any:
        if file not in self.contents:
            return file
        data = io.BytesIO(self.contents[file])
        return discord.File(data, file.filename, spoiler=file.spoiler, description=file.description)


# -- refused messages -------------------------------------------------------------------------------------------------


def _is_about_content(error: discord.HTTPException) -> bool:
    """Return whether Discord refused a message because of its contents, so a simpler version may be accepted."""
    if error.status == 413 or error.code == error_codes.UNKNOWN_EMOJI:
        return True
    refuses = error.status == 400 and delivery_failures.is_refusal(error)
    return refuses and error.code not in (error_codes.EDITED_TOO_OFTEN, *error_codes.INTERACTION_EXPIRED)


def _record_refusal(bot: Bot, error: discord.HTTPException, message: Message) -> None:
    """Log and count a refusal. If an emoji was refused, avoid it for a while and have all emojis looked up again."""
    interaction_metrics.count_refusal(error)
    log.warning(
        "Discord refused a message; a simpler one is sent", extra={"reason": delivery_failures.refusal_summary(error)}
    )
    if error.code == error_codes.UNKNOWN_EMOJI or _PATH.search(error.text):
        bot.icons.avoid(_refused_emojis(error, message.get("view")))
        bot.dispatch("emoji_refused")


def _refused_emojis(error: discord.HTTPException, view: Any) -> set[int]:
    """Return the ids of the emojis that Discord refused, or of all emojis if the error names none."""
    sent: dict[str, Any] = {"components": [] if view is None else view.to_components()}
    emoji_ids = {_emoji_at(sent, path) for path in _PATH.findall(error.text)} - {None}
    emoji_ids = emoji_ids or {part.emoji.id for part in _parts_with_emoji(view) if part.emoji is not None}
    return {number for number in emoji_ids if number is not None}


def _emoji_at(node: Any, path: str) -> int | None:
    """Return the id of the emoji at a path such as `components.0.options.2.emoji`, or None if there is none."""
    try:
        for part in path.removeprefix("data.").split("."):
            node = node[int(part)] if part.isdecimal() else node[part]
        return int(node["id"])
    except (KeyError, IndexError, TypeError, ValueError):
        return None


def _parts_with_emoji(view: Any) -> Iterator[ui.Button[Any] | discord.SelectOption]:
    """Yield the buttons and menu options that have an emoji."""
    for item in _items(view):
        parts = [item] if isinstance(item, ui.Button) else item.options if isinstance(item, ui.Select) else []
        yield from (part for part in parts if part.emoji is not None)
