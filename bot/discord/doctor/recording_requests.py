"""The requests that `tenebrae doctor --record` sends. All are harmless, and Discord should refuse many of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

_DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkkAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
#: A picture of one pixel, as a data URL.
PICTURE = f"data:image/png;base64,{_DOT}"
LAYOUT_FLAG = 1 << 15
#: A valid id that belongs to nothing on Discord.
UNKNOWN_ID = "1000000000000000001"


@dataclass(frozen=True)
class RecordingStep:
    """A request to send.

    In the path and body, `{names}` stand for ids. `keeps` is the name for the id of the object that the request
    creates.
    """

    name: str
    method: str
    path: str
    body: Any = None
    #: Whether the request attaches a picture.
    file: bool = False
    keeps: str | None = None


def _button(name: str = "a", label: str = "A", **more: Any) -> dict[str, Any]:
    return {"type": 2, "style": 1, "custom_id": name, "label": label, **more}


def _row(*items: dict[str, Any]) -> dict[str, Any]:
    return {"type": 1, "components": list(items)}


def _menu(many: int) -> dict[str, Any]:
    options = [{"label": f"Entry {number}", "value": str(number)} for number in range(many)]
    return {"type": 3, "custom_id": "menu", "placeholder": "Choose", "options": options}


def _text(content: str) -> dict[str, Any]:
    return {"type": 10, "content": content}


def _layout(*parts: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"flags": LAYOUT_FLAG, "components": list(parts), **more}


def _signed(emoji: str) -> dict[str, Any]:
    return {"content": "A button with an emoji", "components": [_row(_button(emoji={"id": emoji, "name": "recorded"}))]}


_POSTS, _THREAD, _EMOJIS = "/channels/{channel}/messages", "/channels/{thread}", "/applications/{application}/emojis"
_GALLERY = {"type": 12, "items": [{"media": {"url": "attachment://a.png"}}]}
_FILE = [{"id": 0, "filename": "a.png", "description": "A dot"}]

STEPS = (
    RecordingStep("the channel", "GET", "/channels/{channel}"),
    RecordingStep(
        "a post", "POST", _POSTS, {"content": "A post", "nonce": "recorded", "enforce_nonce": True}, keeps="post"
    ),
    RecordingStep(
        "the same nonce again", "POST", _POSTS, {"content": "A post", "nonce": "recorded", "enforce_nonce": True}
    ),
    RecordingStep("an edit", "PATCH", _POSTS + "/{post}", {"content": "An edited post"}),
    RecordingStep("the newest message", "GET", _POSTS + "?limit=1"),
    RecordingStep("a limit that is too small", "GET", _POSTS + "?limit=0"),
    RecordingStep(
        "buttons and a menu", "POST", _POSTS, {"content": "A menu", "components": [_row(_button()), _row(_menu(3))]}
    ),
    RecordingStep("a layout", "POST", _POSTS, _layout(_text("A text"), {"type": 14}, _row(_button())), keeps="layout"),
    RecordingStep("an edited layout", "PATCH", _POSTS + "/{layout}", {"components": [_text("Another text")]}),
    RecordingStep("a layout with a picture", "POST", _POSTS, _layout(_GALLERY, attachments=_FILE), file=True),
    RecordingStep("a file", "POST", _POSTS, {"content": "A file", "attachments": _FILE}, file=True, keeps="file"),
    RecordingStep("a file that is removed", "PATCH", _POSTS + "/{file}", {"attachments": []}),
    RecordingStep("an empty message", "POST", _POSTS, {"content": ""}),
    RecordingStep("2,001 characters", "POST", _POSTS, {"content": "x" * 2001}),
    RecordingStep("a label of 81 characters", "POST", _POSTS, {"components": [_row(_button(label="x" * 81))]}),
    RecordingStep("a custom_id twice", "POST", _POSTS, {"components": [_row(_button(), _button())]}),
    RecordingStep("26 entries", "POST", _POSTS, {"components": [_row(_menu(26))]}),
    RecordingStep("six rows", "POST", _POSTS, {"components": [_row(_button(str(one))) for one in range(6)]}),
    RecordingStep(
        "six buttons in a row", "POST", _POSTS, {"components": [_row(*(_button(str(one)) for one in range(6)))]}
    ),
    RecordingStep("41 components", "POST", _POSTS, _layout(*(_text("x") for _ in range(41)))),
    RecordingStep("a layout with content", "POST", _POSTS, _layout(_text("x"), content="A post")),
    RecordingStep("4,001 characters in a layout", "POST", _POSTS, _layout(_text("x" * 4001))),
    RecordingStep("an unknown emoji", "POST", _POSTS, _signed(UNKNOWN_ID)),
    RecordingStep("a new emoji", "POST", _EMOJIS, {"name": "recorded", "image": PICTURE}, keeps="emoji"),
    RecordingStep("a button with it", "POST", _POSTS, _signed("{emoji}")),
    RecordingStep("the emoji deleted", "DELETE", _EMOJIS + "/{emoji}"),
    RecordingStep("the emoji deleted again", "DELETE", _EMOJIS + "/{emoji}"),
    RecordingStep("a button with the deleted emoji", "POST", _POSTS, _signed("{emoji}")),
    RecordingStep("an edit of an unknown message", "PATCH", _POSTS + f"/{UNKNOWN_ID}", {"content": "x"}),
    RecordingStep("a post in an unknown channel", "POST", f"/channels/{UNKNOWN_ID}/messages", {"content": "x"}),
    RecordingStep("a thread", "POST", "/channels/{channel}/threads", {"name": "Recording", "type": 11}, keeps="thread"),
    RecordingStep("a post in the thread", "POST", _THREAD + "/messages", {"content": "A post"}, keeps="inside"),
    RecordingStep("someone let in", "PUT", _THREAD + "/thread-members/{owner}"),
    RecordingStep("the thread archived", "PATCH", _THREAD, {"archived": True}),
    RecordingStep("an edit in the archived thread", "PATCH", _THREAD + "/messages/{inside}", {"content": "x"}),
    RecordingStep("someone let into the archived thread", "PUT", _THREAD + "/thread-members/{owner}"),
    RecordingStep("someone taken out of the archived thread", "DELETE", _THREAD + "/thread-members/{owner}"),
    RecordingStep("another name for the archived thread", "PATCH", _THREAD, {"name": "Another name"}),
    RecordingStep("a post in the archived thread", "POST", _THREAD + "/messages", {"content": "A post"}),
    RecordingStep("the thread locked", "PATCH", _THREAD, {"locked": True}),
    RecordingStep("a post in the locked thread", "POST", _THREAD + "/messages", {"content": "A post"}),
    RecordingStep(
        "the thread of a message", "POST", _POSTS + "/{post}/threads", {"name": "Of a message"}, keeps="second"
    ),
    RecordingStep("a second thread of a message", "POST", _POSTS + "/{post}/threads", {"name": "Of a message"}),
    RecordingStep("a thread deleted", "DELETE", "/channels/{second}"),
    RecordingStep("a post in the deleted thread", "POST", "/channels/{second}/messages", {"content": "x"}),
    RecordingStep("a message deleted", "DELETE", _POSTS + "/{file}"),
    RecordingStep("a message deleted again", "DELETE", _POSTS + "/{file}"),
)
