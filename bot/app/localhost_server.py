"""A web server for browsers on this machine only, used by the playground and the pack preview."""

from __future__ import annotations

from aiohttp import web
from aiohttp.typedefs import Handler

from bot.app.settings import StartError

_HOST = "127.0.0.1"
#: The headers of every response. They stop browsers from caching it, from loading anything from other sites, and from
#: embedding it in another site.
SECURITY_HEADERS = {
    "Cache-Control": "no-store",
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'self'; frame-ancestors 'none'",
}


class PortTaken(StartError):
    """Another program is using the port."""


def address(port: int) -> str:
    """Return the URL of this machine's server on a port."""
    return f"http://{_HOST}:{port}/"


@web.middleware
async def refuse_other_sites(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse POST requests sent by other websites, and all requests for host names other than this machine's."""
    if request.headers.get("Host", "").rpartition(":")[0] not in (_HOST, "localhost"):
        raise web.HTTPForbidden
    if request.method == "POST" and request.headers.get("Sec-Fetch-Site", "none") not in ("same-origin", "none"):
        raise web.HTTPForbidden
    return await handler(request)


async def listen(app: web.Application, port: int) -> tuple[web.AppRunner, int]:
    """Serve on a port; 0 means any free port. Return the runner, which stops the server, and the port. Raises
    PortTaken.
    """
    runner = web.AppRunner(app, access_log=None, auto_decompress=False)
    await runner.setup()
    try:
        await web.TCPSite(runner, _HOST, port).start()
    except OSError as error:
        await runner.cleanup()
        raise PortTaken(f"Port {port} is taken: stop what listens there, or name another with --port.") from error
    return runner, int(runner.addresses[0][1])
