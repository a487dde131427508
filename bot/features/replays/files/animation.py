"""Animations of a match's boards, with one board per turn, in files small enough for a message."""

from __future__ import annotations

import io
from collections.abc import Collection, Sequence
from itertools import pairwise

from PIL import Image

from bot.features.replays.service.replay_steps import ReplayStep
from render.pen import theme
from render.pen.pillow_wrappers import scaled

#: Maximum size of a file in bytes. It is below Discord's limit of ten megabytes, so every server accepts such a file.
MAX_BYTES = 8_000_000
#: Maximum number of boards in an animation. Drawing more boards would take too long.
MAX_FRAMES = 60
#: Width of an animation in pixels. Phones show it at half this width, where the board's text is still readable.
WIDTH = 720
#: For how many milliseconds a board is shown: normally, at a turning point, and at the end.
FRAME_MS, TURNING_POINT_MS, LAST_FRAME_MS = 1200, 3000, 5000
#: Image quality of the WebP (out of 100), and compression effort (out of 6).
QUALITY, METHOD = 60, 2


def choose_steps(steps: Sequence[ReplayStep], limit: int = MAX_FRAMES, turning: Collection[int] = ()) -> list[int]:
    """Return the numbers of the steps to show: the start, the end of each turn, and the turning points.

    If there are more than `limit`, return evenly spaced steps only, but keep all turning points.
    """
    ends = [step.number for step, after in pairwise(steps) if after.turn != step.turn]
    numbers = sorted({0, *ends, steps[-1].number})
    return sorted({*downsampled(numbers, limit - len(turning)), *turning})


def downsampled(numbers: Sequence[int], limit: int) -> list[int]:
    """Return at most `limit` of the numbers, evenly spaced, including the first and the last."""
    if len(numbers) <= limit:
        return list(numbers)
    return [numbers[round(place * (len(numbers) - 1) / (limit - 1))] for place in range(limit)]


class AnimationBuilder:
    """Collects boards, and combines them into an animation."""

    def __init__(self, largest: int = MAX_BYTES) -> None:
        self._largest = largest
        self._frames: list[Image.Image] = []
        self._stand: list[int] = []

    def add(self, board: Image.Image, duration_ms: int = FRAME_MS) -> None:
        """Add the next board, to be shown for `duration_ms` milliseconds."""
        self._stand.append(duration_ms)
        wide = min(WIDTH, board.width)
        self._frames.append(scaled(board.convert("RGB"), (wide, round(board.height * wide / board.width))))

    def webp(self) -> bytes:
        """Return the boards as an animated WebP. If the file would be too large, some boards are left out."""
        size = max(frame.width for frame in self._frames), max(frame.height for frame in self._frames)
        # Enlarge the frames in place, one by one, because two copies of all frames would take too much memory.
        for number, frame in enumerate(self._frames):
            self._frames[number] = _on_table(frame, size)
        numbers = list(range(len(self._frames)))
        while True:
            data = self._made(numbers)
            if len(data) <= self._largest or len(numbers) <= 2:
                return data
            fit = int(len(numbers) * self._largest / len(data) * 0.95)
            numbers = downsampled(numbers, max(2, min(fit, len(numbers) - 1)))

    def _made(self, numbers: Sequence[int]) -> bytes:
        first, *other_frames = (self._frames[number] for number in numbers)
        stand = [self._stand[number] for number in numbers[:-1]] + [LAST_FRAME_MS]
        file = io.BytesIO()
        first.save(
            file,
            "WEBP",
            save_all=True,
            append_images=other_frames,
            duration=stand,
            loop=0,
            quality=QUALITY,
            method=METHOD,
        )
        return file.getvalue()


def _on_table(frame: Image.Image, size: tuple[int, int]) -> Image.Image:
    if frame.size == size:
        return frame
    canvas = Image.new("RGB", size, theme.TABLE)
    canvas.paste(frame, (0, 0))
    return canvas
