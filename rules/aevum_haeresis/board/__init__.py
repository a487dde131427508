"""Moves of pieces on the table. No decisions are made here."""
