"""`tenebrae doctor`: checks an installation and reports how to fix each problem."""

from __future__ import annotations

import os
import re
import stat
import sys
import zoneinfo
from collections.abc import AsyncGenerator, Iterator
from importlib import metadata
from pathlib import Path

from packaging.requirements import Requirement
from packaging.version import Version
from PIL import Image, ImageDraw, ImageFont

from bot.app.doctor_findings import Diagnostic, Door, MatchChannel
from bot.app.host_packs import printable
from bot.app.settings import ConfigError, Settings, read_settings
from bot.app.startup import install_packs
from bot.store.backup_folder import list_backups
from bot.store.doctor_checks import check_database, posting_channels
from bot.store.errors import StoreError
from bot.store.first_start import evidence_of_database
from bot.store.read_only import read_snapshot
from bot.store.unreadable_values import unreadable
from render.text import fonts
from rules.kernel.words.translation import LOCALES, Translator

ENV_FILE = Path(".env")
PROJECT = "tenebrae"
#: The file with the tested library versions. It exists only in the project's source folder.
CONSTRAINTS_FILE = Path(__file__).parents[2] / "constraints.txt"
#: The non-ASCII letters that the text in pictures needs, from all languages.
REQUIRED_LETTERS = "AŐŰÑáéíóöőúüűñ¿¡–„”"
#: Maximum number of damaged rows that are listed individually.
MAX_DAMAGED_ROWS = 20
FONT_FACES = ("title", "text", "bold", "italic")
_PINNED = re.compile(r"^([A-Za-z0-9_.-]+)==([^\s;]+)", re.MULTILINE)


def line(finding: Diagnostic) -> str:
    """Return a finding as one line. Control characters, which the name of a channel or folder may contain, are
    replaced.
    """
    state = finding.state.upper() if finding.state == "wrong" else finding.state
    return printable(f"{state:5}  {finding.about:11}  {finding.text}")


async def findings(*, offline: bool = False, door: Door | None = None) -> AsyncGenerator[Diagnostic]:
    """Run all checks and yield their findings in order. `offline` skips Discord; `door` is the command that runs the
    bot.
    """
    for finding in (*check_versions(), *check_fonts(), *check_translations()):
        yield finding
    for finding in _settings_file():
        yield finding
    settings, faults = read_settings(ENV_FILE)
    for fault in faults:
        yield Diagnostic("settings", fault, "wrong")
    if settings is None:
        return
    yield Diagnostic("settings", "The settings can be read.")
    for finding in _packs(settings):
        yield finding
    found = await check_database(
        settings.database, backs_up=settings.backups is not None, evidence=evidence_of_database(settings)
    )
    for finding in (*found, *await _unreadable(settings), _backups(settings)):
        yield finding
    try:
        settings.require_token()
    except ConfigError as error:
        yield Diagnostic("token", str(error), "wrong")
        return
    if offline:
        return
    # Imported only now, so the findings above are printed before the whole bot is loaded.
    from bot import wiring
    from bot.discord.doctor import examine as asked

    wiring.register()
    where: list[MatchChannel] = []
    if not any(finding.state == "wrong" for finding in found):
        where = await _post_channels(settings)
    async for finding in asked(settings, where, door):
        yield finding


async def _post_channels(settings: Settings) -> list[MatchChannel]:
    """Return the channels where the bot posts, or an empty list if this version can't read the database."""
    try:
        async with read_snapshot(settings.database) as db:
            return await posting_channels(db)
    except StoreError:
        return []  # another check reports the unreadable database


async def _unreadable(settings: Settings) -> list[Diagnostic]:
    """Return the findings about unreadable rows. The bot skips these rows and uses all others."""
    try:
        async with read_snapshot(settings.database) as db:
            damaged = [str(error) async for error in unreadable(db)]
    except StoreError:
        return []  # another check reports the unreadable database
    reported = [
        Diagnostic("database", f"{sentence} Correct it by hand or restore a backup; all other rows are used.", "wrong")
        for sentence in damaged[:MAX_DAMAGED_ROWS]
    ]
    if len(damaged) > MAX_DAMAGED_ROWS:
        reported.append(Diagnostic("database", f"{len(damaged) - MAX_DAMAGED_ROWS} more rows can't be read.", "wrong"))
    return reported


# -- checks of this machine -------------------------------------------------------------------------------------------


def check_versions() -> Iterator[Diagnostic]:
    """Yield the findings about missing, incompatible and untested versions of libraries."""
    python = ".".join(map(str, sys.version_info[:3]))
    try:
        project = metadata.distribution(PROJECT)
    except metadata.PackageNotFoundError:
        yield Diagnostic("versions", "The project isn't installed here, so its requirements are unknown.", "note")
        return
    needed = [
        requirement
        for requirement in map(Requirement, project.requires or ())
        if requirement.marker is None or requirement.marker.evaluate()
    ]
    faults = [fault for fault in map(_library_fault, needed) if fault is not None]
    for fault in faults:
        yield Diagnostic("versions", f"{fault}; reinstall the project (make setup, or pip).", "wrong")
    untested = _untested_versions()
    if untested:
        text = f"Other versions than the tested ones: {', '.join(untested)}; make setup installs those."
        yield Diagnostic("versions", text, "note")
    if not faults and not untested:
        yield Diagnostic("versions", f"Tenebrae {project.version} on Python {python}, with all its libraries.")


def _library_fault(needed: Requirement) -> str | None:
    """Return what is wrong with the installed version of a library, or None if the version is suitable."""
    try:
        version = metadata.version(needed.name)
    except metadata.PackageNotFoundError:
        return f"The library {needed.name} is missing"
    if Version(version) in needed.specifier:
        return None
    return f"The library {needed.name} is {version}, and the bot needs {needed.specifier}"


def _untested_versions() -> list[str]:
    """Return the libraries whose versions aren't the tested ones; an empty list if this isn't the project's source
    folder.
    """
    if not CONSTRAINTS_FILE.is_file():
        return []
    untested: list[str] = []
    for name, tested in _PINNED.findall(CONSTRAINTS_FILE.read_text("utf-8")):
        try:
            version = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue  # libraries for developers don't have to be installed
        if Version(version) != Version(tested):
            untested.append(f"{name} {version} (tested: {tested})")
    return untested


def check_fonts() -> Iterator[Diagnostic]:
    """Yield the findings about fonts that can't be loaded or that lack letters of a language."""
    for face in FONT_FACES:
        try:
            font = fonts.font(face, 20)
        except OSError as error:
            text = f"The font for {face} can't be loaded ({error}); reinstall the project (make setup, or pip)."
            yield Diagnostic("fonts", text, "wrong")
            return
        missing_glyph = _glyph(font, "\U0010ffff")
        missing = [letter for letter in REQUIRED_LETTERS if _glyph(font, letter) == missing_glyph]
        if missing:
            yield Diagnostic("fonts", f"The font for {face} lacks {' '.join(missing)}; reinstall the project.", "wrong")
            return
    yield Diagnostic("fonts", "All fonts are there, with the letters of every language.")


def _glyph(font: ImageFont.FreeTypeFont, letter: str) -> bytes:
    image = Image.new("L", (48, 48))
    ImageDraw.Draw(image).text((8, 8), letter, 255, font)
    return image.tobytes()


def check_translations() -> Iterator[Diagnostic]:
    """Yield the findings about missing translations and time zones."""
    untranslated = [locale for locale in LOCALES if locale != "en" and Translator(locale).t("Join") == "Join"]
    if untranslated:
        text = f"The translations are missing ({', '.join(untranslated)}), so the bot speaks English; run make setup."
        yield Diagnostic("languages", text, "wrong")
    else:
        yield Diagnostic("languages", f"The bot speaks {', '.join(LOCALES)}.")
    if not zoneinfo.available_timezones():
        yield Diagnostic("clock", "There are no time zones here; install the package tzdata.", "wrong")


# -- checks of the settings -------------------------------------------------------------------------------------------


def _settings_file() -> Iterator[Diagnostic]:
    """Yield a finding if the settings file is missing, or if other users may read it."""
    if not ENV_FILE.exists():
        text = f"There is no file {ENV_FILE} in this folder, {Path.cwd()}; `tenebrae init` makes one."
        yield Diagnostic("settings", text, "note")
    elif sys.platform != "win32" and ENV_FILE.is_file() and stat.S_IMODE(ENV_FILE.stat().st_mode) & 0o077:
        text = f"Others on this machine can read {ENV_FILE}, which contains the token; run chmod 600 {ENV_FILE}."
        yield Diagnostic("settings", text, "wrong")


def _packs(settings: Settings) -> Iterator[Diagnostic]:
    try:
        install_packs(settings)
    except ConfigError as error:
        yield Diagnostic("packs", str(error), "wrong")
    else:
        if settings.packs is not None:
            yield Diagnostic("packs", f"The content packs in {settings.packs} are valid.")


def _backups(settings: Settings) -> Diagnostic:
    """Return a finding about scheduled backups: whether any are made, and whether this user can write to the folder."""
    folder = settings.backups
    if folder is None:
        text = "No automatic backups; name a folder for them in TENEBRAE_BACKUPS."
        return Diagnostic("backups", text, "note")
    if not os.access(folder, os.R_OK | os.W_OK | os.X_OK):
        text = f"The folder {folder} for backups isn't writable for this user; make the bot's user its owner."
        return Diagnostic("backups", text, "wrong")
    backups = list_backups(folder)
    newest = f"; the newest is {backups[0].name}" if backups else " from the next start on"
    return Diagnostic("backups", f"Backups are kept in {folder}{newest}.")
