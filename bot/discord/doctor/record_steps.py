"""The requests that `tenebrae doctor --record` sends. They are harmless, and Discord should refuse many of them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

_DOT = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABAQAAAAA3bvkkAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=="
#: A picture of one pixel.
PICTURE = f"data:image/png;base64,{_DOT}"
LAYOUT_FLAG = 1 << 15
#: An id of no object at Discord.
UNKNOWN_ID = "1000000000000000001"


@dataclass(frozen=True)
class Step:
    """One request. `{names}` in its path and body stand for ids. `keeps` is the name for the created object's id."""

    name: str
    method: str
    path: str
    body: Any = None
    #: True if the request attaches a picture.
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
    Step("the channel", "GET", "/channels/{channel}"),
    Step("a post", "POST", _POSTS, {"content": "A post", "nonce": "recorded", "enforce_nonce": True}, keeps="post"),
    Step("the same nonce again", "POST", _POSTS, {"content": "A post", "nonce": "recorded", "enforce_nonce": True}),
    Step("an edit", "PATCH", _POSTS + "/{post}", {"content": "An edited post"}),
    Step("the newest message", "GET", _POSTS + "?limit=1"),
    Step("a limit that is too small", "GET", _POSTS + "?limit=0"),
    Step("buttons and a menu", "POST", _POSTS, {"content": "A menu", "components": [_row(_button()), _row(_menu(3))]}),
    Step("a layout", "POST", _POSTS, _layout(_text("A text"), {"type": 14}, _row(_button())), keeps="layout"),
    Step("an edited layout", "PATCH", _POSTS + "/{layout}", {"components": [_text("Another text")]}),
    Step("a layout with a picture", "POST", _POSTS, _layout(_GALLERY, attachments=_FILE), file=True),
    Step("a file", "POST", _POSTS, {"content": "A file", "attachments": _FILE}, file=True, keeps="file"),
    Step("a file that is removed", "PATCH", _POSTS + "/{file}", {"attachments": []}),
    Step("an empty message", "POST", _POSTS, {"content": ""}),
    Step("2,001 characters", "POST", _POSTS, {"content": "x" * 2001}),
    Step("a label of 81 characters", "POST", _POSTS, {"components": [_row(_button(label="x" * 81))]}),
    Step("a custom_id twice", "POST", _POSTS, {"components": [_row(_button(), _button())]}),
    Step("26 entries", "POST", _POSTS, {"components": [_row(_menu(26))]}),
    Step("six rows", "POST", _POSTS, {"components": [_row(_button(str(one))) for one in range(6)]}),
    Step("six buttons in a row", "POST", _POSTS, {"components": [_row(*(_button(str(one)) for one in range(6)))]}),
    Step("41 components", "POST", _POSTS, _layout(*(_text("x") for _ in range(41)))),
    Step("a layout with content", "POST", _POSTS, _layout(_text("x"), content="A post")),
    Step("4,001 characters in a layout", "POST", _POSTS, _layout(_text("x" * 4001))),
    Step("an unknown emoji", "POST", _POSTS, _signed(UNKNOWN_ID)),
    Step("a new emoji", "POST", _EMOJIS, {"name": "recorded", "image": PICTURE}, keeps="emoji"),
    Step("a button with it", "POST", _POSTS, _signed("{emoji}")),
    Step("the emoji deleted", "DELETE", _EMOJIS + "/{emoji}"),
    Step("the emoji deleted again", "DELETE", _EMOJIS + "/{emoji}"),
    Step("a button with the deleted emoji", "POST", _POSTS, _signed("{emoji}")),
    Step("an edit of an unknown message", "PATCH", _POSTS + f"/{UNKNOWN_ID}", {"content": "x"}),
    Step("a post in an unknown channel", "POST", f"/channels/{UNKNOWN_ID}/messages", {"content": "x"}),
    Step("a thread", "POST", "/channels/{channel}/threads", {"name": "Recording", "type": 11}, keeps="thread"),
    Step("a post in the thread", "POST", _THREAD + "/messages", {"content": "A post"}, keeps="inside"),
    Step("someone let in", "PUT", _THREAD + "/thread-members/{owner}"),
    Step("the thread archived", "PATCH", _THREAD, {"archived": True}),
    Step("an edit in the archived thread", "PATCH", _THREAD + "/messages/{inside}", {"content": "x"}),
    Step("someone let into the archived thread", "PUT", _THREAD + "/thread-members/{owner}"),
    Step("someone taken out of the archived thread", "DELETE", _THREAD + "/thread-members/{owner}"),
    Step("another name for the archived thread", "PATCH", _THREAD, {"name": "Another name"}),
    Step("a post in the archived thread", "POST", _THREAD + "/messages", {"content": "A post"}),
    Step("the thread locked", "PATCH", _THREAD, {"locked": True}),
    Step("a post in the locked thread", "POST", _THREAD + "/messages", {"content": "A post"}),
    Step("the thread of a message", "POST", _POSTS + "/{post}/threads", {"name": "Of a message"}, keeps="second"),
    Step("a second thread of a message", "POST", _POSTS + "/{post}/threads", {"name": "Of a message"}),
    Step("a thread deleted", "DELETE", "/channels/{second}"),
    Step("a post in the deleted thread", "POST", "/channels/{second}/messages", {"content": "x"}),
    Step("a message deleted", "DELETE", _POSTS + "/{file}"),
    Step("a message deleted again", "DELETE", _POSTS + "/{file}"),
)
