"""Matches as files. Each file is one JSON object that contains all secrets of the match.

`export` adds a digest, which shows whether the file was changed later. Files from simulations and tests have no digest,
but can also be opened. If the match uses a server's content pack, the file has only the ids of the cards, so the match
can't continue without the pack.
"""

from __future__ import annotations

import json
import random
import re
from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import Any

from bot.matches import refusals
from bot.matches.lobby.settings_checks import checked_name
from bot.matches.packs.server_packs import ServerPacks
from bot.matches.repository import MatchRepository
from bot.matches.service_results import EXPORT_KIND, MatchInfo, Position, SeatInfo
from bot.notifications import turn_notification_decisions
from bot.store.statements import archives, journal, matches
from bot.store.statements.matches import ChannelTaken, NewMatch
from bot.store.statements.rows import JournalRow
from rules.kernel.content.pack_snapshots import folder_of
from rules.kernel.content.packs import BASE, hash_in, pack_in, without_hash
from rules.kernel.engine.match import Match
from rules.kernel.errors import Refusal, SaveError, TenebraeError
from rules.kernel.game import AnyGame
from rules.kernel.words.translation import LOCALES, N_

#: The digest at the end of a file.
_SEAL = re.compile(rb',"digest":"([0-9a-f]{64})"}\Z')


def content_hash(data: bytes) -> str:
    """Return the SHA-256 digest of a saved match."""
    return sha256(data).hexdigest()


def with_digest(data: bytes) -> bytes:
    """Return a saved match with its digest added, which shows whether the file was changed later."""
    return data[:-1] + f',"digest":"{content_hash(data)}"}}'.encode()


def _without_digest(data: bytes) -> bytes:
    """Check a file's digest, and return the saved match without it. Raises Refusal if the file was changed."""
    seal = _SEAL.search(data)
    saved = _SEAL.sub(b"}", data)
    if seal is None or seal[1].decode() != content_hash(saved):
        raise Refusal(N_("This file was changed after it was written, so it can't be opened."))
    return saved


#: Maximum size of an imported file in bytes. Most files have about ten thousand bytes.
MAX_FILE_BYTES = 1_000_000


#: Even a damaged state can pass the checks, so an imported match is also tested: TRIAL_GAMES copies of it are played
#: at random, each for up to TRIAL_MOVES moves.
TRIAL_GAMES, TRIAL_MOVES = 2, 400


class Transfer:
    """Exports and imports matches."""

    def __init__(self, repo: MatchRepository, packs: ServerPacks) -> None:
        self._repo = repo
        self._packs = packs

    async def export(self, match_id: int) -> bytes:
        """Return the current position of a match as a file with a digest, and record the export in the journal."""
        repo = self._repo
        async with repo.lock_match(match_id):
            info = await repo.get(match_id)
            saved = await matches.state(repo.store.read, match_id)
            if saved is None:
                raise refusals.not_playing(info.status, info.error_id)
            action = {"digest": content_hash(saved[1])}
            row = JournalRow(info.seq + 1, repo.clock.now(), EXPORT_KIND, action=action, restores=info.seq)
            async with repo.store.write() as tx:
                await archives.unpack_archive(tx, info.id, row.at)
                await matches.add_entry_without_move(tx, info.id)
                await journal.append(tx, info.id, row)
            repo.forget(info.id)
            return with_digest(saved[1])

    async def adopt(
        self, data: bytes, *, guild_id: int, channel_id: int, players: Sequence[tuple[int, str]], locale: str = "en"
    ) -> MatchInfo:
        """Import a match from a file into a channel. `players` has the user id and name for each seat.

        The match continues from its position, and the players whose turn it is are notified. Raises Refusal, for
        example if the server doesn't have the match's content pack.
        """
        repo = self._repo
        envelope = _envelope(repo.games, data)
        game, pack = repo.games[envelope["game"]], _pack(envelope)
        options = {} if pack == BASE else {"pack": pack}
        await self._packs.check_same(guild_id, game.id, pack)
        _held = await self._packs.load_for_options(guild_id, game.id, options)
        match = open_file(repo.games, data)
        position = self._position(match)
        if len(players) != match.state.seats or len({user_id for user_id, _ in players}) != len(players):
            raise Refusal(N_("This match needs {n} different players, in the order of its seats."), n=match.state.seats)
        now = repo.clock.now()
        try:
            async with repo.store.write() as tx:
                match_id = await matches.create(
                    tx,
                    NewMatch(
                        game=game.id,
                        guild_id=guild_id,
                        channel_id=channel_id,
                        host_id=players[0][0],
                        locale=locale if locale in LOCALES else LOCALES[0],
                        options=options,
                        version=repo.versions[game.id],
                    ),
                    now,
                )
                await self._packs.save_contents(tx, guild_id, game.id, options)
                seats = [SeatInfo(seat, user, checked_name(name)) for seat, (user, name) in enumerate(players)]
                await matches.set_seats(tx, match_id, seats)
                info = await matches.get(tx, match_id)
                assert info is not None
                row = JournalRow(
                    1,
                    now,
                    "import",
                    user_id=info.host_id,
                    action={"digest": content_hash(match.dump())},
                    epoch_after=match.epoch,
                )
                return await repo.save(tx, info, position, [row], turn_notification_decisions.CallPolicy.NEW)
        except ChannelTaken:
            raise Refusal(N_("This channel already has a match. Finish or end it first.")) from None

    @staticmethod
    def _position(match: Match[Any]) -> Position:
        """Return the position of an imported match.

        Some random moves are tried on a copy first, so a damaged match is rejected at the import and doesn't fail
        later.
        """
        try:
            position = Position.from_match(match, 1, ())
            for trial in range(TRIAL_GAMES):
                _play_at_random(match.copy(), random.Random(trial))  # noqa: S311 - any choice will do
        except TenebraeError as error:
            raise Refusal(error.msgid, **error.args_by_name) from None
        except Exception:
            raise Refusal(N_("This saved match is damaged and can't be opened.")) from None
        if position.over or not position.waiting_seats:
            raise Refusal(N_("This match is over, so it can't continue."))
        return position


def open_file(games: Mapping[str, AnyGame], data: bytes) -> Match[Any]:
    """Open the match in a file from an export, a simulation or a test. Raises Refusal."""
    envelope = _envelope(games, data)
    game, pack = games[envelope["game"]], _pack(envelope)
    _held = _content(game, pack)
    try:
        return game.load(_without_digest(data) if "digest" in envelope else data)
    except SaveError as error:
        raise Refusal(error.msgid, **error.args_by_name) from None


def _content(game: AnyGame, name: str) -> Any:
    """Return the content pack that a match names by hash, or None if the name has no hash.

    If necessary, the pack is loaded from the host's folder. Raises Refusal if it isn't available.
    """
    digest = hash_in(name)
    if not digest or game.packs is None:
        return None
    content, laid_folder = game.packs.loaded(digest), game.packs.installed_pack(digest)
    if content is None and laid_folder is not None:
        content = game.packs.open(digest, folder_of(laid_folder.data))
    if content is None:
        raise Refusal(N_("This match uses the content pack “{name}”, which isn't here."), name=without_hash(name))
    return content


def _envelope(games: Mapping[str, AnyGame], data: bytes) -> dict[str, Any]:
    """Parse a file and return its JSON object. Raises Refusal unless it is a match of an installed game."""
    try:
        envelope: Any = json.loads(data) if len(data) <= MAX_FILE_BYTES else None
        name = envelope["game"]
    except (ValueError, TypeError, KeyError, RecursionError):
        raise Refusal(N_("This file isn't a saved match.")) from None
    if not isinstance(name, str) or name not in games:
        raise Refusal(N_("This match's game isn't installed."))
    return envelope


def _pack(envelope: Mapping[str, Any]) -> str:
    """Return the content pack's name from an untrusted file; if the file doesn't name one, the name of the built-in
    pack.
    """
    try:
        return pack_in(envelope["state"]["options"])
    except (KeyError, TypeError, AttributeError):
        return BASE


def _play_at_random(match: Match[Any], rng: random.Random) -> None:
    """Make some random moves in a match. Errors propagate."""
    for number in range(TRIAL_MOVES):
        if match.over:
            return
        seat = rng.choice(sorted(match.decisions()))
        match.apply(seat, rng.choice(match.decisions()[seat].actions))
        if number % 16 == 0:
            match.view(seat)
            match.view(None)
