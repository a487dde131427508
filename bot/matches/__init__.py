"""The core of the bot, independent of Discord: lobbies, moves, take-backs, seats, clocks, absences and votes."""
