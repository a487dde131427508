"""The deployment files (image, compose file, load balancer and systemd unit) fit the bot's settings and commands."""

from __future__ import annotations

import asyncio
import re
import shlex
import shutil
import socket
import subprocess
import sys
from configparser import RawConfigParser
from pathlib import Path
from typing import Any

import aiohttp
import pytest
import yaml
from aiohttp import web

from bot.app.settings import PREFIX, Settings, load_settings
from bot.discord.http.server import IDLE_TIMEOUT
from bot.discord.interactions_endpoint import MAX_BODY_BYTES
from tests.game_helpers import each
from tests.soak import haproxy as haproxy

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
#: The services that belong to each deployment profile.
PROFILES = {"small": {"bot"}, "large": {"one", "two", "balancer", "door", "database"}}
OURS = ["bot", "one", "two"]


def stages() -> list[list[str]]:
    """Return the Dockerfile's instructions by build stage, each instruction on one line."""
    text = re.sub(r"\\\n\s*", "", (ROOT / "Dockerfile").read_text(encoding="utf-8"))
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    starts = [place for place, line in enumerate(lines) if line.startswith("FROM ")]
    return [lines[start:end] for start, end in zip(starts, [*starts[1:], len(lines)], strict=True)]


def compose() -> dict[str, Any]:
    return yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))


def unit() -> RawConfigParser:
    found = RawConfigParser(strict=False)
    found.optionxform = str  # type: ignore[assignment,method-assign]
    found.read(DEPLOY / "tenebrae.service", encoding="utf-8")
    return found


def test_the_image_has_no_tool_that_builds_and_its_base_is_named_by_an_argument() -> None:
    build, run = stages()
    assert build[0] == "FROM ${PYTHON} AS build"
    assert run[0] == "FROM ${PYTHON}"
    assert "ARG PYTHON=python:3.11-slim-trixie" in (ROOT / "Dockerfile").read_text(encoding="utf-8")
    assert not [line for line in run if re.search(r"\bpip\b|hatchling|\bCOPY (?!--from=build)", line)]


def test_no_one_is_root_in_the_image() -> None:
    run = stages()[1]
    users = [place for place, line in enumerate(run) if line.startswith("USER ")]
    assert [run[place] for place in users] == ["USER 10001"]
    assert not [line for line in run[users[0] :] if line.startswith("RUN")]
    assert "--uid 10001" in " ".join(run[: users[0]])


def test_the_image_is_built_from_what_is_there_and_from_nothing_else() -> None:
    copied = [part for line in stages()[0] if line.startswith("COPY ") for part in line.split()[1:-1]]
    assert copied
    assert all((ROOT / name).exists() for name in copied)
    sent = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert sent[0] == "*"
    assert {line.removeprefix("!") for line in sent if line.startswith("!")} == set(copied)


@pytest.mark.parametrize(("status", "code"), [(200, 0), (503, 1)])
async def test_the_image_is_healthy_where_its_health_page_says_so(status: int, code: int) -> None:
    (line,) = [line for line in stages()[1] if line.startswith("HEALTHCHECK")]
    command = yaml.safe_load(line[line.index("CMD [") + 4 :])
    assert f"{PREFIX}METRICS=0.0.0.0:9464" in " ".join(stages()[1])

    async def health(_request: web.Request) -> web.Response:
        return web.Response(status=status)

    app = web.Application()
    app.router.add_get("/healthz", health)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    port = runner.addresses[0][1]
    asked = [sys.executable, "-I", command[1], command[2].replace("9464", str(port))]
    process = await asyncio.create_subprocess_exec(*asked, stderr=asyncio.subprocess.DEVNULL)
    assert await process.wait() == code
    await runner.cleanup()


def test_each_profile_has_its_services() -> None:
    services = compose()["services"]
    for profile, names in PROFILES.items():
        assert {name for name, service in services.items() if profile in service["profiles"]} == names
    assert services.keys() == set().union(*PROFILES.values())
    assert services["one"] == services["two"]
    assert services["one"]["command"] == ["serve"]


@each("name", OURS)
def test_a_container_of_the_bot_can_do_no_more_than_it_must(name: str) -> None:
    service = compose()["services"][name]
    assert service["read_only"]
    assert service["cap_drop"] == ["ALL"]
    assert "no-new-privileges:true" in service["security_opt"]
    assert service["stop_grace_period"] == "30s"
    assert "ports" not in service
    assert service["env_file"] == ".env"


def test_only_the_door_is_open() -> None:
    services = compose()["services"]
    assert {name for name, service in services.items() if "ports" in service} == {"door"}
    assert all(service.get("restart") == "unless-stopped" for service in services.values())


def test_every_setting_that_is_named_is_one_and_is_valid() -> None:
    known = {PREFIX + name.upper() for name in Settings.model_fields}
    for file in (ROOT / "Dockerfile", ROOT / "compose.yaml", *DEPLOY.iterdir()):
        named = set(re.findall(rf"\b{PREFIX}[A-Z_]+", file.read_text(encoding="utf-8")))
        assert named <= known, file.name
    for name in OURS:
        said = {
            key.removeprefix(PREFIX).lower(): value for key, value in compose()["services"][name]["environment"].items()
        }
        # The backup folder exists only in the container, so leave out its setting.
        Settings(_env_file=None, **{key: value for key, value in said.items() if key != "backups"})  # type: ignore[call-arg]


def test_every_image_can_be_pinned_and_every_mounted_file_is_there() -> None:
    text = compose()
    for service in text["services"].values():
        assert "build" in service or re.fullmatch(r"\$\{[A-Z]+_IMAGE:-[a-z]+:[\w.-]+\}", service["image"])
        for volume in service.get("volumes", []):
            source = volume.split(":")[0]
            assert (ROOT / source).is_file() if source.startswith(".") else source in text["volumes"]
    assert text["services"]["bot"]["build"]["args"]["PYTHON"] == "${PYTHON_IMAGE:-python:3.11-slim-trixie}"


def test_the_balancer_asks_each_process_and_tells_of_an_outage_by_those_that_are_there() -> None:
    text = (DEPLOY / "haproxy.cfg").read_text(encoding="utf-8")
    servers = {tuple(line.split()[1:]) for line in text.splitlines() if line.strip().startswith("server ")}
    served = [name for name in OURS if name != "bot"]
    checked = {(name, f"{name}:8080", "check") for name in served}
    unwell = {(f"{name}-unwell", f"{name}:8080", "check") for name in served}
    assert servers == checked | unwell | {(f"{name}-there", f"{name}:8080") for name in served}
    for line in (
        "http-check expect ! string stopping",
        "retry-on conn-failure",
        "http-check send meth GET uri /healthz",
        "timeout check 3s",
    ):
        assert f"    {line}\n" in text
    assert "deny_status 404 unless { path /interactions } METH_POST" in text


def test_the_balancer_takes_its_file() -> None:
    if (program := shutil.which("haproxy")) is None:
        pytest.skip("HAProxy is not here")
    done = subprocess.run([program, "-c", "-f", DEPLOY / "haproxy.cfg"], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_only_the_address_for_discord_leads_in() -> None:
    text = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert re.findall(r"handle (.*)\{", text) == ["/interactions ", ""]
    assert re.findall(r"reverse_proxy (\S+)", text) == ["balancer:8080"]


def test_both_proxies_refuse_what_the_bot_would_and_wait_for_no_one_longer() -> None:
    door = (DEPLOY / "Caddyfile").read_text(encoding="utf-8")
    assert f"max_size {MAX_BODY_BYTES // 1000}KB" in door
    for line in ("@encoded header Content-Encoding *", "respond @encoded 415", "read_header 5s", "read_body 5s"):
        assert f"\t{line}\n" in door
    balancer = (DEPLOY / "haproxy.cfg").read_text(encoding="utf-8")
    for line in (
        "http-request return status 415 if { req.hdr(content-encoding) -m found }",
        f"http-request deny deny_status 413 if {{ req.hdr_val(content-length) gt {MAX_BODY_BYTES} }}",
        "timeout http-request 5s",
        "option http-buffer-request",
        "option forwardfor",
    ):
        assert f"    {line}\n" in balancer
    # The balancer must close an idle connection before the server behind it does.
    assert "keepalive 10s" in door
    assert "timeout http-keep-alive 15s" in balancer
    assert IDLE_TIMEOUT > 15


async def test_the_balancer_refuses_what_is_compressed_or_too_long_and_tells_who_sent_the_rest(tmp_path: Path) -> None:
    if haproxy.program() is None:
        pytest.skip("HAProxy is not here")
    reached: list[str] = []

    async def page(request: web.Request) -> web.Response:
        reached.append(request.headers["X-Forwarded-For"] if request.method == "POST" else request.path)
        return web.Response(status=200 if request.method == "GET" else 202)

    app = web.Application()
    app.router.add_get("/healthz", page)
    app.router.add_post("/interactions", page)
    runner = web.AppRunner(app)
    await runner.setup()
    await web.TCPSite(runner, "127.0.0.1", 0).start()
    at = runner.addresses[0][1]
    balancer = haproxy.Balancer(_free_port(), [at, at], tmp_path)
    try:
        await balancer.start()
        async with aiohttp.ClientSession() as session:

            async def sent(data: bytes, **headers: str) -> int:
                async with session.post(f"{balancer.url}/interactions", data=data, headers=headers) as answer:
                    return answer.status

            assert await sent(b"{}") == 202
            assert await sent(b"{}", **{"Content-Encoding": "gzip"}) == 415
            assert await sent(bytes(MAX_BODY_BYTES + 1)) == 413
    finally:
        balancer.end()
        await runner.cleanup()
    assert [one for one in reached if one != "/healthz"] == ["127.0.0.1"]


def _free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def test_the_unit_starts_the_bot_as_no_one_in_particular_and_locks_it_in() -> None:
    service = unit()["Service"]
    assert shlex.split(service["ExecStart"]) == ["/opt/tenebrae/bin/tenebrae", "run"]
    assert service["User"] == "tenebrae"
    assert service["WorkingDirectory"] == f"/var/lib/{service['StateDirectory']}"
    assert service["RestartPreventExitStatus"] == "2"
    assert service["ProtectSystem"] == "strict"
    assert service["CapabilityBoundingSet"] == ""
    assert all(service[name] == "yes" for name in ("NoNewPrivileges", "PrivateTmp", "PrivateDevices", "ProtectHome"))


def test_systemd_finds_the_unit_hardly_exposed() -> None:
    if (program := shutil.which("systemd-analyze")) is None:
        pytest.skip("systemd is not here")
    command = [program, "security", "--no-pager", "--offline=yes", "--threshold=20", DEPLOY / "tenebrae.service"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if "unrecognized option" in done.stderr:
        pytest.skip("this systemd is too old to look at a file")
    assert done.returncode == 0, done.stdout[-200:] + done.stderr


def test_hosts_are_told_of_every_file_and_variable() -> None:
    text = (ROOT / "docs" / "hosting" / "installation.md").read_text(encoding="utf-8")
    variables = set(re.findall(r"\$\{([A-Z_]+):-", (ROOT / "compose.yaml").read_text(encoding="utf-8")))
    named = {f"deploy/{file.name}" for file in DEPLOY.iterdir()} | {"compose.yaml", "Dockerfile"}
    assert not {name for name in variables | named if name not in text}


def test_a_file_of_settings_may_hold_what_the_compose_file_reads(tmp_path: Path) -> None:
    variables = re.findall(r"\$\{([A-Z_]+):-", (ROOT / "compose.yaml").read_text(encoding="utf-8"))
    (tmp_path / ".env").write_text("".join(f"{name}=something\n" for name in [*variables, f"{PREFIX}TOKEN"]))
    assert load_settings(tmp_path / ".env").token.get_secret_value() == "something"
