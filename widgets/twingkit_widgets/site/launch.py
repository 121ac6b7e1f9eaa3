"""`python -m twingkit_widgets.site`: start a server from the command line."""

from __future__ import annotations

import argparse
import locale
import os
import re
import sys
import webbrowser
from collections.abc import Sequence
from pathlib import Path

from twingkit.core.language import call_in_language
from twingkit.core.words import LANGUAGES
from twingkit_widgets.panel.settings.active_settings import settings_environment
from twingkit_widgets.panel.settings.settings import FILE
from twingkit_widgets.panel.wording import PanelTexts
from twingkit_widgets.site import folder
from twingkit_widgets.site.documentation import DOCS, documentation_folder
from twingkit_widgets.site.kernels.page_memory import MAX_MEGABYTES
from twingkit_widgets.site.publisher.settings_check import settings_faults
from twingkit_widgets.site.visitors.capacity import (
    available_memory_bytes,
    available_tasks,
    max_pages_for_files,
    max_pages_for_memory,
    max_pages_for_tasks,
    max_slots_per_address,
    raise_open_file_limit,
)
from twingkit_widgets.site.visitors.neighbourhood import parse_network

# Jupyter's checker of messages would make 38 parsers for kinds of addresses that nothing here has: without
# them the site answers after a third of the time. Who loads this module before the server has none either.
sys.modules.setdefault("rfc3987_syntax", None)  # type: ignore[arg-type] # None: not to be imported

PORT = 8866
IP = "127.0.0.1"
COMMAND = "twingkit explore"
_LAST_PORT = 65_535
_BASE_URL_PATH = re.compile(r"/(?:(?!\.{1,2}/)[A-Za-z0-9._~-]+/)*")
CANNOT_LISTEN = 2  # exit code: the port is not available, or there is nothing to serve


def terminal_language() -> str:
    """Return the language of the terminal's locale if the site has it, else the default."""
    name = os.environ.get("LC_ALL") or os.environ.get("LANG") or locale.getlocale()[0] or ""
    return name[:2] if name[:2] in LANGUAGES else LANGUAGES[0]


def has_display() -> bool:
    """True if this computer has a display on which a browser can be opened."""
    return sys.platform in ("win32", "darwin") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )


def _normalize_base_url(text: str) -> str:
    """Return a path as a base URL: `twingkit` becomes `/twingkit/`.

    >>> _normalize_base_url("twingkit"), _normalize_base_url("/")
    ('/twingkit/', '/')
    """
    inner = text.strip("/")
    return f"/{inner}/" if inner else "/"


def _can_be_served(base: str) -> bool:
    """True if browsers request a base URL unchanged and the server finds its pages there.

    >>> [_can_be_served(base) for base in ("/", "/games/twing/", "/a/b c/", "/x?y/", "/../x/", "/a//b/")]
    [True, True, False, False, False, False]
    """
    return _BASE_URL_PATH.fullmatch(base) is not None


def main(arguments: Sequence[str] | None = None) -> int:
    """Serve the site until it is stopped; return the exit code."""
    words = PanelTexts(Path(__file__).with_name("words.toml"))
    lang = terminal_language()
    files, tasks = raise_open_file_limit(), available_tasks()
    limits = {"few-files": max_pages_for_files(files), "few-tasks": max_pages_for_tasks(tasks)}
    visitors = max_pages_for_memory(available_memory_bytes())

    def say(key: str, **facts: object) -> str:
        return call_in_language(lang, words.say, f"launch.{key}", **facts)

    parser = argparse.ArgumentParser(prog=COMMAND, description=say("help"))
    parser.add_argument("--port", type=int, default=PORT, help=say("port", port=PORT))
    parser.add_argument("--ip", default=IP, help=say("ip", ip=IP))
    parser.add_argument("--base-url", type=_normalize_base_url, default="/", help=say("base-url"))
    parser.add_argument("--host-name", action="append", default=[], metavar="NAME", help=say("host-name"))
    parser.add_argument("--no-browser", action="store_true", help=say("no-browser"))
    parser.add_argument("--theme", choices=("auto", "light", "dark"), default="auto", help=say("theme"))
    parser.add_argument(
        "--visitors",
        type=int,
        default=visitors,
        metavar="N",
        help=say("visitors", visitors=min(visitors, *limits.values())),
    )
    parser.add_argument("--per-address", type=int, metavar="N", help=say("per-address"))
    parser.add_argument(
        "--trust-proxy",
        action="append",
        type=parse_network,
        default=[],
        metavar="ADDRESS",
        help=say("trust-proxy"),
    )
    parser.add_argument(
        "--memory", type=int, default=MAX_MEGABYTES, metavar="MB", help=say("memory", most=MAX_MEGABYTES)
    )
    parser.add_argument("--folder", type=Path, help=say("folder"))
    parser.add_argument("--config", type=Path, metavar="FILE", help=say("config"))
    parser.add_argument("--replace", action="store_true", help=say("replace"))
    parser.add_argument("--debug", action="store_true", help=say("debug"))
    options = parser.parse_args(arguments)
    wrong = None
    if not 0 <= options.port <= _LAST_PORT:
        wrong = say("no-port", port=options.port, last=_LAST_PORT)
    elif not _can_be_served(options.base_url):
        wrong = say("no-base-url", base=" ".join(options.base_url.split()))
    if wrong:
        print(wrong, file=sys.stderr)
        return CANNOT_LISTEN
    own = options.folder
    if own and not (own / FILE).is_file() and not any(own.glob("*.ipynb")):
        print(say("no-site", folder=own), file=sys.stderr)
        return CANNOT_LISTEN
    config = options.config or (own / FILE if own and (own / FILE).is_file() else None)
    faults = settings_faults(config, own)
    for fault in faults:
        print(fault.text(lang), file=sys.stderr, flush=True)
    if any(fault.fatal for fault in faults):
        return CANNOT_LISTEN
    os.environ.update(settings_environment(config, own))
    os.environ[DOCS] = str(documentation_folder() or "")
    pages = own if own and options.replace else folder.site_pages_folder()

    from twingkit_widgets.site.kernels.forked_kernels import ForkedProvisioner
    from twingkit_widgets.site.server import (
        PortError,
        SiteServer,
        voila_and_kernel_settings,
    )  # slow: a second of imports

    def ready(address: str) -> None:
        print(say("ready", address=address), flush=True)
        if has_display() and not options.no_browser:
            webbrowser.open(address)

    ForkedProvisioner.memory = max(0, options.memory)
    if options.memory and sys.platform != "linux":
        print(say("no-limit"), file=sys.stderr)
    for lack, most in limits.items():
        if options.visitors > most:
            facts = {"visitors": options.visitors, "most": most, "files": files, "tasks": tasks}
            print(say(lack, **facts), file=sys.stderr)
    places = min(options.visitors, *limits.values())
    try:
        chosen = voila_and_kernel_settings(
            options.port, options.ip.strip("[]"), options.base_url, options.debug
        )
    except OSError as error:
        print(say("no-temporary", reason=error), file=sys.stderr)
        return CANNOT_LISTEN
    server = SiteServer(
        config=chosen,
        folder=str(pages.resolve()),
        theme=options.theme,
        visitors=places,
        per_address=max_slots_per_address(places) if options.per_address is None else options.per_address,
        proxies=options.trust_proxy,
        hosts=[name.lower() for name in options.host_name],
        ready=ready,
    )
    try:
        server.initialize()
        server.start()
    except PortError as error:
        facts = {"port": error.port, "ip": options.ip, "reason": error.reason.strerror, "command": COMMAND}
        key = "taken" if error.is_port_taken else "denied"
        other = error.port + 1 if error.port < _LAST_PORT else PORT
        print(say(key, other=other, **facts), file=sys.stderr)
        return CANNOT_LISTEN
    return 0
