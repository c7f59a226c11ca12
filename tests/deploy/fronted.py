"""The real nginx with deploy/nginx.conf in front of a scripted gatekeeper.

Of the file only addresses and paths are replaced, each found exactly once; everything else is as shipped.
"""

from __future__ import annotations

import asyncio
import os
import shutil
import socket
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import pytest
import trustme

CONF = Path(__file__).parents[2] / "deploy" / "nginx.conf"
NAME = "chat.example.com"

# What a distribution's nginx.conf has around its conf.d, and one process in the foreground.
_MAIN = """
daemon off;
master_process off;
pid {folder}/nginx.pid;
error_log {folder}/error.log info;
events {{ }}
http {{
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    include {folder}/gatekeeper.conf;
}}
"""

Script = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


@dataclass
class Front:
    """nginx, ready: where it listens, what its clients must trust, how many connections it made inwards."""

    port: int
    trust: ssl.SSLContext
    access_log: Path
    inward: list[asyncio.Task[None]] = field(default_factory=list)

    async def connect(self) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        """A client's TLS connection."""
        return await asyncio.open_connection("127.0.0.1", self.port, ssl=self.trust, server_hostname=NAME)


# Seconds after which a piece that nginx holds back is taken for lost.
_PATIENCE = 20


@asynccontextmanager
async def fronted(script: Script, folder: Path) -> AsyncIterator[Front]:
    """`async with fronted(script, tmp_path) as front`: the script runs for each connection from nginx."""
    program = _nginx()
    front = Front(_free_port(), ssl.create_default_context(), folder / "access.log")

    async def inside(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        front.inward.append(task)
        try:
            await script(reader, writer)
        except asyncio.CancelledError:
            pass  # the test is over
        finally:
            writer.close()

    server = await asyncio.start_server(inside, "127.0.0.1", 0, limit=1 << 20)
    _configure(front, server.sockets[0].getsockname()[1], folder)
    command = [program, "-e", f"{folder}/error.log", "-p", str(folder), "-c", f"{folder}/main.conf"]
    nginx = await asyncio.create_subprocess_exec(*command)
    try:
        async with asyncio.timeout(_PATIENCE):
            await _until_listening(front.port, nginx, folder)
            yield front
    finally:
        if nginx.returncode is None:
            nginx.terminate()
        await nginx.wait()
        server.close()
        for task in front.inward:
            task.cancel()
        await asyncio.gather(*front.inward, return_exceptions=True)


def _nginx() -> str:
    found = shutil.which("nginx", path=f"{os.environ.get('PATH', os.defpath)}:/usr/sbin")
    if found is None:
        pytest.fail("nginx is not installed, and this test runs the real one: apt-get install nginx-light")
    return found


def _configure(front: Front, inward_port: int, folder: Path) -> None:
    authority = trustme.CA()
    authority.configure_trust(front.trust)
    certificate = authority.issue_cert(NAME)
    certificate.private_key_pem.write_to_path(str(folder / "key.pem"))
    for pem in certificate.cert_chain_pems:
        pem.write_to_path(str(folder / "chain.pem"), append=True)
    text = CONF.read_text()
    for shipped, here in (
        ("server 127.0.0.1:8080;", f"server 127.0.0.1:{inward_port};"),
        ("listen 443 ssl;", f"listen 127.0.0.1:{front.port} ssl;"),
        ("/etc/ssl/gatekeeper/fullchain.pem", f"{folder}/chain.pem"),
        ("/etc/ssl/gatekeeper/privkey.pem", f"{folder}/key.pem"),
        ("/var/log/nginx/gatekeeper.log", str(front.access_log)),
    ):
        assert text.count(shipped) == 1, shipped
        text = text.replace(shipped, here)
    (folder / "gatekeeper.conf").write_text(text)
    (folder / "main.conf").write_text(_MAIN.format(folder=folder))


async def _until_listening(port: int, nginx: asyncio.subprocess.Process, folder: Path) -> None:
    while nginx.returncode is None:
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
        except ConnectionRefusedError:
            await asyncio.sleep(0.01)
        else:
            writer.close()
            return
    pytest.fail(f"nginx did not start:\n{(folder / 'error.log').read_text()}")


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port
