"""The posts of a match: rows of the outbox, written in the transaction of what they tell.

`bot.matches.calling` says who is called after a change.

"board"   the live board changed: payload seq, and `since` when the edits that it stands for have been held back
"turn"    somebody must act: the seats and users to call, seq, `after` (the entry of the call before), `shown` when the
          live board has shown it meanwhile, and in `mailed` the seats that were told privately because Discord
          refused the call
"ring"    the same in private, to one seat: user_id, seq, `loud` when it is to ring, and in `daily` the time of the
          digest that it waits for
"reminder" those who have been waited for for days, once more: the seats, seq; in `stands_in` the time at which a
          computer makes the turn of one of them
"nudge"   somebody who is awaited is asked by another player whether they can move: user_id, the seats `asker` and
          `seat`, and `at`, when they were asked. In a "ring", `asker` and `at` say the same in private
"story"   what leads to no call and must not stay untold: the game's own long turn in a solo match, a round that only
          computers played: seq, and `after` as above
"hand"    a seat's private message changed: user_id, seq, `since` as above; the message is edited, nobody gets a new one
          With `new`, a person who has just sat down gets their first
"seated"  whoever takes a seat of a running match is told privately what happened so far: user_id, seq
"seat"    the message that asks what is to become of a seat that is late or open is made, brought up to date or
          removed: seq
"lobby"   the lobby changed
"notice"  a sentence for the channel: see `notice_text`; `users` may be called, with `calls` by a message of their own,
          `names` are fields with names that are not escaped, and `undo` is a vote's id in the rows of 0.1
"vote"    what the table is asked: the id of the vote, whose message is made once and then brought up to date; with a
          seat, the ring of a person in whose quiet hours that message was made
"score"   how a match went that has ended: who won, the scores, what happened since the last post: seq, and `after` as
          above
"removal" a message that a newer one has replaced: channel_id, message_id
"report"  a report for the bot's owner, in private: report, its number
"answer"  the answer to a report, in private: report
"closed"  a message whose buttons no longer do anything: channel_id, message_id, and `moved_to` if the match goes on in
          another channel, or `joined` if that is a private thread which people still join from here; `lobby` if the
          message is a lobby, which is laid out
"watch"   what those are told who watch a private table: seq and `after` of the post to its players, and whether it is
          `over`
"invite"  somebody is asked privately to join a lobby, or in its channel if they take no private messages: user_id, and
          `by`, who asks, by name
"follow"  somebody who follows the match is told privately how it goes: user_id, seq, the last `round` that is over and
          the `points` then, and whether the match is `over`
"review"  the review of a finished match is shown in its channel: seq, that of the match it was made of
"member"  somebody is let into the private thread of their table: user_id; with `gone` they have left the table
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from bot.matches import refusal
from bot.matches.records import MatchInfo, SeatInfo
from bot.store import JournalRow, Transaction, VoteRow, matches, outbox, people, votes
from rules.kernel.engine.chance import seal
from rules.kernel.engine.match import Match
from rules.kernel.words.text import N_, Say

#: Every kind of post.
KINDS = (
    *("board", "turn", "ring", "reminder", "story", "hand", "lobby", "notice", "vote", "score", "removal", "closed"),
    *("report", "answer", "seated", "seat", "nudge", "watch", "member", "invite", "follow", "review"),
)
#: Kinds of posts that only bring a message up to date.
EDITS = ("board", "hand")
#: The kind of vote that a move closes: what would be taken back is no longer the last.
GO_BACK = "undo"
TAKEN = N_("{who} plays on for {left}.")
RETURNED = N_("{who} plays again without the computer.")


async def no_reminder(tx: Transaction, info: MatchInfo) -> list[outbox.Post]:
    """Return the removal of the message that reminds people of a match, if there is one."""
    if info.reminder_message_id is None:
        return []
    await matches.set_reminder_message(tx, info.id, None)
    return [removal(info.channel_id, info.reminder_message_id)]


def removal(channel_id: int, message_id: int) -> outbox.Post:
    """Return the post that removes a message."""
    return outbox.Post("removal", {"channel_id": channel_id, "message_id": message_id})


def member(user_id: int, *, gone: bool = False) -> outbox.Post:
    """Return the post that lets a person into the private thread of their table or, when they are gone, out of it."""
    return outbox.Post("member", {"user_id": user_id} | ({"gone": True} if gone else {}))


def invite_key(user_id: int) -> str:
    """Return the key of the invitation of a person to a lobby."""
    return f"invite:{user_id}"


def closed(channel_id: int, message_id: int, **more: Any) -> outbox.Post:
    """Return the post that takes a message's buttons, since they no longer do anything, and leaves its words.

    If the match has moved to another channel, which `more` says, it says so in their place.
    """
    return outbox.Post("closed", {"channel_id": channel_id, "message_id": message_id} | more)


def ring(seat: SeatInfo, seq: int, *, loud: bool = True, daily: int = 0, not_before: int = 0) -> outbox.Post:
    """Return the private post for a seat that must act; with `daily`, the time of the digest, it waits for that."""
    payload = {"seq": seq, "user_id": seat.user_id, "loud": loud, "daily": daily}
    # What rings in between does not take the place of a digest.
    key = f"digest:{seat.seat}" if daily else f"ring:{seat.seat}"
    return outbox.Post("ring", payload, seat.seat, key, daily or not_before)


async def wake(tx: Transaction, info: MatchInfo, later: Mapping[int, int], now: int) -> None:
    """Ring people in the channel once their quiet hours have ended: `later` has the time by person.

    One message rings all whose nights end together, whatever was held back for them.
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
    await outbox.put(tx, info.id, posts, now=now, waiting=waiting)


def letter(seat: SeatInfo, seq: int) -> outbox.Post:
    """Return the post that brings a seat\'s private message up to date."""
    return outbox.Post("hand", {"seq": seq, "user_id": seat.user_id}, seat.seat, letter_key(seat.seat))


def letter_key(seat: int | None) -> str:
    """Return the key of the edits of a seat\'s private message."""
    return f"hand:{seat}"


def about_seat(seat: SeatInfo, seq: int) -> outbox.Post:
    """Return the post that shows, or removes, the question what is to become of a seat."""
    return outbox.Post("seat", {"seq": seq}, seat.seat, f"seat:{seat.seat}")


async def asked_anew(tx: Transaction, info: MatchInfo, seat: SeatInfo, now: int) -> None:
    """Ask by a new message what is to become of a seat, in the place of the one before."""
    old = [] if seat.open_message_id is None else [removal(info.channel_id, seat.open_message_id)]
    await outbox.put(tx, info.id, [*old, about_seat(seat, info.seq)], now=now)


async def seated(tx: Transaction, info: MatchInfo, old: SeatInfo, new: SeatInfo, now: int) -> None:
    """Tell the channel who plays a seat now, tell them privately what they must know, and take it from who left."""
    posts: list[outbox.Post] = []
    channel = (await people.user(tx, old.user_id)).dm_channel_id
    if old.dm_message_id is not None and channel is not None:
        posts.append(removal(channel, old.dm_message_id))
    told = {"seq": info.seq, "user_id": new.user_id}
    posts.append(outbox.Post("seated", told, new.seat))
    posts.append(outbox.Post("hand", told | {"new": True}, new.seat, letter_key(new.seat)))
    posts.append(about_seat(new, info.seq))
    if info.is_private:
        posts.append(member(new.user_id))
    await outbox.put(tx, info.id, posts, now=now, withdrawn=(f"ring:{new.seat}", f"digest:{new.seat}"))
    await notice(tx, info.id, TAKEN, now=now, seats={"who": new.seat}, names={"left": old.name})


def letters(info: MatchInfo, seq: int) -> list[outbox.Post]:
    """Return the posts that bring every private message of a match up to date; nobody gets a new one."""
    return [letter(seat, seq) for seat in info.seats if seat.dm_message_id is not None]


async def closing(tx: Transaction, match_id: int, row: JournalRow) -> None:
    """Post how a match went that this entry has ended before its game was over."""
    post = outbox.Post("score", {"seq": row.seq, "after": row.seq}, coalesce_key="score")
    await outbox.put(tx, match_id, [post], now=row.at)


async def lobby(tx: Transaction, match_id: int, now: int) -> None:
    """Show the lobby as it is now."""
    await outbox.put(tx, match_id, [outbox.Post("lobby", {}, coalesce_key="lobby")], now=now)


async def notice(
    tx: Transaction,
    match_id: int,
    msgid: str,
    *,
    now: int,
    seats: dict[str, int] | None = None,
    users: list[int] | None = None,
    names: dict[str, str] | None = None,
    calls: bool = False,
    **args: Any,
) -> None:
    """Post one sentence; `seats` are its fields that show a player's name, `names` those with other people's.

    With `calls` it rings for nobody itself: those `users` for whom the match waits are called once more.
    """
    payload: dict[str, Any] = {"msgid": msgid, "args": args, "seats": seats or {}, "users": users or []}
    if names:
        payload["names"] = names
    if calls:
        payload["calls"] = True
    await outbox.put(tx, match_id, [outbox.Post("notice", payload)], now=now)


async def vote(tx: Transaction, vote: VoteRow, now: int) -> None:
    """Post a vote, which calls those who are asked, or bring its post up to date."""
    post = outbox.Post("vote", {"vote": vote.id}, coalesce_key=f"vote:{vote.id}")
    await outbox.put(tx, vote.match_id, [post], now=now)


def vote_ring(asked: VoteRow, seat: int, at: int) -> outbox.Post:
    """Return the post that rings a seat for a vote at a later time."""
    return outbox.Post("vote", {"vote": asked.id}, seat, f"vote:{asked.id}:{seat}", at)


async def close_vote(tx: Transaction, asked: VoteRow, status: str, now: int, **known: Any) -> VoteRow:
    """Save what came of a vote, with what else is `known` of that; its buttons go."""
    ended = replace(asked, status=status, data=asked.data | known)
    await votes.save(tx, ended)
    await vote(tx, ended, now)
    return ended


async def end_votes(tx: Transaction, info: MatchInfo, now: int) -> None:
    """Close all votes of a match that has come to its end or is frozen."""
    for asked in await votes.still_open(tx, info.id):
        await close_vote(tx, asked, "lapsed", now, why="end")


def notice_text(say: Say, payload: dict[str, Any], mentions: Mapping[int, str] | None = None) -> str:
    """Return a notice's sentence; the seats with `mentions` are called by these, in place of their names or before."""
    called, seats = mentions or {}, payload["seats"]
    names = {field: called.get(seat) or say.seat(seat) for field, seat in seats.items()}
    others = [mention for seat, mention in called.items() if seat not in seats.values()]
    return " ".join([*others, say.t(payload["msgid"], **payload["args"], **names)])


async def set_back(tx: Transaction, info: MatchInfo, match: Match[Any], now: int) -> None:
    """Tell the channel that the operator went back to an earlier position, with new luck."""
    sentence = N_(
        "The bot's operator has set this match back; look at the board again. The luck is new: all chance now comes"
        " from a new seed, sealed with SHA-256: {seal}"
    )
    await notice(tx, info.id, sentence, now=now, seal=seal_of(match))


async def new_luck(tx: Transaction, info: MatchInfo, match: Match[Any], now: int) -> None:
    """Tell the channel that the table went back past a draw and that nobody knows what the next one brings."""
    sentence = N_(
        "You went back past a draw, so the luck is new: all chance now comes from a new seed, sealed with"
        " SHA-256: {seal}"
    )
    await notice(tx, info.id, sentence, now=now, seal=seal_of(match))


async def dealt_again(tx: Transaction, info: MatchInfo, now: int) -> None:
    """Tell the channel that the match goes on with other hidden things than were shown at its end."""
    sentence = N_(
        "When the match was over, everyone could see what was hidden, so hidden cards and roles have been dealt again;"
        " `/act` shows you what you hold now."
    )
    await notice(tx, info.id, sentence, now=now)


def seal_of(match: Match[Any]) -> str:
    """Return the seal of all chance of a match from now on."""
    return f"`{seal(match.state.chance.seed)}`"


async def frozen(tx: Transaction, info: MatchInfo, error_id: str, now: int) -> None:
    """Tell the channel that its match is frozen, and show at once how it stands."""
    await outbox.put(tx, info.id, [], now=now, withdrawn=("turn",))
    await outbox.hold_back_no_more(tx, info.id, EDITS)
    sentence = refusal.frozen(error_id)
    await notice(tx, info.id, sentence.msgid, now=now, **sentence.args_by_name)
