"""The lobby service: all operations on a match before it starts."""

from __future__ import annotations

from bot.matches.lobby.joining import LobbyJoining
from bot.matches.lobby.lobby_settings import LobbyChoosing
from bot.matches.lobby.opening import LobbyOpening
from bot.matches.lobby.starting import LobbyStarting


class Lobby(LobbyOpening, LobbyJoining, LobbyChoosing, LobbyStarting):
    """Opens lobbies, changes their seats and settings, and starts matches."""
