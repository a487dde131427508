"""The password in a PostgreSQL address is never logged, and never passed as an argument to PostgreSQL's programs."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from bot.app.database_address_redaction import secrets_in, without_secrets
from bot.app.settings import Settings
from bot.store import pg_dump

ADDRESSES = {
    "postgresql://u:s3cret@h/d": ("postgresql://u@h/d", {"password": "s3cret"}),
    "postgresql://u:s3%40cret@h/d?ssl=1": ("postgresql://u@h/d?ssl=1", {"password": "s3@cret"}),
    "postgresql://u@h/d?password=s3cret": ("postgresql://u@h/d", {"password": "s3cret"}),
    "postgresql://h/d?user=u&password=s3%26cret&ssl=1": ("postgresql://h/d?user=u&ssl=1", {"password": "s3&cret"}),
    "postgresql://u:old@h/d?sslpassword=k3y&password=s3cret": (
        "postgresql://u@h/d",
        {"password": "s3cret", "sslpassword": "k3y"},
    ),
    "postgresql://u@h/d": ("postgresql://u@h/d", {}),
    "/var/lib/tenebrae.sqlite3": ("/var/lib/tenebrae.sqlite3", {}),
}


@pytest.mark.parametrize("address", ADDRESSES)
def test_an_address_is_told_without_its_secrets(address: str) -> None:
    assert without_secrets(address) == ADDRESSES[address]
    known = secrets_in(address)
    assert set(ADDRESSES[address][1].values()) <= {*known}
    settings = Settings(token="x", database=address, _env_file=None)
    assert {*known} <= {*settings.secrets()}


@pytest.mark.parametrize("address", [one for one in ADDRESSES if ADDRESSES[one][1]])
def test_programs_get_no_secret_among_their_arguments(
    address: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    program, told = tmp_path / "pg_dump", tmp_path / "told"
    program.write_text(
        f'#!/bin/sh\necho "$@" > {told}\necho "pw=$PGPASSWORD" >> {told}\ncat $PGSERVICEFILE >> {told}\n'
    )
    program.chmod(0o700)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    monkeypatch.setenv("PGSERVICEFILE", os.devnull)
    pg_dump.dump(address, tmp_path / "file")
    arguments, *rest = told.read_text().splitlines()
    for name, secret in ADDRESSES[address][1].items():
        assert secret not in arguments
        assert ("pw=" if name == "password" else "sslpassword=") + secret in rest
