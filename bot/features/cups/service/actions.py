"""The actions that players and hosts can take in a cup, such as opening, entering, starting and awarding."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

from bot.features.cups.model import CupRules, CupView
from bot.features.cups.service import cup_progress, tie_course
from bot.features.cups.service.cup_decks import computer_deck, seal_deck
from bot.features.cups.service.cup_progress import SavedCup
from bot.features.cups.service.cup_view import row_of
from bot.features.cups.service.queries import NOT_IN, OVER_STATUSES, CupQueries
from bot.features.cups.service.rules_validation import checked_rules
from bot.matches.lobby.rated import check_ladder
from bot.matches.lobby.settings_checks import checked_name
from bot.matches.packs.server_packs import ServerPacks
from bot.matches.repository import MatchRepository
from bot.matches.seats.computers import COMPUTER_NAMES, checked_level
from bot.store.statements import cups
from bot.store.statements.cups import CupPersonRow, CupRow
from bot.store.transactions import Transaction
from rules.kernel.content.decks import Deck
from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_, Translator

#: Maximum number of running cups per server, and per host in a server.
MAX_PER_SERVER, MAX_PER_HOST = 10, 3
#: Maximum number of entrants of a cup, of entrants of a round robin, and of computers among the entrants.
MAX_ENTRANTS, MAX_ROUND_ROBIN_ENTRANTS, MAX_COMPUTERS = 64, 24, 16
MAX_NAME_LENGTH = 60
_CLOSED = N_("You can't enter this cup any more: it has begun or is over.")
_THEY_ARE_NOT_IN = N_("They're not in this cup.")
_BEGUN = N_("This cup has already begun.")
_IS_OVER = N_("This cup is over.")
_HOST = N_("Only the cup's host or a server manager can do this.")


@dataclass(frozen=True, slots=True)
class CupRequest:
    """The settings chosen for a new cup."""

    game: str
    guild_id: int
    #: The channel that shows the cup and contains its tables' threads.
    channel_id: int
    name: str
    rules: CupRules


class Cups(CupQueries):
    """Opens cups, manages entries, and carries out hosts' decisions."""

    def __init__(self, repo: MatchRepository, seed: Callable[[], str], packs: ServerPacks) -> None:
        super().__init__(repo)
        self._packs = packs
        self._seed = seed

    # -- entry ------------------------------------------------------------------------------------------------

    async def open(self, request: CupRequest, host_id: int) -> CupView:
        """Open a cup for entries. Its host isn't entered automatically."""
        if request.game not in self._repo.games:
            raise Refusal(N_("There's no such game here."))
        rules, now = await self._checked_rules(request), self._repo.clock.now()
        name = " ".join(checked_name(request.name).split())[:MAX_NAME_LENGTH]
        if not name:
            raise Refusal(N_("A cup needs a name."))
        async with self._repo.store.write() as tx:
            await tx.wait_for_lock(f"cups of server {request.guild_id}")
            await self._packs.save_contents(tx, request.guild_id, request.game, rules.options)
            if await cups.count(tx, request.guild_id) >= MAX_PER_SERVER:
                raise Refusal(N_("This server already has {n} cups, the most it can have at once."), n=MAX_PER_SERVER)
            if await cups.count(tx, request.guild_id, host_id) >= MAX_PER_HOST:
                raise Refusal(N_("You already host {n} cups here, the most allowed."), n=MAX_PER_HOST)
            if rules.rated:
                await check_ladder(tx, request.guild_id)
            values = {
                "guild_id": request.guild_id,
                "channel_id": request.channel_id,
                "message_id": None,
                "game": request.game,
                "name": name,
                "host_id": host_id,
                "kind": rules.kind,
                "rules": rules.to_json(),
                "status": "entry",
                "seed": self._seed(),
                "round": 0,
                "created_at": now,
                "due_at": now,
            }
            return await self._view(tx, await cups.add(tx, values))

    async def _checked_rules(self, request: CupRequest) -> CupRules:
        """Return the validated rules of a new cup, including the hash of its content pack; raises Refusal."""
        options = await self._packs.resolve_options(request.guild_id, request.game, request.rules.options)
        _held = await self._packs.load_for_options(request.guild_id, request.game, options)
        return checked_rules(self._repo.games[request.game], replace(request.rules, options=options))

    async def content(self, cup_id: int) -> Any:
        """Load a cup's content pack into memory and return it.

        The pack is unloaded when nothing references it, so the caller must keep a reference.
        """
        cup = await self._cup(self._repo.store.read, cup_id)
        return await self._repo.contents.ready(cup.game, CupRules.from_json(cup.rules).pack)

    async def enter(self, cup_id: int, user_id: int, name: str, deck: Deck | None = None) -> CupView:
        """Enter a cup, with a deck if the cup seals decks; if already entered, change the deck or the name.

        By entering, a user accepts the cup's options and any opponent, even one they have blocked. The caller must tell
        the user this beforehand.
        """
        _held = await self.content(cup_id)
        async with self._repo.store.write() as tx:
            cup = await self._lock_open(tx, cup_id)
            people = await cups.people(tx, cup_id)
            before = next((person for person in people if person.user_id == user_id), None)
            if before is None and len(people) >= max_entrants(cup):
                raise Refusal(N_("This cup is full: it has {n} players."), n=len(people))
            game = self._repo.games[cup.game]
            sealed_deck = before.deck if before is not None and deck is None else seal_deck(game, cup, deck)
            if sealed_deck is None and CupRules.from_json(cup.rules).sealed:
                raise Refusal(N_("In this cup, decks are sealed on entry: choose yours to enter."))
            at = before.entered_at if before is not None else self._repo.clock.now()
            await cups.put_person(tx, cup_id, CupPersonRow(user_id, checked_name(name), at, None, None, sealed_deck))
            return await self._mark_due(tx, cup_id)

    async def enter_computer(self, cup_id: int, by: int, level: str, *, is_admin: bool = False) -> CupView:
        """Enter a computer player; only the host or an administrator may do this.

        If decks are sealed, the computer player gets a random ready-made deck.
        """
        _held = await self.content(cup_id)
        async with self._repo.store.write() as tx:
            cup = await self._lock_open(tx, cup_id)
            _check_host(cup, by, is_admin)
            people = await cups.people(tx, cup_id)
            computer_numbers = [-person.user_id for person in people if person.computer is not None]
            if len(people) >= max_entrants(cup):
                raise Refusal(N_("This cup is full: it has {n} players."), n=len(people))
            if len(computer_numbers) >= MAX_COMPUTERS:
                raise Refusal(N_("This cup already has {n} computers, the most allowed."), n=len(computer_numbers))
            number = max(computer_numbers, default=0) + 1
            name = Translator(CupRules.from_json(cup.rules).locale).t(COMPUTER_NAMES[checked_level(level)], n=number)
            deck = computer_deck(self._repo.games[cup.game], cup, number)
            await cups.put_person(tx, cup_id, CupPersonRow(-number, name, self._repo.clock.now(), None, level, deck))
            return await self._mark_due(tx, cup_id)

    async def leave(self, cup_id: int, user_id: int) -> CupView:
        """Withdraw a user's entry. This works only before the cup begins; later, the user can only drop out."""
        async with self._repo.store.write() as tx:
            await self._lock_open(tx, cup_id)
            if not await cups.remove_person(tx, cup_id, user_id):
                raise Refusal(NOT_IN)
            return await self._mark_due(tx, cup_id)

    async def quit(self, cup_id: int, user_id: int) -> None:
        """Withdraw a user's entry or, if the cup has begun, drop the user from the cup."""
        with suppress(Refusal):
            await self.leave(cup_id, user_id)
        with suppress(Refusal):
            await self.drop(cup_id, user_id)

    async def quit_all(self, user_id: int) -> None:
        """Withdraw a user from every cup that has not begun, and drop them from the cups that have."""
        for cup_id in await cups.involving(self._repo.store.read, user_id):
            await self.quit(cup_id, user_id)

    async def remove(self, cup_id: int, by: int, user_id: int, *, is_admin: bool = False) -> CupView:
        """Remove a participant from a cup that has not begun; only the host or an administrator may do this."""
        async with self._repo.store.write() as tx:
            cup = await self._lock_open(tx, cup_id)
            _check_host(cup, by, is_admin)
            if not await cups.remove_person(tx, cup_id, user_id):
                raise Refusal(_THEY_ARE_NOT_IN)
            return await self._mark_due(tx, cup_id)

    # -- hosts' actions ---------------------------------------------------------------------------------------

    async def begin(self, cup_id: int, by: int, *, is_admin: bool = False) -> CupView:
        """Close a cup to new entries and draw the first round, whose tables then open automatically."""
        async with self._repo.store.write() as tx:
            cup = await self._lock(tx, cup_id)
            _check_host(cup, by, is_admin)
            if cup.status != "entry":
                raise Refusal(_IS_OVER if cup.status in OVER_STATUSES else _BEGUN)
            people, game = await cups.people(tx, cup_id), self._repo.games[cup.game]
            least = max(3, game.seats[0]) if cup.kind == "groups" else 2
            if len(people) < least:
                raise Refusal(N_("A cup needs at least {least} players; this one has {n}."), least=least, n=len(people))
            now = self._repo.clock.now()
            await cups.change(tx, cup_id, status="playing", started_at=now)
            return await self._settle_and_view(tx, cup_id, now)

    async def drop(self, cup_id: int, by: int, user_id: int | None = None, *, is_admin: bool = False) -> CupView:
        """Drop a player from a running cup.

        If `user_id` is None, the caller drops out. The host can also drop another player. If the player is in a running
        match, the match ends; in a group's match, a computer takes over the seat instead.
        """
        dropped_user = by if user_id is None else user_id
        async with self._repo.store.write() as tx:
            cup = await self._lock_running(tx, cup_id, entry=N_("This cup hasn't begun: you can simply leave it."))
            if dropped_user != by:
                _check_host(cup, by, is_admin)
            person = next((person for person in await cups.people(tx, cup_id) if person.user_id == dropped_user), None)
            if person is None:
                raise Refusal(NOT_IN if dropped_user == by else _THEY_ARE_NOT_IN)
            if person.dropped_at is not None:
                own_message, other_message = N_("You've already dropped out."), N_("They've already dropped out.")
                raise Refusal(own_message if dropped_user == by else other_message)
            now = self._repo.clock.now()
            await cups.put_person(tx, cup_id, replace(person, dropped_at=now))
            return await self._settle_and_view(tx, cup_id, now)

    async def award(
        self, cup_id: int, by: int, fixture: tuple[int, int], order: Sequence[int], *, is_admin: bool = False
    ) -> CupView:
        """Settle a tie of the current round as the host decides.

        `fixture` is the round and the number of the tie, and `order` lists its players from first to last. A running
        match of the tie is ended. In a round robin, an empty order means a draw. The host can change the decision until
        the next round is drawn.
        """
        async with self._repo.store.write() as tx:
            cup = await self._lock_running(tx, cup_id)
            _check_host(cup, by, is_admin)
            saved = await SavedCup.read(tx, cup)
            target = next((one for one in saved.fixtures if (one.round, one.number) == fixture), None)
            if target is None or target.round != cup.round:
                raise Refusal(N_("There's no such tie in this round."))
            if target.is_settled and target.how != "awarded":
                raise Refusal(N_("This tie is already settled."))
            remaining = [user for user in target.people if user not in saved.dropped]
            is_draw = not order and cup.kind == "round_robin"
            if not is_draw and sorted(order) != sorted(remaining):
                raise Refusal(
                    N_("Name every player in the tie who hasn't dropped out, once each, starting with the winner.")
                )
            now = self._repo.clock.now()
            settled = tie_course.settle_as(
                saved.rules, target, "awarded", remaining if is_draw else order, now, drawn=is_draw
            )
            await cups.put_tie(tx, cup_id, row_of(settled))
            return await self._settle_and_view(tx, cup_id, now)

    async def end(self, cup_id: int, by: int, *, is_admin: bool = False) -> CupView:
        """End a cup early, without a champion. Its running matches continue as ordinary matches."""
        async with self._repo.store.write() as tx:
            cup = await self._lock(tx, cup_id)
            _check_host(cup, by, is_admin)
            if cup.status in OVER_STATUSES:
                raise Refusal(_IS_OVER)
            await cups.change(tx, cup_id, status="ended", ended_at=self._repo.clock.now())
            return await self._mark_due(tx, cup_id)

    async def bring_deck(self, cup_id: int, user_id: int, deck: Deck | None) -> CupView:
        """Set the deck for a user's coming ties if decks aren't sealed; None stands for a random ready-made deck.

        A tie that has begun keeps its deck. In a cup with sealed decks, the deck can be changed until the cup begins.
        """
        _held = await self.content(cup_id)
        async with self._repo.store.write() as tx:
            cup = await self._lock(tx, cup_id)
            if cup.status in OVER_STATUSES:
                raise Refusal(_IS_OVER)
            person, saved = await self._person(tx, cup_id, user_id), await SavedCup.read(tx, cup)
            if saved.rules.sealed and (cup.status != "entry" or deck is None):
                raise Refusal(N_("In this cup, everyone plays the deck they entered with, to the end."))
            own = [
                fixture
                for fixture in saved.fixtures
                if user_id in fixture.people and fixture.match_ids and not fixture.is_settled
            ]
            if own:
                raise Refusal(
                    N_("You play this tie with the deck you began it with; you can choose another one afterwards.")
                )
            await cups.put_person(tx, cup_id, replace(person, deck=seal_deck(self._repo.games[cup.game], cup, deck)))
            return await self._mark_due(tx, cup_id)

    async def set_host(self, cup_id: int, by: int, host_id: int, *, is_admin: bool = False) -> CupView:
        """Make another user the host of a cup."""
        async with self._repo.store.write() as tx:
            cup = await self._lock(tx, cup_id)
            _check_host(cup, by, is_admin)
            await cups.change(tx, cup_id, host_id=host_id)
            return await self._mark_due(tx, cup_id)

    # -- shared -----------------------------------------------------------------------------------------------

    async def _lock(self, tx: Transaction, cup_id: int) -> CupRow:
        await cups.lock_row(tx, cup_id)
        return await self._cup(tx, cup_id)

    async def _lock_open(self, tx: Transaction, cup_id: int) -> CupRow:
        """Lock a cup that is open for entries and return its row; raises Refusal for other cups."""
        cup = await self._lock(tx, cup_id)
        if cup.status != "entry":
            raise Refusal(_CLOSED)
        return cup

    async def _lock_running(
        self, tx: Transaction, cup_id: int, entry: str = N_("This cup hasn't begun yet.")
    ) -> CupRow:
        """Lock a running cup and return its row.

        Raises Refusal for other cups; `entry` is the error message for a cup that has not begun.
        """
        cup = await self._lock(tx, cup_id)
        if cup.status == "entry":
            raise Refusal(entry)
        if cup.status in OVER_STATUSES:
            raise Refusal(_IS_OVER)
        return cup

    async def _mark_due(self, tx: Transaction, cup_id: int) -> CupView:
        """Mark a cup as due for processing, and return its updated public data."""
        await cups.change(tx, cup_id, due_at=self._repo.clock.now())
        return await self._view(tx, cup_id)

    async def _settle_and_view(self, tx: Transaction, cup_id: int, now: int) -> CupView:
        """Settle ties and draw rounds after a change to a cup; return the cup's updated public data."""
        cup = await self._cup(tx, cup_id)
        await cup_progress.settle_and_draw(tx, self._repo.games[cup.game], cup, now)
        return await self._mark_due(tx, cup_id)


def max_entrants(cup: CupRow) -> int:
    """Return the maximum number of entrants for a cup."""
    return MAX_ROUND_ROBIN_ENTRANTS if cup.kind == "round_robin" else MAX_ENTRANTS


def _check_host(cup: CupRow, user_id: int, is_admin: bool) -> None:
    if user_id != cup.host_id and not is_admin:
        raise Refusal(_HOST)
