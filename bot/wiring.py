"""Registers all parts of the core and of the features. This is the only module that knows every feature.

The core declares registries, and `register` fills them in the order that users see the parts. Every program that
creates a bot calls `register` first.
"""

from __future__ import annotations

from functools import cache

from bot.discord.bot import PARTS, SCHEDULERS
from bot.discord.client import NEWS, RECONCILERS
from bot.discord.commands.registry import COMMANDS, GAME_COMMANDS, OWNER_COMMANDS
from bot.discord.delivery import direct_messages, post_texts
from bot.discord.delivery.post_kinds import KINDS
from bot.discord.health import REMARKS
from bot.discord.heartbeat import DECISIONS
from bot.discord.interaction_admission import GATES, SERVER_GATES, Gate
from bot.features.backups.jobs.schedule import BackupReconciler
from bot.features.backups.service import Backups
from bot.features.cups import commands as cups
from bot.features.cups.jobs import CupReconciler
from bot.features.cups.service.actions import Cups
from bot.features.cups.service.cup_automation import TournamentEngine
from bot.features.decks import commands as decks
from bot.features.decks.panel import forms as deck_forms
from bot.features.decks.panel import match_deck_building
from bot.features.decks.service import PersonalDecks
from bot.features.follow import commands as follow
from bot.features.follow import panel as follow_panel
from bot.features.follow import posts as follow_posts
from bot.features.follow.service import news
from bot.features.follow.service.follows import Follows
from bot.features.notes import commands as notes
from bot.features.notes import panel as notes_panel
from bot.features.notes.service import Notes
from bot.features.open_tables import commands as tables
from bot.features.open_tables import panel as open_tables_panel
from bot.features.open_tables.jobs import OpenTableReconciler
from bot.features.open_tables.service import OpenTables
from bot.features.owner import commands as owner
from bot.features.owner.jobs import blocklist_gate
from bot.features.owner.jobs.announcements import Announcer
from bot.features.owner.jobs.blocklist_effects import BlocklistEnforcer
from bot.features.owner.jobs.damage_reports import DamageReconciler
from bot.features.owner.panel import (
    announcement_page,
    audit_page,
    blocklist_page,
    frozen_page,
    health_page,
    process_page,
    quota_page,
)
from bot.features.owner.service.announcements import Announcements
from bot.features.owner.service.blocklist import Blocklist
from bot.features.owner.service.damage_warnings import DamageWarnings
from bot.features.owner.service.frozen import FrozenMatches
from bot.features.packs.panel import owner_page as pack_page
from bot.features.packs.panel import server_page as server_packs
from bot.features.packs.service.validator import PackValidator
from bot.features.privacy import commands as privacy
from bot.features.privacy.jobs import Eraser
from bot.features.privacy.service.erasure import Privacy
from bot.features.privacy.service.retention import Retention
from bot.features.profiles.commands import history, profile
from bot.features.profiles.panel import settings_line as profile_line
from bot.features.profiles.service.profiles import Profiles
from bot.features.profiles.service.results import ResultRecorder
from bot.features.ratings import commands as ladder
from bot.features.ratings.jobs import RatingReconciler
from bot.features.ratings.panel import settings_line as ladder_line
from bot.features.ratings.service.ladders import Ratings
from bot.features.replays import commands as replay
from bot.features.replays.panel import replay as replay_panel
from bot.features.replays.panel import since as since_panel
from bot.features.replays.service.export_queue import ReplayExportQueue
from bot.features.replays.service.replay_cache import Replays
from bot.features.reports import commands as reports
from bot.features.reports import posts as report_posts
from bot.features.reports.panel import owner_page as report_page
from bot.features.reports.panel import report as report_panel
from bot.features.reports.service import Reports
from bot.features.reviews import commands as reviews
from bot.features.reviews import panel as review_panel
from bot.features.reviews import posts as review_posts
from bot.features.reviews.service.queue import ReviewQueue
from bot.features.reviews.service.reviews import Reviews
from bot.features.rulebook.commands import help, look_up
from bot.features.rulebook.panel import guide
from bot.features.rulebook.panel import rule as rule_panel
from bot.matches.service import HOOKS, SERVICES, MatchService
from bot.table import game_masters as gm
from bot.table.absence import commands as away
from bot.table.clocks import pace_command as pace
from bot.table.history import log_panel
from bot.table.lessons import commands as learn
from bot.table.lessons import panel as lessons
from bot.table.lobby import channel_move_command as move
from bot.table.lobby import commands as match
from bot.table.lobby import list_command, player_welcome
from bot.table.lobby import panel as lobby_panel
from bot.table.lobby import posts as lobby_posts
from bot.table.play import (
    board_posts,
    board_viewer,
    call_answers,
    closing_and_spectator_posts,
    closing_posts,
    game_commands,
    lookup_menus,
    lookup_panel,
    orders_panel,
    own_points_panel,
    panel,
    reminder_posts,
    words_panel,
)
from bot.table.play import commands as play
from bot.table.seats import commands as seats
from bot.table.seats import hand_over_commands as computers
from bot.table.seats import nudge_panel
from bot.table.settings import commands as settings
from bot.table.settings import language_lines, lines, ping_lines, server_panel
from bot.table.votes import commands as vote_commands
from bot.table.votes import panel as votes
from bot.table.votes import posts as vote_posts

#: The pages of `/owner`. Each page registers itself when its module is imported. This tuple uses the imports, so that
#: linters don't report them as unused.
OWNER_PAGES = (
    *(health_page, process_page, frozen_page, report_page),
    *(blocklist_page, pack_page, quota_page, announcement_page, audit_page),
)


@cache
def register() -> None:
    """Fill all registries. Only the first call in a process has an effect."""
    _services()
    _commands()
    _buttons()
    _settings()
    _posts()
    _background()
    _admission()


def _services() -> None:
    """Register the features' services. For example, `service.part(Cups)` returns the service of class `Cups`."""
    SERVICES.fill(
        lambda core: OpenTables(core.matches, core.lobby, core.quotas),
        lambda core: Cups(core.matches, core.options.seed, core.packs),
        lambda core: TournamentEngine(core.matches, core.lobby, core.play, core.computers),
        lambda core: PersonalDecks(core.matches),
        lambda core: Follows(core.matches),
        lambda core: Notes(core.store),
        lambda core: Profiles(core.store, core.people),
        lambda core: Ratings(core.store, core.clock),
        lambda core: Reviews(core.matches),
        lambda core: Reports(core.matches),
        lambda core: Blocklist(core.store, core.clock),
        lambda core: Announcements(core.store, core.clock, core.part(Blocklist)),
        lambda core: DamageWarnings(core.store, core.clock, core.processes),
        lambda core: FrozenMatches(core.matches, core.game_masters, core.part(Reports).count_of),
        lambda core: Backups(core.store, core.clock),
        lambda core: Retention(core.matches, core.options.kept),
        lambda core: Privacy(
            core.matches, core.people, core.account_exit, core.part(OpenTables), core.part(Cups), core.part(Reports)
        ),
    )
    HOOKS.fill(_hooks)


def _hooks(core: MatchService) -> None:
    """Add the features to the core's hooks, in order. Most hooks run in the transaction of the change."""
    matches = core.matches.hooks
    matches.reopened.append(core.part(Profiles).reopened)
    matches.seats_offered.append(core.part(OpenTables).seats_offered)
    matches.moved.append(news.write_move_updates)
    matches.ended.append(news.write_end_updates)
    core.quotas.ban_checks.append(core.part(Blocklist).blocked_among)
    core.quotas.known_bans.append(core.part(Blocklist).is_blocked)
    core.account_exit.first += [core.part(OpenTables).leave_all, core.part(Cups).quit_all]
    core.unreachable_channels.on_server_left.append(core.part(Retention).server_left)
    core.unreachable_channels.on_server_back.append(core.part(Retention).server_is_back)


def _commands() -> None:
    """Register the slash commands in the order that Discord lists them."""
    for group, commands in (
        (
            match.MATCH,
            (
                *(computers.hand_over, computers.give_back, match.new, match.join, match.leave, match.start),
                *(match.status, match.board, match.cards, match.text, match.log, notes.note, match.end),
                *(match.rematch, match.concede, match.claim),
            ),
        ),
        (
            tables.TABLE,
            (
                *(
                    seats.invite,
                    vote_commands.ask,
                    vote_commands.resume,
                    vote_commands.nudge,
                    move.move,
                    pace.pace,
                    tables.seek,
                ),
                *(tables.list_tables, tables.leave, tables.block, tables.unblock, tables.blocked),
            ),
        ),
        (list_command.WATCH, (follow.follow, replay.news, list_command.list_matches, reviews.review)),
    ):
        for command in commands:
            group.add_command(command)
    COMMANDS.fill(
        match.MATCH,
        tables.TABLE,
        list_command.WATCH,
        cups.CUP,
        help.help_command,
        play.act,
        play.hand,
        play.waiting,
        play.undo,
        play.leave_orders,
        play.plan,
        away.away,
        profile.profile,
        history.history,
        ladder.ladder,
        replay.replay,
        learn.learn,
        look_up.rules_command,
        look_up.card,
        privacy.privacy,
        settings.settings,
        reports.report,
        gm.GM,
    )
    GAME_COMMANDS.fill(decks.groups, game_commands.groups)
    OWNER_COMMANDS.fill(owner.owner)


def _buttons() -> None:
    """Register the buttons below the core's messages, from left to right."""
    panel.NEWS_TOOLS.fill(since_panel.news_buttons)
    panel.QUESTION_TOOLS.fill(
        orders_panel.answer_buttons,
        rule_panel.why_buttons,
        match_deck_building.list_buttons,
        panel.hint_buttons,
        board_viewer.panel_buttons,
        own_points_panel.buttons,
        words_panel.buttons,
        lookup_menus.buttons,
        votes.buttons,
        report_panel.buttons,
    )
    panel.IDLE_TOOLS.fill(
        nudge_panel.buttons,
        orders_panel.menu_buttons,
        board_viewer.panel_buttons,
        own_points_panel.buttons,
        words_panel.buttons,
        lookup_menus.buttons,
        votes.buttons,
        report_panel.buttons,
    )
    match.STATUS_TOOLS.fill(nudge_panel.buttons, follow_panel.follow_buttons)
    board_viewer.TOOLS.fill(follow_panel.follow_buttons)
    lookup_panel.NOTES.fill(notes_panel.lines)
    lookup_panel.TOOLS.fill(notes_panel.buttons)
    log_panel.TOOLS.fill(report_panel.buttons)
    lobby_panel.SECTIONS.fill(deck_forms.lobby_section)
    lobby_panel.GUIDES.fill(lessons.buttons, guide.first_button)
    player_welcome.GUIDES.fill(lessons.buttons, guide.buttons)
    board_posts.OPENING_GUIDES.fill(guide.buttons)
    post_texts.CALL_ANSWERS.fill(call_answers.buttons)
    since_panel.NOTES.fill(notes_panel.lines)
    follow_posts.TOOLS.fill(since_panel.news_message_buttons)
    closing_and_spectator_posts.WATCH_TOOLS.fill(since_panel.look_buttons, log_panel.buttons, follow_panel.buttons)
    closing_posts.TOOLS.fill(log_panel.buttons, replay_panel.buttons)
    history.TOOLS.fill(replay_panel.buttons, log_panel.buttons, review_panel.buttons)


def _settings() -> None:
    """Register the lines of the `/settings` panel, from top to bottom, and the handlers of the command's other
    options.
    """
    lines.LINES.fill(
        ping_lines.CALLS_LINE,
        ping_lines.TIME_LINE,
        language_lines.MINE_LINE,
        profile_line.LINE,
        language_lines.MATCH_LINE,
        language_lines.SERVER_LINE,
        ladder_line.LINE,
        ping_lines.AWAY_LINE,
    )
    server_panel.LISTS.fill(server_panel.ListSetting(open_tables_panel.list_channel, open_tables_panel.move_list))
    server_panel.TOOLS.fill(server_packs.buttons)
    settings.UPLOADS.fill(settings.Upload(server_packs.check, server_packs.add_pack))


def _posts() -> None:
    """Register the kinds of posts and private messages."""
    KINDS.fill(
        board_posts.kinds,
        reminder_posts.kinds,
        closing_and_spectator_posts.kinds,
        direct_messages.kinds,
        vote_posts.kinds,
        lobby_posts.kinds,
        follow_posts.kinds,
        report_posts.kinds,
        review_posts.kinds,
    )


def _background() -> None:
    """Register the objects that features add to a bot (such as caches and job queues), and their background work."""
    PARTS.fill(
        lambda bot: Replays(bot.service.matches),
        lambda bot: ReplayExportQueue(
            bot.settings.database, bot.settings.packs, limit=lambda: bot.service.quota_overrides.count("replay_files")
        ),
        lambda bot: ReviewQueue(
            bot.settings.database, bot.settings.packs, limit=lambda: bot.service.quota_overrides.count("reviews")
        ),
        lambda _: PackValidator(),
    )
    SCHEDULERS.fill(lambda bot: ResultRecorder(bot.service, bot.clock))
    RECONCILERS.fill(
        lambda bot: RatingReconciler(bot.service.part(Ratings)),
        OpenTableReconciler,
        CupReconciler,
        lambda bot: BackupReconciler(bot.service.part(Backups), bot.clock, bot.settings),
        Eraser,
        BlocklistEnforcer,
        Announcer,
        DamageReconciler,
    )


def _admission() -> None:
    """Register the features' checks of interactions and servers, and the news that is shown below an answer."""
    GATES.fill(Gate("not served", blocklist_gate.refusal_reason))
    SERVER_GATES.fill(blocklist_gate.is_turned_away)
    DECISIONS.fill(blocklist_gate.reload)
    REMARKS.fill(lambda bot: bot.service.part(Reports).remarks())
    NEWS.fill(report_panel.tell_answers, follow_panel.tell_lost)
