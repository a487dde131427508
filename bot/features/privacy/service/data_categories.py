"""The categories of personal data, with their purpose and retention; the source of `/privacy` and docs/privacy.md."""

from __future__ import annotations

from dataclasses import dataclass

from rules.kernel.words.translation import N_


@dataclass(frozen=True, slots=True)
class DataCategory:
    """A category of personal data."""

    #: The database tables that contain data of this category.
    tables: tuple[str, ...]
    what: str
    why: str
    until: str


#: All categories of personal data, in display order.
DATA_INVENTORY = (
    DataCategory(
        ("users",),
        N_("Your settings and your progress in the lessons"),
        N_("to speak your language and ping you where and when you want"),
        N_("until you delete your data"),
    ),
    DataCategory(
        ("matches", "seats", "held", "agreed", "brought", "votes", "looks"),
        N_("Your seats, present and past, with your name there, your standing orders and absences"),
        N_("so that you can play"),
        N_("as long as the match exists; if you delete your data, it stays without your name"),
    ),
    DataCategory(
        ("journal", "archives"),
        N_("Your moves in matches"),
        N_("for the log, taking moves back and replays"),
        N_("as long as the match exists; if you delete your data, they stay without your name"),
    ),
    DataCategory(
        ("results", "ratings", "rating_points", "ladder_choices"),
        N_("The results of your matches, and your ratings on the ladders you've joined"),
        N_("for `/profile`, `/history` and `/ladder`"),
        N_("until you delete your data; the others keep their results"),
    ),
    DataCategory(
        ("seeks", "seekers", "cups", "cup_people", "cup_ties"),
        N_("Open tables and cups you've joined or opened, and your deck there"),
        N_("to fill tables and run cups"),
        N_("tables for a while after they close, cups as long as their matches exist"),
    ),
    DataCategory(
        ("notes", "decks", "blocks", "follows"),
        N_("Your notes and decks, the people you've blocked and the matches you follow"),
        N_("so that you can find them again; no one else sees them"),
        N_("until you delete them or your data"),
    ),
    DataCategory(
        ("reports",),
        N_("Problems you've reported, with the match as it was then"),
        N_("so that the bot's owner can solve them and answer you"),
        N_("until you delete your data; after an answer, at most as long as the bot's owner has set"),
    ),
    DataCategory(
        ("changes", "announcements"),
        N_("Your changes to the settings of a server you manage, or your commands as the bot's owner"),
        N_("so that the server's managers or the bot's owners can see who did what"),
        N_("until 50 later changes there or 500 later commands; if you delete your data, they stay without your name"),
    ),
    DataCategory(
        ("packs",),
        N_("Content packs you've added to a server"),
        N_("so that the server's managers or the bot's owners can see who did what"),
        N_("as long as the server has them; if you delete your data, they stay without your name"),
    ),
    DataCategory(
        ("bars",),
        N_("If the bot's owner has blocked you: since when and why"),
        N_("so that the block applies everywhere"),
        N_("until it ends; if you delete your data, only a hash of your id stays, without the reason"),
    ),
    DataCategory(
        ("invitations",),
        N_("People you've invited, and people who have invited you"),
        N_("so that no one gets too many invitations"),
        N_("one or two days"),
    ),
    DataCategory(
        ("outbox",),
        N_("Posts and private messages on their way to you"),
        N_("so that none gets lost"),
        N_("for a day after they're sent"),
    ),
    DataCategory(
        ("erasures",),
        N_("Your deletion request"),
        N_("so that the deletion is completed"),
        N_("until it's done"),
    ),
)
