"""Uploaded content packs: extracts the files of a zip into an empty folder."""

from __future__ import annotations

import io
import re
import stat
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path, PurePosixPath

from rules.kernel.errors import Refusal
from rules.kernel.words.translation import N_

#: Maximum size of an upload in bytes, maximum size of its files when unpacked, and maximum number of files.
MAX_ZIP_BYTES, MAX_UNPACKED_BYTES, MAX_FILES = 1_000_000, 4_000_000, 60
#: Suffixes of a pack's files, and suffixes of other files that are allowed in a zip but ignored.
PACK_SUFFIXES, ALLOWED_SUFFIXES = (".json", ".csv"), (".md", ".txt")
_NAME = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_. -]{0,59}")
#: Files and folders that operating systems add to zips.
_SYSTEM_FILES = ("__MACOSX", ".DS_Store", "Thumbs.db", "desktop.ini")
_COMPRESSION_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED_FLAG = 1
#: The first bytes of every zip file.
_ZIP_SIGNATURE = b"PK"


def unpack(name: str, data: bytes, folder: Path) -> None:
    """Write the files of an uploaded pack, which is a zip or a single file, into an empty folder; raises Refusal."""
    if len(data) > MAX_ZIP_BYTES:
        raise too_large()
    files = dict(_zip_files(name, data)) if name.casefold().endswith(".zip") else {_checked(name): data}
    if not files:
        raise Refusal(N_("There's no pack in the zip: a pack is a folder with JSON files, and CSV files if you like."))
    for file, content in files.items():
        (folder / file).write_bytes(content)


def too_large() -> Refusal:
    """Return the refusal for an upload that is too large."""
    return Refusal(N_("The file is too large: a pack can have at most {most} bytes as a zip."), most=MAX_ZIP_BYTES)


def _checked(name: str) -> str:
    if not _is_pack_file(name):
        raise Refusal(
            N_("A pack is a zip with JSON and CSV files, or one such file; “{name}” is neither."), name=name[:60]
        )
    return name


def _is_pack_file(name: str) -> bool:
    return bool(_NAME.fullmatch(name)) and name.casefold().endswith(PACK_SUFFIXES)


def _zip_files(zip_name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    """Yield the pack files in a zip, as pairs of file name (without folders) and content."""
    if not data.startswith(_ZIP_SIGNATURE):
        raise Refusal(N_("“{name}” is called a zip but isn't one; pack the folder as a zip."), name=zip_name[:60])
    try:
        archive = zipfile.ZipFile(io.BytesIO(data))
        entries = [entry for entry in archive.infolist() if _is_authors_file(entry)]
    except (zipfile.BadZipFile, ValueError, NotImplementedError, OSError, EOFError) as error:
        raise _broken() from error
    if len(entries) > MAX_FILES:
        raise Refusal(N_("The zip has more than {most} files."), most=MAX_FILES)
    places, bytes_left, seen_names = set[PurePosixPath](), MAX_UNPACKED_BYTES, set[str]()
    for entry in entries:
        path = PurePosixPath(entry.filename)
        _check_entry(entry, path)
        if path.suffix.casefold() in ALLOWED_SUFFIXES:
            continue
        name = path.name
        if not _is_pack_file(name):
            message = N_("The zip has “{name}” in it; keep only JSON files, and sheets saved as CSV UTF-8.")
            raise Refusal(message, name=name[:60])
        places.add(path.parent)
        if len(places) > 1 or name.casefold() in seen_names:
            raise Refusal(N_("The zip has files in several folders; put the pack's files into one."))
        seen_names.add(name.casefold())
        content = _content(archive, entry, bytes_left)
        bytes_left -= len(content)
        yield name, content


def _is_authors_file(entry: zipfile.ZipInfo) -> bool:
    """Return whether a zip entry comes from the pack's author rather than from an operating system."""
    parts = entry.filename.split("/")
    return not entry.is_dir() and not any(part in _SYSTEM_FILES or part.startswith("._") for part in parts)


def _check_entry(entry: zipfile.ZipInfo, path: PurePosixPath) -> None:
    """Raise Refusal if a zip entry is not a plain file, or if its path leads outside of the folder."""
    odd = path.is_absolute() or ".." in path.parts or any(sign in entry.filename for sign in "\\:\0")
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if (
        odd
        or kind not in (0, stat.S_IFREG)
        or entry.flag_bits & _ENCRYPTED_FLAG
        or entry.compress_type not in _COMPRESSION_METHODS
    ):
        raise Refusal(N_("The zip has a link, a path that leads out of it, or something else that isn't a plain file."))


def _content(archive: zipfile.ZipFile, entry: zipfile.ZipInfo, limit: int) -> bytes:
    """Return the content of a file in a zip; raises Refusal if it is larger than the remaining limit.

    The sizes stated in the zip may be false, so at most the limit is read.
    """
    try:
        with archive.open(entry) as stream:
            content = stream.read(limit + 1)
    except (zipfile.BadZipFile, zlib.error, ValueError, NotImplementedError, OSError, EOFError, RuntimeError) as error:
        raise _broken() from error
    if len(content) > limit:
        raise Refusal(
            N_("The zip's contents are too large: a pack can have at most {most} bytes."), most=MAX_UNPACKED_BYTES
        )
    return content


def _broken() -> Refusal:
    return Refusal(N_("The zip is damaged; create it again."))
