"""Votes: one seat asks the table, and everybody who is there must agree."""
