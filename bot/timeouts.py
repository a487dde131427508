"""Time limits that contain one another, in seconds.

An inner limit is shorter than the outer one, so that the part it belongs to can be left out and the rest goes on.

| limit | contains |
|---|---|
| `DELIVERY` | `PICTURES`, one wait for the request budget (`Rank.patience`) and one for a rate limit (`RATE_LIMIT`) |
| `CLOSING_POST` | `LAST_BOARD`, then `CLOSING_PARTS` |
| `CLOSING_PARTS` | `COURSE` |
| `PICTURES` | `CURVE` |
"""

from __future__ import annotations

#: The delivery of one post; it has failed after that and is tried again.
DELIVERY = 60.0
#: What the HTTP client waits for a rate limit; a delivery that would have to wait longer is put off instead.
RATE_LIMIT = 30.0
#: All pictures of one post or one answer together.
PICTURES = 15.0
#: The picture of a course or of ratings, with the start of the process that draws it.
CURVE = 12.0
#: From the last move of a match to its closing post, if everything that can be left out hangs.
CLOSING_POST = 10.0
#: The picture of the board that the last move leaves.
LAST_BOARD = 2.0
#: The pictures of the closing post, the course of the match included.
CLOSING_PARTS = 7.0
#: Replaying a finished match for its course.
COURSE = 5.0
