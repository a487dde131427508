"""Cached replays: the list of a match's steps is cached, and positions are read one by one."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from cachetools import LRUCache

from bot.features.replays.service.replay_steps import (
    RenderedStep,
    ReplayStep,
    ReplayTranscript,
    Viewer,
    deciding_steps,
    read,
    viewers,
)
from bot.matches.history.score_timeline import ScoreTimeline
from bot.matches.play.position_rebuild import DamagedMatch
from bot.matches.repository import MatchRepository
from bot.matches.service_results import MatchInfo
from rules.kernel.data.events import Event
from rules.kernel.data.view import View
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_

#: Maximum number of cached matches. The journal and all viewers' steps of a long match take two megabytes.
MAX_CACHED_MATCHES = 12
#: Maximum number of cached lists of a match's latest steps, one for each viewer and first entry.
MAX_CACHED_STARTS = 32


def check_viewer(info: MatchInfo, viewer: Viewer, user_id: int) -> None:
    """Raise Refusal if a user may not see a match from this viewer's point of view."""
    if viewer not in viewers(info, user_id):
        raise Refusal(N_("You can no longer look through those eyes; `/replay` shows what you can see."))


@dataclass(slots=True)
class _CachedReplay:
    transcript: ReplayTranscript
    steps: dict[Viewer, Sequence[ReplayStep]] = field(default_factory=dict["Viewer", Sequence[ReplayStep]])
    #: The steps after an entry, by viewer and entry.
    steps_after: LRUCache[tuple[Viewer, int], Sequence[ReplayStep]] = field(
        default_factory=lambda: LRUCache[tuple[Viewer, int], Sequence[ReplayStep]](MAX_CACHED_STARTS)
    )
    score_timeline: ScoreTimeline | None = None


@dataclass(frozen=True, slots=True)
class ReplayView:
    """A match as one viewer sees it, with the steps of the replay: all of them (at least one), or the latest ones."""

    viewer: Viewer
    steps: Sequence[ReplayStep]
    transcript: ReplayTranscript

    @property
    def info(self) -> MatchInfo:
        """The match's database row as it was when the steps were read."""
        return self.transcript.info

    def nearest(self, number: int) -> ReplayStep:
        """Return the step with this number, or the last step if the step with this number has been undone."""
        return self.steps[min(max(number, 0), len(self.steps) - 1)]

    def at_the_time(self, step: ReplayStep) -> ReplayStep:
        """Return the step that corresponds to the same moment as the given step in another viewer's replay."""
        return next((candidate for candidate in reversed(self.steps) if candidate.seq <= step.seq), self.steps[0])

    def of_entry(self, seq: int) -> ReplayStep:
        """Return the step that contains a journal entry or, if the entry has been undone, the step before it."""
        containing_step = next((step for step in self.steps if step.first <= seq <= step.seq), None)
        return containing_step or next((step for step in reversed(self.steps) if step.seq < seq), self.steps[0])

    async def render_step(self, step: ReplayStep) -> RenderedStep:
        """Return a step with its board as the viewer sees it; raises Refusal if its position can't be reconstructed."""
        try:
            return await self.transcript.at(self.viewer, step)
        except DamagedMatch:
            raise Refusal(N_("This board's saved data is damaged; look at another one.")) from None

    async def public_board(self, step: ReplayStep) -> tuple[View, Sequence[Event]]:
        """Return a step's board as the channel saw it, and the latest public events; raises Refusal as above."""
        rendered_step = await replace(self, viewer=None).render_step(step)
        return rendered_step.view, rendered_step.marked_events


class Replays:
    """Finds the steps of matches, and caches them."""

    def __init__(self, matches: MatchRepository, keep: int = MAX_CACHED_MATCHES) -> None:
        self._matches = matches
        self._cache = LRUCache[int, _CachedReplay](keep)
        #: Finding all steps of a long match occupies a thread for most of a second, so this lock lets only one match be
        #: read at a time.
        self._lock = asyncio.Lock()

    async def view_for(self, info: MatchInfo, viewer: Viewer, user_id: int) -> ReplayView:
        """Return a match's replay from a viewer's point of view.

        Raises Refusal if the user may not see the match from that point of view, or if there is nothing to show. Read
        the match's row immediately before calling this, because the user's rights depend on it.
        """
        check_viewer(info, viewer, user_id)
        cached = self._current(info)
        if cached is None or viewer not in cached.steps:
            async with self._lock:
                cached = self._current(info) or await self._read(info)
                if viewer not in cached.steps:
                    cached.steps[viewer] = await cached.transcript.steps(viewer)
        if not cached.steps[viewer]:
            raise Refusal(N_("I can't show this match: its saved data is damaged or from another version."))
        return ReplayView(viewer, cached.steps[viewer], cached.transcript)

    async def since(self, info: MatchInfo, viewer: Viewer, user_id: int, after: int) -> ReplayView:
        """Return the steps after journal entry `after` that tell a viewer something; there may be none.

        Raises Refusal as `view_for` does. This takes little time, so it doesn't wait until another match is read.
        """
        check_viewer(info, viewer, user_id)
        cached = self._current(info) or await self._read(info)
        steps = cached.steps_after.get((viewer, after))
        if steps is None:
            steps = cached.steps_after[viewer, after] = await asyncio.to_thread(
                cached.transcript.steps_after, viewer, after
            )
        return ReplayView(viewer, steps, cached.transcript)

    async def course(self, replay_view: ReplayView) -> tuple[ScoreTimeline, Sequence[ReplayStep]]:
        """Return a match's score timeline, and the step of each turning point.

        Both are empty while the match is running.
        """
        async with self._lock:
            cached = self._current(replay_view.info)
            timeline = None if cached is None else cached.score_timeline
            if timeline is None:
                try:
                    timeline = await replay_view.transcript.course()
                except DamagedMatch:
                    timeline = ScoreTimeline()
            if cached is not None:
                cached.score_timeline = timeline
        return timeline, deciding_steps(timeline, replay_view.steps)

    @property
    def cached_count(self) -> int:
        """Number of matches in the cache."""
        return len(self._cache)

    def _current(self, info: MatchInfo) -> _CachedReplay | None:
        """Return the cached steps of a match; None if they are not cached or are out of date."""
        cached = self._cache.get(info.id)
        if cached is None or (cached.transcript.info.seq, cached.transcript.info.status) != (info.seq, info.status):
            return None
        return cached

    async def _read(self, info: MatchInfo) -> _CachedReplay:
        cached = _CachedReplay(await read(self._matches.store.read, self._matches.games[info.game], info))
        self._cache[info.id] = cached
        return cached
