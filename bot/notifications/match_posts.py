"""The kinds of posts about a match, and functions that create them.

A post is a row of the outbox, written in the transaction of the change that it reports. The module
`turn_notification_decisions` decides which posts a move needs. This is the list of the kinds of posts, each with the
fields of its payload. `seq` is always the journal entry that a post is about.

"board": the message with the board in the channel is edited. Fields: seq; `since`, when the first edit was delayed.
"turn": players are notified in the channel that it is their turn. Fields: seq; the `seats` and `users` to notify;
    `after`, the entry of the previous notification; `clocked`, if the seats' clocks start when this post is delivered;
    `shown`, if the message with the board shows the notification's text until then; `mailed`, the seats that got a
    private message because Discord refused this post.
"ring": a private notification that it is one seat's turn. Fields: seq; user_id; `loud`, whether it pings; `daily`, the
    time of the digest that it is part of, or 0; `asker` and `at`, as in a "nudge".
"reminder": players are reminded of their turns in the channel. Fields: seq; `seats`; `held`, if it is their first ping,
    after quiet hours; `stands_in`, the time when a computer will play the turn of one of the seats.
"nudge": a player asks another player to move. Fields: seq; user_id; `asker`, the seat of the player who asks; `at`,
    when they asked.
"story": events that must be reported although no one is notified, such as a long turn of the game itself in a solo
    match, or a round that only computers have played. Fields: seq; `after`, as in "turn".
"hand": the private message with a seat's hand is edited. Fields: seq; user_id; `since`, as in "board"; `new`, if this
    is a new player's first message with their hand.
"seated": a private summary for a new player of a running match. Fields: seq; user_id.
"seat": the question about a late or open seat is posted, edited or removed. Fields: seq.
"lobby": the lobby's message is posted or edited.
"notice": a sentence in the channel; see `notice_text`. Fields: msgid; args; seats; `users` to mention; `calls`, if
    a separate message notifies them instead; `names`, the values of placeholders that aren't escaped; `undo`, the id
    of a vote, only in rows of version 0.1.
"vote": the message of a vote is posted or edited. If the post has a seat, it pings the seat's player about the vote
    after their quiet hours. Fields: `vote`, the vote's id.
"score": the closing post of a finished match. Fields: seq; `after`, as in "turn".
"removal": a message is deleted. Fields: channel_id; message_id.
"report": a report is sent to the bot's owner in private. Fields: `report`, the report's number.
"answer": the answer to a report is sent to its author in private. Fields: `report`, the report's number.
"closed": the buttons of a message are removed. Fields: channel_id; message_id; `moved_to`, if the match is now in
    another channel; `joined`, if that channel is a private thread which people join from this message; `lobby`, if the
    message is a lobby's.
"watch": the post for the spectators of a private match. Fields: seq and `after` of the post to its players; `over`, if
    that is the closing post.
"invite": an invitation to a lobby, in private or, if the user accepts no private messages, in the lobby's channel.
    Fields: user_id; `by`, the name of the player who invites them.
"follow": private news for a follower of the match. Fields: user_id; seq; `round`, the last completed round; `points`,
    the points after that round; `over`, if the match is over.
"review": the review of a finished match is shown in its channel. Fields: seq, the match's last entry.
"member": a user is added to the private thread of a match. Fields: user_id; `gone`, if they are removed instead.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from bot.matches import refusals
from bot.matches.service_results import MatchInfo, SeatInfo
from bot.store import outbox
from bot.store.statements import matches, votes
from bot.store.statements import users_and_servers as people
from bot.store.statements.rows import JournalRow, VoteRow
from bot.store.transactions import Transaction
from rules.kernel.engine.chance import seal
from rules.kernel.engine.match import Match
from rules.kernel.words.translation import N_, Translator

#: All kinds of posts.
POST_KINDS = (
    *("board", "turn", "ring", "reminder", "story", "hand", "lobby", "notice", "vote", "score", "removal", "closed"),
    *("report", "answer", "seated", "seat", "nudge", "watch", "member", "invite", "follow", "review"),
)
#: The kinds of posts that only update a message.
EDIT_KINDS = ("board", "hand")
#: The kind of a vote about taking back moves. A move closes such a vote, because the move to take back is then no
#: longer the last one.
UNDO_VOTE = "undo"
SEAT_TAKEN = N_("{who} takes over for {left}.")
PLAYER_RETURNED = N_("{who} takes over from the computer again.")


async def remove_reminder(tx: Transaction, info: MatchInfo) -> list[outbox.Post]:
    """Return the posts that delete a match's reminder message, if there is one, and clear the saved id."""
    if info.reminder_message_id is None:
        return []
    await matches.set_reminder_message(tx, info.id, None)
    return [removal(info.channel_id, info.reminder_message_id)]


def removal(channel_id: int, message_id: int) -> outbox.Post:
    """Return the post that deletes a message."""
    return outbox.Post("removal", {"channel_id": channel_id, "message_id": message_id})


def member(user_id: int, *, gone: bool = False) -> outbox.Post:
    """Return the post that adds a user to a match's private thread or, if `gone`, removes them from it."""
    return outbox.Post("member", {"user_id": user_id} | ({"gone": True} if gone else {}))


def invite_key(user_id: int) -> str:
    """Return the key of the post that invites a user to a lobby."""
    return f"invite:{user_id}"


def button_removal(channel_id: int, message_id: int, **extra_fields: Any) -> outbox.Post:
    """Return the post that removes the buttons of a message but not its text.

    If `extra_fields` says that the match has moved to another channel, a note replaces the buttons.
    """
    return outbox.Post("closed", {"channel_id": channel_id, "message_id": message_id} | extra_fields)


def push_notification(
    seat: SeatInfo, seq: int, *, loud: bool = True, daily: int = 0, not_before: int = 0
) -> outbox.Post:
    """Return the private notification that it is a seat's turn.

    `daily` is the time of the digest that contains the notification, or 0 if it is sent immediately.
    """
    payload = {"seq": seq, "user_id": seat.user_id, "loud": loud, "daily": daily}
    # The two kinds of notifications have different keys, so a ping before the digest doesn't replace the digest.
    key = f"digest:{seat.seat}" if daily else f"ring:{seat.seat}"
    return outbox.Post("ring", payload, seat.seat, key, daily or not_before)


async def ping_after_quiet_hours(
    tx: Transaction, info: MatchInfo, ping_time_by_user: Mapping[int, int], now: int
) -> None:
    """Queue pings in the channel for players in their quiet hours.

    `ping_time_by_user` says for each user id when these hours end.

    All players whose quiet hours end at the same time are pinged by a single message, about everything that was
    withheld from them.
    """
    if not ping_time_by_user:
        return
    waiting = await outbox.waiting_keys(tx, info.id)
    posts: list[outbox.Post] = []
    for at in sorted(set(ping_time_by_user.values())):
        key = f"wake:{at}"
        queued_seats = {seat for row in waiting if row.coalesce_key == key for seat in row.payload["seats"]}
        seats = [
            seat.seat for seat in info.seats if seat.seat in queued_seats or ping_time_by_user.get(seat.user_id) == at
        ]
        payload = {"seq": info.seq, "seats": seats, "held": True}
        posts.append(outbox.Post("reminder", payload, coalesce_key=key, not_before=at))
    await outbox.enqueue(tx, info.id, posts, now=now, waiting=waiting)


def direct_message(seat: SeatInfo, seq: int) -> outbox.Post:
    """Return the post that edits the private message with a seat's hand."""
    return outbox.Post("hand", {"seq": seq, "user_id": seat.user_id}, seat.seat, direct_message_key(seat.seat))


def direct_message_key(seat: int | None) -> str:
    """Return the key of the posts that edit the private message with a seat's hand."""
    return f"hand:{seat}"


def seat_question(seat: SeatInfo, seq: int) -> outbox.Post:
    """Return the post that shows or removes the question about a late or open seat."""
    return outbox.Post("seat", {"seq": seq}, seat.seat, f"seat:{seat.seat}")


async def repost_question(tx: Transaction, info: MatchInfo, seat: SeatInfo, now: int) -> None:
    """Ask about a late or open seat in a new message, which replaces the old one."""
    old = [] if seat.open_message_id is None else [removal(info.channel_id, seat.open_message_id)]
    await outbox.enqueue(tx, info.id, [*old, seat_question(seat, info.seq)], now=now)


async def announce_new_player(tx: Transaction, info: MatchInfo, old: SeatInfo, new: SeatInfo, now: int) -> None:
    """Announce a seat's new player, send them a private summary, and delete the former player's private message."""
    posts: list[outbox.Post] = []
    channel = (await people.user(tx, old.user_id)).dm_channel_id
    if old.dm_message_id is not None and channel is not None:
        posts.append(removal(channel, old.dm_message_id))
    payload = {"seq": info.seq, "user_id": new.user_id}
    posts.append(outbox.Post("seated", payload, new.seat))
    posts.append(outbox.Post("hand", payload | {"new": True}, new.seat, direct_message_key(new.seat)))
    posts.append(seat_question(new, info.seq))
    if info.is_private:
        posts.append(member(new.user_id))
    await outbox.enqueue(tx, info.id, posts, now=now, withdrawn=(f"ring:{new.seat}", f"digest:{new.seat}"))
    await notice(tx, info.id, SEAT_TAKEN, now=now, people={"who": new.seat, "left": old.name})


def direct_messages(info: MatchInfo, seq: int) -> list[outbox.Post]:
    """Return the posts that edit all private messages of a match."""
    return [direct_message(seat, seq) for seat in info.seats if seat.dm_message_id is not None]


async def queue_closing_post(tx: Transaction, match_id: int, row: JournalRow) -> None:
    """Queue the closing post of a match that this journal entry has ended before the game was over."""
    post = outbox.Post("score", {"seq": row.seq, "after": row.seq}, coalesce_key="score")
    await outbox.enqueue(tx, match_id, [post], now=row.at)


async def update_lobby(tx: Transaction, match_id: int, now: int) -> None:
    """Queue an update of the lobby's message."""
    await outbox.enqueue(tx, match_id, [outbox.Post("lobby", {}, coalesce_key="lobby")], now=now)


async def notice(
    tx: Transaction,
    match_id: int,
    msgid: str,
    *,
    now: int,
    people: Mapping[str, int | str] | None = None,
    mentioned: Sequence[int] = (),
    calls: bool = False,
    **args: Any,
) -> None:
    """Queue a post with one sentence.

    `people` maps placeholders to players. A player is a seat, or a name, which isn't escaped.

    The post mentions the `mentioned` users. It pings those of them whose turn it is or, in a lobby, all of them. If
    `calls`, it mentions and pings no one, because a separate message notifies the players whose turn it is again.
    """
    seats = {field: person for field, person in (people or {}).items() if isinstance(person, int)}
    names = {field: person for field, person in (people or {}).items() if isinstance(person, str)}
    payload: dict[str, Any] = {"msgid": msgid, "args": args, "seats": seats, "users": list(mentioned)}
    if names:
        payload["names"] = names
    if calls:
        payload["calls"] = True
    await outbox.enqueue(tx, match_id, [outbox.Post("notice", payload)], now=now)


async def vote(tx: Transaction, vote: VoteRow, now: int) -> None:
    """Queue the post of a vote, which pings the players who are asked. If it was already posted, queue an update."""
    post = outbox.Post("vote", {"vote": vote.id}, coalesce_key=f"vote:{vote.id}")
    await outbox.enqueue(tx, vote.match_id, [post], now=now)


def vote_ping(vote_row: VoteRow, seat: int, at: int) -> outbox.Post:
    """Return the post that pings a seat about a vote at the time `at`, after the seat's quiet hours."""
    return outbox.Post("vote", {"vote": vote_row.id}, seat, f"vote:{vote_row.id}:{seat}", at)


async def close_vote(tx: Transaction, open_vote: VoteRow, status: str, now: int, **extra_data: Any) -> VoteRow:
    """Save the result of a vote and remove the buttons of its message. `extra_data` is saved with the vote."""
    ended = replace(open_vote, status=status, data=open_vote.data | extra_data)
    await votes.save(tx, ended)
    await vote(tx, ended, now)
    return ended


async def end_votes(tx: Transaction, info: MatchInfo, now: int) -> None:
    """Close all votes of a finished or frozen match."""
    for open_vote in await votes.still_open(tx, info.id):
        await close_vote(tx, open_vote, "lapsed", now, why="end")


def notice_text(say: Translator, payload: dict[str, Any], mentions: Mapping[int, str] | None = None) -> str:
    """Return the text of a notice.

    A seat in `mentions` is mentioned instead of named. If the sentence doesn't name the seat, the mention comes before
    the sentence.
    """
    mention_by_seat, seats = mentions or {}, payload["seats"]
    names = {field: mention_by_seat.get(seat) or say.seat(seat) for field, seat in seats.items()}
    other_mentions = [mention for seat, mention in mention_by_seat.items() if seat not in seats.values()]
    return " ".join([*other_mentions, say.t(payload["msgid"], **payload["args"], **names)])


async def announce_repair(tx: Transaction, info: MatchInfo, match: Match[Any], now: int) -> None:
    """Announce that the operator has set the match back to an earlier position, with a new random seed."""
    sentence = N_(
        "The bot's owner has set this match back; look at the board again. All randomness now comes from a "
        "new seed, sealed with SHA-256: {seal}"
    )
    await notice(tx, info.id, sentence, now=now, seal=seal_of(match))


async def announce_new_seed(tx: Transaction, info: MatchInfo, match: Match[Any], now: int) -> None:
    """Announce that the match has a new random seed, because it went back to before something was drawn."""
    sentence = N_(
        "The match went back past a draw, so all randomness now comes from a new seed, sealed with SHA-256: {seal}"
    )
    await notice(tx, info.id, sentence, now=now, seal=seal_of(match))


async def announce_redeal(tx: Transaction, info: MatchInfo, now: int) -> None:
    """Announce that everything hidden was dealt again, because the end of the match had revealed it."""
    sentence = N_(
        "When the match was over, everyone could see what was hidden, so I've dealt hidden cards and roles "
        "again. `/act` shows what you have now."
    )
    await notice(tx, info.id, sentence, now=now)


def seal_of(match: Match[Any]) -> str:
    """Return the seal of a match's random seed. All randomness from now on comes from this seed."""
    return f"`{seal(match.state.chance.seed)}`"


async def announce_freeze(tx: Transaction, info: MatchInfo, error_id: str, now: int) -> None:
    """Announce that a match is frozen, and make delayed edits due now, because they show that it is frozen."""
    await outbox.enqueue(tx, info.id, [], now=now, withdrawn=("turn",))
    await outbox.release_held_back(tx, info.id, EDIT_KINDS)
    sentence = refusals.frozen_match(error_id)
    await notice(tx, info.id, sentence.msgid, now=now, **sentence.args_by_name)
