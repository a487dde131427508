"""The match service: lobby, moves, take-back, notices and delivery, independent of Discord."""
