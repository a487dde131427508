"""A web server for browsers on this machine only, used by the playground and the preview of packs."""

from __future__ import annotations

from aiohttp import web
from aiohttp.typedefs import Handler

from bot.app.settings import StartError

_HOST = "127.0.0.1"
#: Headers of every response: browsers don't cache it, load nothing from other sites and don't embed it in them.
SECURITY_HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'",
}


class PortTaken(StartError):
    """Raised if another program uses the port."""


def address(port: int) -> str:
    """Return the address to open in the browser."""
    return f"http://{_HOST}:{port}/"


@web.middleware
async def refuse_other_sites(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse requests that another website caused, or that use a host name other than this machine's."""
    if request.headers.get("Host", "").rpartition(":")[0] not in (_HOST, "localhost"):
        raise web.HTTPForbidden
    if request.method == "POST" and request.headers.get("Sec-Fetch-Site", "none") not in ("same-origin", "none"):
        raise web.HTTPForbidden
    return await handler(request)


async def listen(app: web.Application, port: int) -> tuple[web.AppRunner, int]:
    """Serve on a port (0: any free one). Return the runner, to stop it with, and the port. Raises PortTaken."""
    runner = web.AppRunner(app, access_log=None, auto_decompress=False)
    await runner.setup()
    try:
        await web.TCPSite(runner, _HOST, port).start()
    except OSError as error:
        await runner.cleanup()
        raise PortTaken(f"Port {port} is taken: stop what listens there, or name another with --port.") from error
    return runner, int(runner.addresses[0][1])
