"""The posts of a match: rows of the outbox, written in the transaction of the change they report.

`bot.notifications.turn_notifications` chooses the calls after a change.

"board"   the live board changed: payload seq, and `since` for the oldest edit held back
"turn"    a player must act: the seats and users to call, seq, `after` (the entry of the call before), `shown` when the
          live board has shown it meanwhile, and in `mailed` the seats that got a private message because Discord
          refused the call
"ring"    the same in private, to one seat: user_id, seq, `loud` to ping, and in `daily` the time of the digest that it
          waits for
"reminder" another ping after days of waiting: the seats, seq; in `stands_in` the time at which a computer makes the
          turn of one of them
"nudge"   another player asks a player to move: user_id, the seats `asker` and `seat`, and `at`, when they asked.
          In a "ring", `asker` and `at` say the same in private
"story"   events without a call that must be reported: the game's own long turn in a solo match, a round that only
          computers played: seq, and `after` as above
"hand"    a seat's private message changed: user_id, seq, `since` as above; the message is edited, no one gets a new one
          With `new`, a person who has just sat down gets their first
"seated"  a private summary for the new player of a running match: user_id, seq
"seat"    the question about a late or open seat is posted, updated or removed: seq
"lobby"   the lobby changed
"notice"  a sentence for the channel: see `notice_text`; `users` may be called, with `calls` by a separate message,
          `names` are fields with names that are not escaped, and `undo` is a vote's id in the rows of 0.1
"vote"    a vote: its id; its message is posted once and then updated; with a seat, the ping of a person in whose quiet
          hours that message was posted
"score"   the result of a finished match: the winners, the scores, the events since the last post: seq, and `after` as
          above
"removal" a message that a newer one has replaced: channel_id, message_id
"report"  a report for the bot's owner, in private: report, its number
"answer"  the answer to a report, in private: report
"closed"  a message whose buttons no longer do anything: channel_id, message_id, and `moved_to` if the match is now in
          another channel, or `joined` if that is a private thread which people still join from here; `lobby` if the
          message is a lobby, which is laid out
"watch"   the post for the spectators of a private table: seq and `after` of the post to its players, and whether it is
          `over`
"invite"  a private invitation to a lobby, or in its channel for a person without private messages: user_id, and `by`,
          the inviter's name
"follow"  private news for a follower of the match: user_id, seq, the last completed `round` and the `points` then, and
          whether the match is `over`
"review"  the review of a finished match is shown in its channel: seq, of the reviewed match
"member"  a person is added to the private thread of their table: user_id; with `gone` they have left the table
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.matches import refusals as refusal
from bot.matches.records import MatchInfo, SeatInfo
from bot.store import outbox
from bot.store.connection import Transaction
from bot.store.statements import matches, people, votes
from bot.store.statements.rows import JournalRow, VoteRow
from rules.kernel.engine.chance import seal
from rules.kernel.engine.match import Match
from rules.kernel.words.translation import N_, Translator

#: Every kind of post.
POST_KINDS = (
    *("board", "turn", "ring", "reminder", "story", "hand", "lobby", "notice", "vote", "score", "removal", "closed"),
    *("report", "answer", "seated", "seat", "nudge", "watch", "member", "invite", "follow", "review"),
)
#: Kinds of posts that only update a message.
EDIT_KINDS = ("board", "hand")
#: The kind of vote that a move closes, because the move to take back is no longer the last.
UNDO_VOTE = "undo"
SEAT_TAKEN = N_("{who} plays on for {left}.")
PLAYER_RETURNED = N_("{who} plays again without the computer.")


async def no_reminder(tx: Transaction, info: MatchInfo) -> list[outbox.Post]:
    """Return the removal of a match's reminder message, if any."""
    if info.reminder_message_id is None:
        return []
    await matches.set_reminder_message(tx, info.id, None)
    return [removal(info.channel_id, info.reminder_message_id)]


def removal(channel_id: int, message_id: int) -> outbox.Post:
    """Return the post that removes a message."""
    return outbox.Post("removal", {"channel_id": channel_id, "message_id": message_id})


def member(user_id: int, *, gone: bool = False) -> outbox.Post:
    """Return the post that adds a person to their table's private thread or, when they are gone, removes them."""
    return outbox.Post("member", {"user_id": user_id} | ({"gone": True} if gone else {}))


def invite_key(user_id: int) -> str:
    """Return the key of a person's invitation to a lobby."""
    return f"invite:{user_id}"


def closed(channel_id: int, message_id: int, **more: Any) -> outbox.Post:
    """Return the post that removes a message's expired buttons and keeps its text.

    If the match has moved to another channel, given in `more`, a note replaces them.
    """
    return outbox.Post("closed", {"channel_id": channel_id, "message_id": message_id} | more)


def push_notification(
    seat: SeatInfo, seq: int, *, loud: bool = True, daily: int = 0, not_before: int = 0
) -> outbox.Post:
    """Return the private post for a seat that must act; with `daily`, the time of the digest, it waits for that."""
    payload = {"seq": seq, "user_id": seat.user_id, "loud": loud, "daily": daily}
    # A ping in between does not replace a digest.
    key = f"digest:{seat.seat}" if daily else f"ring:{seat.seat}"
    return outbox.Post("ring", payload, seat.seat, key, daily or not_before)


async def wake(tx: Transaction, info: MatchInfo, later: Mapping[int, int], now: int) -> None:
    """Ping people in the channel at the end of their quiet hours: `later` has the time by person.

    One message pings everyone whose quiet hours end together, for everything held back for them.
    """
    if not later:
        return
    waiting = await outbox.waiting_keys(tx, info.id)
    posts: list[outbox.Post] = []
    for at in sorted(set(later.values())):
        key = f"wake:{at}"
        known = {seat for row in waiting if row.coalesce_key == key for seat in row.payload["seats"]}
        seats = [seat.seat for seat in info.seats if seat.seat in known or later.get(seat.user_id) == at]
        named = {"seq": info.seq, "seats": seats, "held": True}
        posts.append(outbox.Post("reminder", named, coalesce_key=key, not_before=at))
    await outbox.enqueue(tx, info.id, posts, now=now, waiting=waiting)


def direct_message(seat: SeatInfo, seq: int) -> outbox.Post:
    """Return the post that updates a seat's private message."""
    return outbox.Post("hand", {"seq": seq, "user_id": seat.user_id}, seat.seat, direct_message_key(seat.seat))


def direct_message_key(seat: int | None) -> str:
    """Return the key of the edits of a seat's private message."""
    return f"hand:{seat}"


def about_seat(seat: SeatInfo, seq: int) -> outbox.Post:
    """Return the post that shows or removes the question about a late or open seat."""
    return outbox.Post("seat", {"seq": seq}, seat.seat, f"seat:{seat.seat}")


async def asked_anew(tx: Transaction, info: MatchInfo, seat: SeatInfo, now: int) -> None:
    """Ask about a seat in a new message, which replaces the old one."""
    old = [] if seat.open_message_id is None else [removal(info.channel_id, seat.open_message_id)]
    await outbox.enqueue(tx, info.id, [*old, about_seat(seat, info.seq)], now=now)


async def seated(tx: Transaction, info: MatchInfo, old: SeatInfo, new: SeatInfo, now: int) -> None:
    """Announce a seat's new player, send them a private summary, and remove it from their predecessor."""
    posts: list[outbox.Post] = []
    channel = (await people.user(tx, old.user_id)).dm_channel_id
    if old.dm_message_id is not None and channel is not None:
        posts.append(removal(channel, old.dm_message_id))
    told = {"seq": info.seq, "user_id": new.user_id}
    posts.append(outbox.Post("seated", told, new.seat))
    posts.append(outbox.Post("hand", told | {"new": True}, new.seat, direct_message_key(new.seat)))
    posts.append(about_seat(new, info.seq))
    if info.is_private:
        posts.append(member(new.user_id))
    await outbox.enqueue(tx, info.id, posts, now=now, withdrawn=(f"ring:{new.seat}", f"digest:{new.seat}"))
    await notice(tx, info.id, SEAT_TAKEN, now=now, people={"who": new.seat, "left": old.name})


def direct_messages(info: MatchInfo, seq: int) -> list[outbox.Post]:
    """Return the posts that update every private message of a match; no one gets a new one."""
    return [direct_message(seat, seq) for seat in info.seats if seat.dm_message_id is not None]


async def closing(tx: Transaction, match_id: int, row: JournalRow) -> None:
    """Post the result of a match that this entry has ended before its game was over."""
    post = outbox.Post("score", {"seq": row.seq, "after": row.seq}, coalesce_key="score")
    await outbox.enqueue(tx, match_id, [post], now=row.at)


async def lobby(tx: Transaction, match_id: int, now: int) -> None:
    """Update the lobby's message."""
    await outbox.enqueue(tx, match_id, [outbox.Post("lobby", {}, coalesce_key="lobby")], now=now)


async def notice(
    tx: Transaction,
    match_id: int,
    msgid: str,
    *,
    now: int,
    people: Mapping[str, int | str] | None = None,
    users: list[int] | None = None,
    calls: bool = False,
    **args: Any,
) -> None:
    """Post one sentence; `people` are its fields with a player, as a seat, or with words that someone else chose.

    With `calls` it pings no one itself: those `users` who must act are called again.
    """
    seats = {field: one for field, one in (people or {}).items() if isinstance(one, int)}
    names = {field: one for field, one in (people or {}).items() if isinstance(one, str)}
    payload: dict[str, Any] = {"msgid": msgid, "args": args, "seats": seats, "users": users or []}
    if names:
        payload["names"] = names
    if calls:
        payload["calls"] = True
    await outbox.enqueue(tx, match_id, [outbox.Post("notice", payload)], now=now)


async def vote(tx: Transaction, vote: VoteRow, now: int) -> None:
    """Post a vote, which calls the people asked, or update its post."""
    post = outbox.Post("vote", {"vote": vote.id}, coalesce_key=f"vote:{vote.id}")
    await outbox.enqueue(tx, vote.match_id, [post], now=now)


def vote_ring(asked: VoteRow, seat: int, at: int) -> outbox.Post:
    """Return the post that pings a seat for a vote at a later time."""
    return outbox.Post("vote", {"vote": asked.id}, seat, f"vote:{asked.id}:{seat}", at)


async def close_vote(tx: Transaction, asked: VoteRow, status: str, now: int, **known: Any) -> VoteRow:
    """Save a vote's outcome, with more that is `known` of it; its buttons disappear."""
    ended = replace(asked, status=status, data=asked.data | known)
    await votes.save(tx, ended)
    await vote(tx, ended, now)
    return ended


async def end_votes(tx: Transaction, info: MatchInfo, now: int) -> None:
    """Close all votes of a finished or frozen match."""
    for asked in await votes.still_open(tx, info.id):
        await close_vote(tx, asked, "lapsed", now, why="end")


def notice_text(say: Translator, payload: dict[str, Any], mentions: Mapping[int, str] | None = None) -> str:
    """Return a notice's sentence; the seats with `mentions` are mentioned by these, in place of their names or
    before.
    """
    called, seats = mentions or {}, payload["seats"]
    names = {field: called.get(seat) or say.seat(seat) for field, seat in seats.items()}
    others = [mention for seat, mention in called.items() if seat not in seats.values()]
    return " ".join([*others, say.t(payload["msgid"], **payload["args"], **names)])


async def set_back(tx: Transaction, info: MatchInfo, match: Match[Any], now: int) -> None:
    """Announce that the operator went back to an earlier position, with new luck."""
    sentence = N_(
        "The bot's operator has set this match back; look at the board again. The luck is new: all chance now comes"
        " from a new seed, sealed with SHA-256: {seal}"
    )
    await notice(tx, info.id, sentence, now=now, seal=seal_of(match))


async def new_luck(tx: Transaction, info: MatchInfo, match: Match[Any], now: int) -> None:
    """Announce that the table went back past a draw, and that the next one is unpredictable."""
    sentence = N_(
        "You went back past a draw, so the luck is new: all chance now comes from a new seed, sealed with"
        " SHA-256: {seal}"
    )
    await notice(tx, info.id, sentence, now=now, seal=seal_of(match))


async def dealt_again(tx: Transaction, info: MatchInfo, now: int) -> None:
    """Announce that the match continues with hidden things redealt, as its end revealed them."""
    sentence = N_(
        "When the match was over, everyone could see what was hidden, so hidden cards and roles have been dealt again;"
        " `/act` shows you what you hold now."
    )
    await notice(tx, info.id, sentence, now=now)


def seal_of(match: Match[Any]) -> str:
    """Return the seal of all randomness of a match from now on."""
    return f"`{seal(match.state.chance.seed)}`"


async def frozen(tx: Transaction, info: MatchInfo, error_id: str, now: int) -> None:
    """Announce that a match is frozen, and show its state at once."""
    await outbox.enqueue(tx, info.id, [], now=now, withdrawn=("turn",))
    await outbox.hold_back_no_more(tx, info.id, EDIT_KINDS)
    sentence = refusal.frozen_match(error_id)
    await notice(tx, info.id, sentence.msgid, now=now, **sentence.args_by_name)
