"""Nested time limits, in seconds.

An inner limit is shorter than the limit around it, so when a part is too slow, it is left out and the rest continues.

| limit | contains |
|---|---|
| `DELIVERY` | `PICTURES` or `CALL_PICTURES`, the request budget (`Priority.max_wait`) and a rate limit (`RATE_LIMIT`) |
| `CLOSING_POST` | `LAST_BOARD`, then `CLOSING_PARTS` |
| `CLOSING_PARTS` | `SCORE_TIMELINE` |
| `PICTURES` | `CHART` |
"""

from __future__ import annotations

#: Limit for delivering one post. A delivery that takes longer counts as failed and is retried.
DELIVERY = 60.0
#: The longest time that the HTTP client waits for a rate limit. If the wait would be longer, the delivery is postponed.
RATE_LIMIT = 30.0
#: Limit for drawing all pictures of a post or an answer.
PICTURES = 15.0
#: Limit for drawing the pictures of a post that pings players. It is short because players wait for the ping, not for
#: the pictures.
CALL_PICTURES = 8.0
#: Limit for drawing a chart, including the start of its worker process.
CHART = 12.0
#: Limit for the time from a match's last move until its closing post, even if all optional parts hang.
CLOSING_POST = 10.0
#: Limit for drawing the board after the last move.
LAST_BOARD = 2.0
#: Limit for drawing the pictures of the closing post, including the score chart.
CLOSING_PARTS = 7.0
#: Limit for replaying a finished match to compute its scores over time.
SCORE_TIMELINE = 5.0
