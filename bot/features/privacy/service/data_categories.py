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
        N_("Your settings and how far you are in the lessons"),
        N_("so that I speak your language and call you where and when you want"),
        N_("until you delete your data"),
    ),
    DataCategory(
        ("matches", "seats", "held", "agreed", "brought", "votes", "looks"),
        N_("Where you sit and have sat, with your name there, your standing orders and absences"),
        N_("so that matches can be played"),
        N_("as long as the match; once you delete your data somebody without a name has sat there"),
    ),
    DataCategory(
        ("journal", "archives"),
        N_("What you did in matches, move by move"),
        N_("for the log, for taking back and for replays"),
        N_("as long as the match; once you delete your data somebody without a name has done it"),
    ),
    DataCategory(
        ("results", "ratings", "rating_points", "ladder_choices"),
        N_("How your matches ended, and how strong you are on the ladders you are on"),
        N_("for `/profile`, `/history` and `/ladder`"),
        N_("until you delete your data; what became of the others stays"),
    ),
    DataCategory(
        ("seeks", "seekers", "cups", "cup_people", "cup_ties"),
        N_("The open tables and the cups that you have joined or opened, and your deck there"),
        N_("so that tables come together and cups go on"),
        N_("tables until they are forgotten, cups as long as their matches"),
    ),
    DataCategory(
        ("notes", "decks", "blocks", "follows"),
        N_("Your notes and decks, whom you have blocked, which matches you follow"),
        N_("so that you find them again; nobody else sees them"),
        N_("until you delete them or your data"),
    ),
    DataCategory(
        ("reports",),
        N_("What you reported, with the match as it was then"),
        N_("so that whoever runs me can put it right and answer you"),
        N_("until you delete your data, or until the time after the answer that whoever runs me has set"),
    ),
    DataCategory(
        ("changes", "announcements"),
        N_("What you have changed in the settings of a server that you manage, or ordered if you run me"),
        N_("so that those who manage it or run me see who did what"),
        N_(
            "until 50 later changes there, or 500 later orders;"
            " once you delete your data somebody without a name has done it"
        ),
    ),
    DataCategory(
        ("packs",),
        N_("That you have brought a content pack for a server"),
        N_("so that those who manage it or run me see who did what"),
        N_("as long as the server has it; once you delete your data somebody without a name has brought it"),
    ),
    DataCategory(
        ("bars",),
        N_("That whoever runs me does not serve you, since when and why, if that is so"),
        N_("so that it holds everywhere"),
        N_("until it ends; once you delete your data a digest takes your place, and no reason is kept"),
    ),
    DataCategory(
        ("invitations",),
        N_("People you have invited, and people who have invited you"),
        N_("so that no one gets too many invitations"),
        N_("one or two days"),
    ),
    DataCategory(
        ("outbox",),
        N_("Posts and private messages on their way to you"),
        N_("so that none is lost"),
        N_("a day after they were sent"),
    ),
    DataCategory(
        ("erasures",),
        N_("That you want to be deleted"),
        N_("so that it is done to the end"),
        N_("until it is done"),
    ),
)
