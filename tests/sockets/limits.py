"""Discord's rate limits, and its rules for messages and forms that its API description omits."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from zlib import crc32

from tests.discord_rules.refusals import Refused
from tests.discord_rules.refusals import invalid as invalid
from tests.sockets import layouts

CONTENT, FILES, FILE_BYTES, ROWS, ROW, EMBEDS = 2000, 10, 10 * 1024 * 1024, 5, 5, 6000
BUTTON, SELECT, LINK = 2, 3, 5


def check_message(data: Mapping[str, Any]) -> None:
    """Raise Refused if Discord wouldn't accept this message."""
    seen: set[str] = set()
    if layouts.is_laid_out(data):
        layouts.check(data, lambda row: _check_row(row, seen), invalid)
        return
    content = data.get("content") or ""
    if len(content) > CONTENT:
        raise invalid("content", f"Must be {CONTENT} or fewer in length.")
    rows = data.get("components") or []
    if len(rows) > ROWS:
        raise invalid("components", f"Must be {ROWS} or fewer in length.")
    for row in rows:
        if row["type"] != 1:
            raise invalid("components", "Components of this kind need the flag IS_COMPONENTS_V2.")
        _check_row(row["components"], seen)
    if sum(map(_weight, data.get("embeds") or [])) > EMBEDS:
        raise invalid("embeds", f"Embed size exceeds maximum size of {EMBEDS}.")


def _check_row(items: list[dict[str, Any]], seen: set[str]) -> None:
    if not 1 <= len(items) <= ROW or (len(items) > 1 and any(item["type"] != BUTTON for item in items)):
        raise invalid("components", "The row has too much or nothing in it.")
    for item in items:
        name = item.get("custom_id")
        if item.get("style") != LINK and not name:
            raise invalid("components", "A custom id is required.")
        if name is not None:
            if name in seen:
                raise invalid("components", "Component custom id cannot be duplicated.")
            seen.add(name)
        if item["type"] == BUTTON and not item.get("label") and not item.get("emoji"):
            raise invalid("components", "A button needs a label or an emoji.")
        if item["type"] == SELECT:
            _check_select(item)


def _check_select(item: Mapping[str, Any]) -> None:
    values = [option["value"] for option in item["options"]]
    if len(set(values)) != len(values):
        raise invalid("components", "The specified option value is already used.")
    least, most = item.get("min_values", 1), item.get("max_values", 1)
    if not least <= most <= len(values):
        raise invalid("components", "There are fewer options than may be chosen.")
    if sum(bool(option.get("default")) for option in item["options"]) > most:
        raise invalid("components", "More options are chosen by default than may be.")


def _weight(embed: Mapping[str, Any]) -> int:
    texts = [embed.get("title"), embed.get("description"), (embed.get("footer") or {}).get("text")]
    texts += [text for one in embed.get("fields") or [] for text in (one["name"], one["value"])]
    return sum(len(text or "") for text in (*texts, (embed.get("author") or {}).get("name")))


def check_form(data: Mapping[str, Any]) -> None:
    """Raise Refused if Discord wouldn't accept this form."""
    seen: set[str] = set()
    for label in data["components"]:
        if label["type"] == layouts.TEXT:
            continue
        item = label.get("component") or label["components"][0]
        if item["custom_id"] in seen:
            raise invalid("components", "Component custom id cannot be duplicated.")
        seen.add(item["custom_id"])
        if item["type"] == 4 and len(item.get("value") or "") > (item.get("max_length") or 4000):
            raise invalid("components", "The value is longer than may be written.")
    if len(data["components"]) > ROWS:
        raise invalid("components", f"Must be {ROWS} or fewer in length.")


@dataclass
class Answer:
    """An HTTP answer, for example one that a test has scripted in place of the normal answer."""

    status: int
    body: Any
    headers: dict[str, str]


@dataclass
class _Window:
    ends: float
    left: int
    #: Monotonic time when a client that got a 429 may send its next request.
    closed: float = 0.0


#: Maximum number of requests per second with one token, and of refused requests from one address within REFUSED_SPAN
#: seconds.
TOKEN_LIMIT, REFUSED_LIMIT, REFUSED_SPAN = 50, 10_000, 600.0
#: Statuses that count as refusals. A 429 with the scope "shared" doesn't count, since other bots cause it.
REFUSALS = (401, 403, 429)


class TokenLimits:
    """Discord's global limits for one bot token and one IP address."""

    def __init__(self) -> None:
        self.most, self.most_refused = TOKEN_LIMIT, REFUSED_LIMIT
        self._asked: deque[float] = deque()
        self._refused: deque[float] = deque()

    def take(self) -> Answer | None:
        """Count a request with the token; return a 429 if there were too many, else None."""
        now = time.monotonic()
        while self._asked and now - self._asked[0] >= 1.0:
            self._asked.popleft()
        if len(self._asked) >= self.most:
            return too_many(1.0 - (now - self._asked[0]), everywhere=True)
        self._asked.append(now)
        return None

    def count(self, answer: Answer) -> None:
        """Count an answer as a refusal if its status is in REFUSALS."""
        if answer.status in REFUSALS and answer.headers.get("X-RateLimit-Scope") != "shared":
            self._refused.append(time.monotonic())

    def shut_out(self) -> Answer | None:
        """Return Discord's answer to a banned address if the bot got too many refusals, else None."""
        now = time.monotonic()
        while self._refused and now - self._refused[0] >= REFUSED_SPAN:
            self._refused.popleft()
        return banned(round(REFUSED_SPAN)) if len(self._refused) >= self.most_refused else None

    def forget(self) -> None:
        """Reset the counts of requests and refusals."""
        self._asked.clear()
        self._refused.clear()


class RateLimits:
    """Discord's rate limits per route and major parameter, with their headers."""

    def __init__(self, limit: int = 50, seconds: float = 1.0) -> None:
        self.usual = (limit, seconds)
        #: Limits that a test changed, as (requests, seconds) by bucket.
        self.special: dict[str, tuple[int, float]] = {}
        self._windows: dict[tuple[str, str], _Window] = {}
        #: The number of refused requests, and a description of each retry that came too early.
        self.refused = 0
        self.impatient: list[str] = []

    def take(self, bucket: str, major: str) -> tuple[dict[str, str], Answer | None]:
        """Count a request; return the rate limit headers, and a 429 if the limit is exceeded, else None."""
        now = time.monotonic()
        limit, seconds = self.special.get(bucket, self.usual)
        window = self._windows.setdefault((bucket, major), _Window(0.0, 0))
        if now < window.closed:
            self.impatient.append(f"{bucket} {major}: {window.closed - now:.2f} s before its time")
        if now >= window.ends:
            window.ends, window.left = now + seconds, limit
        after = window.ends - now
        if window.left <= 0:
            # A retry may come 0.05 s early, because the answer takes time to arrive and clocks differ.
            window.closed = window.ends - 0.05
            self.refused += 1
            headers = self._headers(bucket, limit, window) | {"X-RateLimit-Scope": "user"}
            return headers, too_many(after)
        window.left -= 1
        return self._headers(bucket, limit, window), None

    def _headers(self, bucket: str, limit: int, window: _Window) -> dict[str, str]:
        after = max(0.0, window.ends - time.monotonic())
        return {
            "X-RateLimit-Limit": str(limit), "X-RateLimit-Remaining": str(window.left),
            "X-RateLimit-Reset": f"{time.time() + after:.3f}", "X-RateLimit-Reset-After": f"{after:.3f}",
            "X-RateLimit-Bucket": f"{crc32(bucket.encode()):08x}",
        }  # fmt: skip


#: A message of at least this age, in seconds, counts as old for edits.
OLD_AGE = 3600


class OldEdits:
    """The limit on edits of messages over an hour old, per channel. Discord doesn't publish the number."""

    def __init__(self) -> None:
        #: How many edits of old messages each channel still allows; None means any number.
        self.left: int | None = None
        self._made: dict[int, int] = {}

    def take(self, channel: int, age: float) -> Answer | None:
        """Count an edit of a message that is `age` seconds old; return a 429 if the limit is exceeded, else None."""
        if self.left is None or age < OLD_AGE:
            return None
        self._made[channel] = self._made.get(channel, 0) + 1
        if self._made[channel] <= self.left:
            return None
        words = "Maximum number of edits to messages older than 1 hour reached. Try again later."
        body = {"message": words, "code": 30046, "retry_after": 1.0, "global": False}
        return Answer(429, body, {"Retry-After": "1", "X-RateLimit-Scope": "shared"})


class PrivateLimits:
    """Discord's limit on opening private channels."""

    def __init__(self) -> None:
        #: How many more private channels the bot may open; None means any number.
        self.left: int | None = None
        #: Whether Discord has flagged the bot as spam, so that it can't open private channels.
        self.quarantined = False

    def take(self) -> None:
        """Count the opening of a private channel; raise Refused if the bot has opened too many."""
        if self.quarantined:
            raise Refused(403, 20026, "Your application has been flagged by Discord's anti-spam system.")
        if self.left == 0:
            raise Refused(400, 40003, "You are opening direct messages too fast.")
        if self.left is not None:
            self.left -= 1


def too_many(after: float, *, everywhere: bool = False) -> Answer:
    """Return a 429 answer that allows a retry after `after` seconds. If `everywhere`, it reports the global limit."""
    headers = {"Retry-After": f"{after:.3f}", "X-RateLimit-Scope": "user"}
    if everywhere:
        headers |= {"X-RateLimit-Global": "true", "X-RateLimit-Scope": "global"}
    return Answer(
        429, {"message": "You are being rate limited.", "retry_after": round(after, 3), "global": everywhere}, headers
    )


def banned(after: int) -> Answer:
    """Return Discord's answer to an address banned for `after` seconds. It isn't JSON and has no Via header."""
    return Answer(429, "error code: 1015", {"Retry-After": str(after), "Via": ""})


def broken(status: int = 500) -> Answer:
    """Return Discord's answer during an outage."""
    return Answer(status, {"message": f"{status}: Internal Server Error", "code": 0}, {})


#: Stands for no answer: the server cuts the connection.
NO_ANSWER = Answer(0, None, {})


def refusal(fault: Refused) -> Answer:
    """Return the HTTP answer that reports a refusal."""
    return Answer(fault.status, fault.body, {})
