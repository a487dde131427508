"""Records Discord's responses for `tenebrae doctor --record`, without names and ids."""

from __future__ import annotations

import asyncio
import base64
import json
import re
from collections.abc import Callable, Sequence
from typing import Any, cast

import aiohttp
import discord
from discord.http import Route

from bot.app.settings import ConfigError, Settings
from bot.discord.doctor.probe import ANSWER_TIMEOUT, ProbeClient
from bot.discord.doctor.recording_requests import PICTURE, STEPS, RecordingStep
from bot.discord.login_errors import refusals_in_a_sentence, talk_to

#: Seconds between two requests, and the maximum number of attempts during a rate limit or an outage.
REQUEST_PAUSE, MAX_TRIES = 1.0, 5
_ID, _LONG = re.compile(r"\d{15,20}"), 2**53
_TIME = re.compile(r"\d{4}-\d\d-\d\dT.*")
_PICTURE = base64.b64decode(PICTURE.partition(",")[2])

Tell = Callable[[str], None]


class Recorder:
    """Sends the requests, records the responses, and deletes the objects that the requests created."""

    def __init__(self, session: aiohttp.ClientSession, names: dict[str, str], pause: float = REQUEST_PAUSE) -> None:
        self._session, self._pause = session, pause
        #: The id that replaces each `{name}` in the steps.
        self.names = names
        #: The API paths of the created objects that still exist, oldest first.
        self.created_paths: list[str] = []
        self.answers: list[dict[str, Any]] = []

    async def run(self, steps: Sequence[RecordingStep] = STEPS) -> None:
        """Send the requests in order, skipping those that need an object that couldn't be created."""
        strip = Stripper()
        for step in steps:
            try:
                path, body = _fill_ids(step.path, self.names), _fill_ids(step.body, self.names)
            except KeyError:
                continue
            status, answer = await self._send_step(step, path, body)
            strip.known |= _strings_in(body)
            code = _value_of(answer, "code", 0) if status >= 400 else 0
            entry = {"name": step.name, "status": status, "code": code, "answer": strip.stripped(answer)}
            self.answers.append(entry)

    async def _send_step(self, step: RecordingStep, path: str, body: Any) -> tuple[int, Any]:
        """Send a step's request. Record the object that it creates even if the recording is cancelled meanwhile."""

        async def make() -> tuple[int, Any]:
            status, answer = await self.send_request(step.method, path, body, file=step.file)
            self._note(step, path, status, answer)
            return status, answer

        making = asyncio.create_task(make())
        try:
            return await asyncio.shield(making)
        except asyncio.CancelledError:
            await asyncio.wait([making])
            raise

    def _note(self, step: RecordingStep, path: str, status: int, answer: Any) -> None:
        bare = path.partition("?")[0]
        if status < 300 and step.method == "DELETE" and bare in self.created_paths:
            self.created_paths.remove(bare)
        if status >= 300 or step.method != "POST":
            return
        new_id = str(_value_of(answer, "id", ""))
        if step.keeps is not None:
            self.names[step.keeps] = new_id
        where = f"/channels/{new_id}" if bare.endswith("/threads") else f"{bare}/{new_id}"
        if where not in self.created_paths:
            self.created_paths.append(where)

    async def clean(self) -> list[str]:
        """Delete the created objects and return the paths of those that couldn't be deleted."""
        undeleted: list[str] = []
        for path in reversed(self.created_paths):
            try:
                status, _ = await self.send_request("DELETE", path, None)
            except (OSError, aiohttp.ClientError):
                status = 0
            if (status >= 300 and status != 404) or not status:
                undeleted.append(path)
        self.created_paths = undeleted
        return undeleted

    async def send_request(self, method: str, path: str, body: Any, *, file: bool = False) -> tuple[int, Any]:
        """Send a request and return the status and the decoded response. Retries during a rate limit or an outage."""
        status, answer = 0, None
        for _ in range(MAX_TRIES):
            await asyncio.sleep(self._pause)
            how: dict[str, Any] = {"json": body} if body is not None else {}
            if file:
                form = aiohttp.FormData(quote_fields=False)
                form.add_field("payload_json", json.dumps(body))
                form.add_field("files[0]", _PICTURE, filename="a.png", content_type="image/png")
                how = {"data": form}
            async with self._session.request(method, Route.BASE + path, **how) as response:
                status, text = response.status, await response.text()
            answer: Any = json.loads(text) if response.content_type == "application/json" and text else None
            if status != 429 and status < 500:
                break
            await asyncio.sleep(_value_of(answer, "retry_after", 1.0))
        return status, answer


class Stripper:
    """Removes ids, names, times, addresses and tokens from responses. The same id always gets the same replacement."""

    def __init__(self) -> None:
        #: Texts that the bot itself has sent in requests. They may stay in the recorded responses.
        self.known: set[str] = set()
        self._ids: dict[str, str] = {}

    def stripped(self, part: Any, name: str = "") -> Any:
        """Return a response without personal data."""
        if isinstance(part, dict):
            inside = cast("dict[str, Any]", part)
            return {self._id(key): self.stripped(inner, key) for key, inner in inside.items()}
        if isinstance(part, list):
            return [self.stripped(child, name) for child in cast("list[Any]", part)]
        if isinstance(part, str):
            return self._text(part, name)
        return part if not isinstance(part, int) or abs(part) < _LONG else 0

    def _text(self, text: str, name: str) -> str:
        if name in ("message", "code"):
            return _ID.sub("id", text)
        if name == "id" or name.endswith("_id"):
            return self._ids.setdefault(text, f"id {len(self._ids) + 1}")
        if text.isdecimal():
            return self._id(text) if _ID.fullmatch(text) else "number"
        if _TIME.fullmatch(text):
            return "time"
        if text.startswith(("https:", "http:")):
            return "address"
        return text if text in self.known else "text"

    def _id(self, text: str) -> str:
        return self._ids.setdefault(text, f"id {len(self._ids) + 1}") if _ID.fullmatch(text) else text


def _fill_ids(part: Any, names: dict[str, str]) -> Any:
    """Replace the `{names}` in a path or body with ids; raises KeyError for an unknown name."""
    if isinstance(part, dict):
        return {key: _fill_ids(inner, names) for key, inner in cast("dict[str, Any]", part).items()}
    if isinstance(part, list):
        return [_fill_ids(one, names) for one in cast("list[Any]", part)]
    return re.sub(r"\{(\w+)\}", lambda found: names[found[1]], part) if isinstance(part, str) else part


def _value_of(answer: Any, name: str, default: Any) -> Any:
    """Return the value of a key in a response, or the default if the response isn't a JSON object."""
    return cast("dict[str, Any]", answer).get(name, default) if isinstance(answer, dict) else default


def _strings_in(part: Any) -> set[str]:
    """Return all strings in a request body."""
    if isinstance(part, dict):
        return set[str]().union(*map(_strings_in, cast("dict[str, Any]", part).values()))
    if isinstance(part, list):
        return set[str]().union(*map(_strings_in, cast("list[Any]", part)))
    return {part} if isinstance(part, str) else set()


async def record(settings: Settings, channel_id: int, tell: Tell, *, pause: float = REQUEST_PAUSE) -> dict[str, Any]:
    """Record Discord's responses to requests in a channel. Created objects are deleted even after a cancellation."""
    client = ProbeClient()
    try:
        with refusals_in_a_sentence(settings):
            token = talk_to(settings)
            async with asyncio.timeout(ANSWER_TIMEOUT):
                await client.login(token)
        assert client.application is not None  # set once the client has logged in
        names = {
            "channel": str(channel_id), "application": str(client.application.id),
            "owner": str(client.application.owner.id),
        }  # fmt: skip
        headers = {"Authorization": f"Bot {token}", "User-Agent": client.http.user_agent}
        async with aiohttp.ClientSession(
            headers=headers, timeout=aiohttp.ClientTimeout(total=ANSWER_TIMEOUT)
        ) as session:
            recorder = Recorder(session, names, pause)
            await _check(recorder)
            try:
                await recorder.run()
            finally:
                for path in await recorder.clean():
                    tell(f"Could not remove {path}; delete it yourself.")
    finally:
        await client.close()
    return {"source": "recorded", "discord.py": discord.__version__, "answers": recorder.answers}


async def _check(recorder: Recorder) -> None:
    """Raise ConfigError if the bot can't see the channel or can't open threads in it."""
    status, answer = await recorder.send_request("GET", f"/channels/{recorder.names['channel']}", None)
    if status >= 300:
        raise ConfigError("The bot can't see this channel; name the id of one that it can see.")
    if answer.get("type") != 0:
        raise ConfigError("Name the id of a text channel of a server.")
