"""Nested time limits, in seconds.

An inner limit is shorter than the limit around it, so a part that is too slow is left out and the rest continues.

| limit | contains |
|---|---|
| `DELIVERY` | `PICTURES` or `CALL_PICTURES`, the request budget (`Priority.patience`) and a rate limit (`RATE_LIMIT`) |
| `CLOSING_POST` | `LAST_BOARD`, then `CLOSING_PARTS` |
| `CLOSING_PARTS` | `SCORE_TIMELINE` |
| `PICTURES` | `CHART` |
"""

from __future__ import annotations

#: The delivery of one post. A delivery that takes longer has failed, and is tried again.
DELIVERY = 60.0
#: The HTTP client's longest wait for a rate limit; a delivery with a longer wait is postponed instead.
RATE_LIMIT = 30.0
#: All pictures of one post or one answer together.
PICTURES = 15.0
#: The pictures of a post that calls players: they wait for the call, and not for its picture.
CALL_PICTURES = 8.0
#: Drawing a chart, including the start of its worker process.
CHART = 12.0
#: The longest time from the last move of a match to its closing post, even if all optional parts hang.
CLOSING_POST = 10.0
#: The picture of the board after the last move.
LAST_BOARD = 2.0
#: The pictures of the closing post, including the chart of the scores.
CLOSING_PARTS = 7.0
#: Replaying a finished match to compute its scores over time.
SCORE_TIMELINE = 5.0
