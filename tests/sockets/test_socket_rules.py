"""During rate limits and outages of Discord nothing is lost or done twice, and every player gets an answer."""

from __future__ import annotations

import asyncio

import pytest
import pytest_asyncio

from bot.discord.http.outgoing_rate_limiter import Priority, RateBudgetExhausted
from bot.store import leases
from tests import database_access
from tests.discord.room import message_text
from tests.sockets.discord_data import SEND, VIEW, Message, Refused
from tests.sockets.hosting import RandomMoves, Table
from tests.sockets.limits import NO_ANSWER, banned, broken, refusal, too_many
from tests.sockets.players import Player, verb_of
from tests.sockets.rest_api import Call

pytestmark = pytest.mark.asyncio(loop_scope="module")
PLAIN_PICTURES = True

GAME = "edge_of_darkness"
POSTS, BOARDS = r"/channels/\d+/messages", r"/channels/\d+/messages/\d+"
CALLBACK, ANSWER = r"/interactions/.*/callback", r"/webhooks/.*/messages/@original"
#: Faults while the bot acknowledges a press: the answer that the bot gets, and whether the acknowledgement takes
#: effect.
LOST = ((broken(), True), (NO_ANSWER, True), (NO_ANSWER, False))
MINUTES = 60


@pytest_asyncio.fixture(scope="module", loop_scope="module")
async def hands(host: Table) -> RandomMoves:
    """Start a match for Ana and Bence, and return an object that makes random moves for them."""
    await host.open(GAME)
    return RandomMoves(host, 3)


async def one_post_each(table: Table) -> bool:
    """Return whether no post is due and none appears twice in the channel."""
    posts = [post.nonce for post in table.discord.table.posts() if post.nonce]
    return len(posts) == len(set(posts)) and not await table.due()


async def test_posts_that_met_rate_limits_and_a_broken_discord_are_made_once(table: Table, hands: RandomMoves) -> None:
    rest = table.discord.rest
    asked = rest.script("POST", POSTS, too_many(0.1), broken(502))
    edited = rest.script("PATCH", BOARDS, too_many(0.2, everywhere=True), too_many(0.1))
    answered = rest.script("PATCH", ANSWER, too_many(0.1))
    while not (asked.played == edited.played == 2 and answered.played == 1):
        await hands.press()
    assert await one_post_each(table)
    assert table.board.rang or table.board.edits


async def test_a_post_whose_answer_was_lost_is_not_made_again(table: Table, hands: RandomMoves) -> None:
    lost = table.discord.rest.script("POST", POSTS, broken(), done=True)
    before = table.discord.world.posted_once
    while not lost.played:
        await hands.press()
    assert table.discord.world.posted_once == before + 1
    assert await one_post_each(table)


async def test_a_post_over_a_connection_that_broke_is_made_once(table: Table, hands: RandomMoves) -> None:
    cut = table.discord.rest.script("POST", POSTS, NO_ANSWER, done=True)
    before = table.discord.world.posted_once
    while not cut.played:
        await hands.press()
    await table.discord.until(lambda: table.discord.world.posted_once > before)
    await table.settle()
    assert table.discord.world.posted_once == before + 1
    assert await one_post_each(table)


async def test_a_client_refused_by_the_proxy_retries_when_told_to(table: Table, hands: RandomMoves) -> None:
    rest = table.discord.rest
    turned = rest.script("POST", POSTS, banned(2))
    while not turned.played:
        await hands.press()
    refused = next(call for call in reversed(rest.calls) if call.method == "POST" and call.status == 429)

    def again() -> Call | None:
        """Return the successful retry of the refused post, if there was one."""
        made = (
            call for call in rest.calls if call.method == "POST" and call.status == 200 and call.path == refused.path
        )
        return next((call for call in made if call.body["nonce"] == refused.body["nonce"]), None)

    # The bot's clock counts whole seconds, so its wait of one second may be slightly too short.
    assert (await table.discord.until(again)).at - refused.at > 0.9, "it came back before its time"
    await table.settle()
    assert await one_post_each(table)


async def test_every_refused_try_is_counted_but_none_that_others_have_used_up_and_a_global_one_pauses_all(
    table: Table, hands: RandomMoves, monkeypatch: pytest.MonkeyPatch
) -> None:
    heard: list[float] = []
    budget = table.bot.rate_budget
    refused, pause = budget.count_refusal, budget.pause

    async def paused(seconds: float) -> None:
        heard.append(seconds)
        await pause(seconds)

    shared = too_many(0.1)
    shared.headers["X-RateLimit-Scope"] = "shared"
    monkeypatch.setattr(budget, "count_refusal", lambda: (heard.append(0), refused()))
    monkeypatch.setattr(budget, "pause", paused)
    edited = table.discord.rest.script("PATCH", BOARDS, too_many(0.1), shared, too_many(0.2, everywhere=True))
    while edited.played < 3:
        await hands.press()
    assert heard == [0, 0, 0.2]


async def test_answers_to_presses_need_no_budget(table: Table, hands: RandomMoves) -> None:
    budget = table.bot.rate_budget
    budget.shut_out(MINUTES)
    try:
        assert "move" in (await table.carla.slash("match status")).said
        with pytest.raises(RateBudgetExhausted):
            await table.bot.http.get_channel(table.channel.id)
    finally:
        budget._shut_until = 0.0


async def test_a_bucket_that_is_nearly_empty_is_not_overdrawn(table: Table, hands: RandomMoves) -> None:
    limits = table.discord.rest.limits
    limits.special = {"PATCH /webhooks/*/*/messages/*": (1, 0.3), "PATCH /channels/*/messages/*": (1, 0.3)}
    try:
        for _ in range(3):
            await hands.press()
    finally:
        limits.special = {}
    assert limits.impatient == []


async def test_an_interaction_that_is_told_twice_acts_once(table: Table, hands: RandomMoves) -> None:
    seq = await table.seq()
    await hands.press(times=2)
    assert await table.acts(seq) == 1
    typed = table.bence.typed("hand")
    await table.discord.tell(typed, 3)
    await table.discord.until(lambda: typed.callbacks)
    await table.settle()
    assert typed.callbacks == [(5, 200)]
    asked = table.ana.typed("deck import")
    await table.discord.tell(asked, 2)
    await table.discord.until(lambda: asked.form)
    await table.settle()
    assert asked.callbacks == [(9, 200)]


async def decision(table: Table, hands: RandomMoves) -> tuple[Player, Message]:
    """Make moves until a player's panel has a button for their decision; return the player and the panel."""
    while True:
        who = await table.mover()
        panel = await hands.panel(who)
        if any(verb_of(item) in ("act", "pick") for item in panel.items()):
            return who, panel
        await hands.press()


async def test_a_double_click_acts_once(table: Table, hands: RandomMoves) -> None:
    who, panel = await decision(table, hands)
    seq = await table.seq()
    twice = hands.next_press(who, panel)
    again = who.made(twice.kind, twice.data, panel)
    await asyncio.gather(table.discord.tell(twice), table.discord.tell(again))
    await table.discord.until(lambda: twice.callbacks and again.callbacks)
    await table.settle()
    assert twice.answered == again.answered == 6
    assert await table.acts(seq) <= 1
    if await table.seq() == seq:
        await hands.press()  # the double click may only have led to a question


async def test_a_press_that_comes_too_late_to_be_answered_does_nothing(table: Table, hands: RandomMoves) -> None:
    who, panel = await decision(table, hands)
    seq, shown = await table.seq(), panel.edits
    late = hands.next_press(who, panel)
    late.at -= 4
    typed = who.typed("undo")
    typed.at -= 4
    for one in (late, typed):
        await table.discord.tell(one)
        await table.discord.until(lambda one=one: one.callbacks)
    await table.settle()
    assert late.callbacks == [(6, 404)]
    assert typed.callbacks == [(5, 404)]
    assert (await table.seq(), panel.edits) == (seq, shown)
    table.discord.forgive()


async def test_an_acknowledgement_whose_answer_was_lost_counts(table: Table, hands: RandomMoves) -> None:
    rest = table.discord.rest
    for script in (rest.script("POST", CALLBACK, answer, done=done) for answer, done in LOST):
        seq = await table.seq()
        await hands.press()
        assert script.played == 1
        assert await table.seq() > seq
    table.discord.rest.script("POST", CALLBACK, broken(), done=True)
    assert "no match" not in (await table.carla.slash("match status")).said
    # discord.py doesn't know that the acknowledgement arrived, so the bot sends its refusal as a follow-up.
    table.discord.rest.script("POST", CALLBACK, broken(), done=True)
    assert "not playing" in (await table.carla.slash("act")).said


async def test_the_press_on_a_panel_of_twenty_minutes_ago_is_answered(table: Table, hands: RandomMoves) -> None:
    who, panel = await decision(table, hands)
    table.discord.world.offset += 20 * MINUTES
    seq = await table.seq()
    await hands.press()
    assert await table.seq() > seq
    assert table.discord.find(panel) is panel
    # The older panel's token has expired, so the bot can't remove that panel, but it still opens the newer one.
    table.discord.world.offset += 20 * MINUTES
    newer = await who.slash("act")
    assert message_text(newer.answer)
    assert table.discord.find(panel) is panel
    removal = [call for call in table.discord.rest.calls if call.method == "DELETE"][-1]
    assert removal.status == 401
    stale = await who.press(panel, verb=verb_of(panel.items()[0]), **press_arguments(panel))
    assert stale.answered == 6
    assert message_text(panel)


def press_arguments(panel: Message) -> dict[str, str]:
    """Return the keyword arguments to press a panel's first component: its first value if it is a menu, else none."""
    item = panel.items()[0]
    return {"value": item["options"][0]["value"]} if item["type"] == 3 else {}


@pytest.mark.parametrize(
    "fault", [Refused(401, 50027, "Invalid Webhook Token"), Refused(404, 10008, "Unknown Message")]
)
async def test_a_move_counts_whose_answer_no_one_can_see_any_more(
    table: Table, hands: RandomMoves, fault: Refused
) -> None:
    await decision(table, hands)
    seq = await table.seq()
    gone = table.discord.rest.script("PATCH", ANSWER, refusal(fault), always=True)
    who = await table.mover()
    for _ in range(4):
        press = hands.next_press(who, await hands.panel(who))
        await table.discord.tell(press)
        await table.discord.until(lambda press=press: press.callbacks)
        await table.settle()
        if await table.seq() > seq:
            break
        # The press only led to a question, whose post was lost as well. A new panel shows the question.
        table.discord.rest.scripts.clear()
        hands.forget(who)
        await hands.press()
    assert gone.played
    assert await table.seq() > seq
    hands.forget(who)
    table.discord.rest.scripts.clear()
    assert "Something went wrong" not in str(table.errors.lines)


async def test_a_deleted_board_is_posted_again(table: Table, hands: RandomMoves) -> None:
    before = table.board
    del table.discord.table.messages[before.id]
    while not moved_on(table, before):
        await hands.press()
    assert table.board.attachments


def moved_on(table: Table, before: Message) -> bool:
    return any(post.id > before.id and post.attachments for post in table.discord.table.posts())


async def test_a_user_with_closed_private_messages_is_told_once_where_to_look(table: Table, hands: RandomMoves) -> None:
    mail = table.discord.world.private_channel(table.bence.person)
    mail.closed = True
    mail.messages.clear()
    told: list[Message] = []
    while not told:
        await hands.press()
        told = [post for post in table.discord.table.posts() if "can't send you private messages" in post.content]
    assert (await table.bence.slash("hand")).answer.attachments
    mail.closed = False
    while not table.bence.mail:
        await hands.press()
    assert len([post for post in table.discord.table.posts() if "can't send" in post.content]) == 1


async def test_what_could_not_be_posted_for_want_of_a_permission_is_posted_once_it_is_there(
    table: Table, hands: RandomMoves
) -> None:
    channel = table.discord.table
    channel.denied = SEND
    try:
        posts = len(channel.posts())
        while not await table.due():
            who = await hands.press()
        assert "send messages" in (await who.slash("act")).said.lower()
        hands.forget(who)
        assert len(channel.posts()) == posts
    finally:
        channel.denied = 0
    # An administrator has restored the permission, and the gateway notifies the bot.
    await table.discord.gateway.dispatch("CHANNEL_UPDATE", channel.wire())
    await table.discord.until(lambda: len(channel.posts()) > posts)
    await table.settle()
    assert await one_post_each(table)


async def test_no_lobby_is_opened_where_the_bot_may_not_post(table: Table) -> None:
    elsewhere = table.discord.world.new_channel()
    elsewhere.denied = VIEW | SEND
    dora = Player(table.discord, table.carla.person, table.settle, elsewhere.id)
    assert "View Channels, Send Messages" in (await dora.slash("match new", game=GAME)).said
    elsewhere.denied = 0
    assert "lobby is open" in (await dora.slash("match new", game=GAME)).said
    # The channel is deleted, so the bot gives up its posts. The match in the other channel continues.
    lobby = elsewhere.posts()[0]
    press = dora.pressed(lobby, label="Leave")
    event = table.discord.world.event(press)
    del table.discord.world.channels[elsewhere.id]
    await table.discord.gateway.dispatch("INTERACTION_CREATE", event)
    await table.discord.until(lambda: press.callbacks)
    await table.settle()
    assert await table.given_up() == ["lobby"]


async def test_a_post_that_another_process_has_made_meanwhile_is_not_asked_for(
    table: Table, hands: RandomMoves, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The other process is only simulated, so its post never reaches Discord, and no test in this module may follow."""
    store, take = table.bot.store, table.bot.rate_budget.acquire
    made: set[str] = set()

    async def held_up(rank: Priority, *, opens: bool = False) -> None:
        await take(rank, opens=opens)
        lease = leases.current_lease.get()
        if lease is None or rank is not Priority.CALL or made:
            return
        async with store.write() as tx:
            made.update(
                row["nonce"] for row in await database_access.rows(tx, "SELECT nonce FROM outbox WHERE status = 'due'")
            )
            await database_access.run(tx, "UPDATE outbox SET status = 'done', finished_at = 1 WHERE status = 'due'")
            await database_access.run(tx, "DELETE FROM work WHERE kind = 'posts'")
        monkeypatch.setattr(lease, "_certain_until", 0.0)

    monkeypatch.setattr(table.bot.rate_budget, "acquire", held_up)
    while not made:
        await hands.press()
    # `settle` looks only at the work queue, and the test has deleted the entry there, so the task itself is awaited.
    if tasks := [task for task in asyncio.all_tasks() if task.get_name().startswith("posts of ")]:
        await asyncio.wait(tasks)
    assert "another process has taken over" in caplog.messages
    await table.settle()
    assert made.isdisjoint(post.nonce for post in table.discord.table.posts())
