"""Starting the site from the command line."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import tempfile
import urllib.error
import urllib.request
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any
from urllib.parse import urlsplit

import pytest
from copies import COMMAND
from site_process import MAIN, answers
from visitors import ask

from twingkit_widgets.site import server
from twingkit_widgets.site.launch import CANNOT_LISTEN, has_display, main, terminal_language


@pytest.fixture
def launch(
    site_original: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., subprocess.CompletedProcess[str]]:
    """Return a function that starts a site that cannot serve: `launch("--port=1", lang="de_DE.UTF-8")`
    returns its output."""

    def launched(*options: str, lang: str = "en_GB.UTF-8") -> subprocess.CompletedProcess[str]:
        monkeypatch.setenv("LC_ALL", lang)
        out, error = tmp_path / "out.txt", tmp_path / "error.txt"
        code = site_original().copy(MAIN, "--no-browser", *options, out=out, error=error).wait(60)
        return subprocess.CompletedProcess(options, code, out.read_text("utf-8"), error.read_text("utf-8"))

    return launched


@pytest.mark.parametrize(
    ("lang", "words"), [("en_GB.UTF-8", "already in use"), ("de_DE.UTF-8", "schon belegt")]
)
def test_a_taken_port_gets_one_clear_message(
    site: Any, pages: Path, launch: Any, lang: str, words: str
) -> None:
    port = site.url.rsplit(":", 1)[1].strip("/")
    done = launch(f"--port={port}", f"--folder={pages}", lang=lang)
    assert done.returncode == 2
    assert done.stdout == ""
    assert words in done.stderr
    assert f"--port {int(port) + 1}" in done.stderr
    assert len(done.stderr.strip().splitlines()) == 2


def test_a_folder_without_notebooks_is_named(tmp_path: Path, launch: Any) -> None:
    done = launch(f"--folder={tmp_path}")
    assert done.returncode == 2
    assert str(tmp_path) in done.stderr


@pytest.mark.parametrize(
    ("lang", "words"),
    [("en_GB.UTF-8", "pages at the same time, but not for 99999"), ("de_DE.UTF-8", "nicht für 99999")],
)
def test_more_visitors_than_there_are_files_and_tasks_for_are_not_promised(
    site: Any, pages: Path, launch: Any, lang: str, words: str
) -> None:
    port = site.url.rsplit(":", 1)[1].strip("/")
    done = launch(f"--port={port}", f"--folder={pages}", "--visitors=99999", lang=lang)
    assert "LimitNOFILE" in done.stderr
    assert "TasksMax" in done.stderr
    assert done.stderr.count(words) == 2


UNSERVABLE = ["/a/b c/", "/x?y", "/../x", "/x/./y", "/a//b", "/x#y", "/(x", "/a\nb", "/ö", "/%20"]
REFUSED = [
    *((f"--port={port}", "en_GB.UTF-8", ("no port", str(port))) for port in (-1, 65_536, 10**9)),
    *((f"--port={port}", "de_DE.UTF-8", ("keinen Port", str(port))) for port in (-1, 65_536, 10**9)),
    *((f"--base-url={base}", "en_GB.UTF-8", ("cannot be served under",)) for base in UNSERVABLE),
]


@pytest.mark.parametrize(("option", "lang", "words"), REFUSED)
def test_a_port_or_base_url_that_cannot_be_served_is_refused_in_one_line(
    launch: Any, option: str, lang: str, words: tuple[str, ...]
) -> None:
    done = launch(option, lang=lang)
    assert done.returncode == 2
    assert done.stdout == ""
    assert all(word in done.stderr for word in words)
    assert len(done.stderr.strip().splitlines()) == 1


def test_an_address_that_cannot_be_looked_up_gets_one_clear_message(launch: Any) -> None:
    done = launch("--ip=a..b", "--port=0")
    assert done.returncode == 2
    assert "a..b" in done.stderr
    assert "Traceback" not in done.stderr


def has_ipv6() -> bool:
    """Return whether this computer can listen on its own IPv6 address."""
    with socket.socket(socket.AF_INET6) as probe:
        try:
            probe.bind(("::1", 0))
        except OSError:
            return False
    return True


def test_port_0_prints_the_port_that_the_computer_chose(
    site_original: Any, tmp_path: Path, pages: Path, until: Any
) -> None:
    """Under the address in brackets, if the computer has IPv6."""
    ip = "::1" if has_ipv6() else "127.0.0.1"
    log = tmp_path / "log.txt"
    log.touch()
    options = ("--no-browser", "--port=0", f"--ip={ip}", f"--folder={pages}", "--replace")
    process = site_original().copy(MAIN, *options, out=log, error=log)
    try:
        until(lambda: "http://" in log.read_text(), 60, "the address is printed")
        address = next(word for word in log.read_text().split() if word.startswith("http://"))
        assert urlsplit(address).hostname == ip
        assert ("[" in address) == (":" in ip)
        assert urlsplit(address).port
        assert answers(address)
    finally:
        process.send_signal(signal.SIGTERM)
        process.wait(30)


@pytest.mark.parametrize(
    ("ip", "address"),
    [
        ("127.0.0.1", "http://127.0.0.1:80/"),
        ("::1", "http://[::1]:80/"),
        ("fe80::1%eth0", "http://[fe80::1%25eth0]:80/"),
        ("::", f"http://{socket.gethostname()}:80/"),
        ("0.0.0.0", f"http://{socket.gethostname()}:80/"),
    ],
)
def test_an_address_with_colons_is_printed_in_brackets(ip: str, address: str) -> None:
    assert server.SiteServer(ip=ip, port=80).display_url == address


@pytest.mark.slow
@pytest.mark.parametrize("command", ["explore", "publish"])
def test_a_file_named_like_a_module_is_not_executed(command: str, tmp_path: Path) -> None:
    for name in ("html", "argparse", "voila", "twingkit_widgets"):
        (tmp_path / f"{name}.py").write_text("print('executed')")
    script = [sys.executable, "-P", "-c", COMMAND, command, "--help"]
    done = subprocess.run(script, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "executed" not in done.stdout
    assert "usage" in done.stdout.lower()


def test_the_address_is_printed(site: Any) -> None:
    assert site.url in site.log.read_text()


def test_the_root_leads_to_the_first_page(site: Any) -> None:
    with urllib.request.urlopen(site.url + "?lang=de") as answer:
        assert answer.url == site.url + "de/"


def test_the_root_works_below_a_base_url(serve: Any, pages: Path) -> None:
    site = serve(folder=pages, base_url="/games/twing/")
    with urllib.request.urlopen(site.url) as answer:
        assert answer.url == site.url + "en/"
    with urllib.request.urlopen(site.url.rstrip("/")) as answer:
        assert answer.url == site.url + "en/"


@pytest.mark.parametrize(
    ("path", "folder"),
    [
        ("counter", "de/counter/"),
        ("counter/?seed=4", "de/counter/?seed=4"),
        ("en/counter", "en/counter/"),
        ("en/counter/?lang=de&seed=4", "de/counter/?seed=4"),
        ("counter/?lang=en", "en/counter/"),
        ("index/", "de/"),
        ("en", "en/"),
    ],
)
def test_every_spelling_of_an_address_leads_to_the_pages_folder(site: Any, path: str, folder: str) -> None:
    request = urllib.request.Request(site.url + path, headers={"Accept-Language": "de"}, method="HEAD")
    with urllib.request.urlopen(request) as answer:
        assert answer.url == site.url + folder


@pytest.mark.parametrize(
    "path",
    [
        "nothing",
        "de/nothing/",
        "de/counter/nothing/",
        "fr/counter/",
        "voila/render/counter.ipynb",
        "voila/tree",
        "voila/files/index.ipynb",
        "api/contents",
        "api/kernels",
    ],
)
def test_there_is_nothing_but_the_pages(site: Any, path: str) -> None:
    status, _, body = ask(site, "GET", f"/{path}", Accept_Language="de-CH,de;q=0.9")
    page = body.decode()
    assert status == 404
    assert '<html class="tk-page" lang="de"' in page
    assert "Page not found" in page
    assert "Diese Seite gibt es nicht" in page


def test_no_browser_is_opened_where_none_could_show(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert not has_display()
    monkeypatch.setenv("DISPLAY", ":0")
    assert has_display()


@pytest.mark.parametrize(("setting", "lang"), [("de_CH.UTF-8", "de"), ("fr_FR.UTF-8", "en"), ("C", "en")])
def test_the_terminal_speaks_the_computers_language(
    monkeypatch: pytest.MonkeyPatch, setting: str, lang: str
) -> None:
    monkeypatch.setenv("LC_ALL", setting)
    assert terminal_language() == lang


def test_pages_are_reached_by_files_in_memory_so_that_a_full_disk_keeps_nobody_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    free = {str(tmp_path): 2**30, tempfile.gettempdir(): 2**30}
    monkeypatch.setattr(server, "MEMORY_FOLDER", tmp_path)
    monkeypatch.setattr("shutil.disk_usage", lambda folder: SimpleNamespace(free=free[str(folder)]))
    assert server.voila_and_kernel_settings(0, "", "/", debug=False).Voila.connection_dir_root == str(
        tmp_path
    )
    free[str(tmp_path)] = 0
    assert server.connection_folder() == tempfile.gettempdir(), "memory is full"
    monkeypatch.setattr(server, "MEMORY_FOLDER", tmp_path / "none")
    assert server.connection_folder() == tempfile.gettempdir(), "not Linux"
    free[tempfile.gettempdir()] = 0
    with pytest.raises(OSError, match="No space left"):
        server.connection_folder()


def test_a_computer_without_a_folder_for_temporary_files_gets_one_sentence(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def no_folder() -> str:
        raise FileNotFoundError(2, "No usable temporary directory found in ['/tmp']")

    monkeypatch.setattr(os, "environ", {**os.environ, "LC_ALL": "C"})
    monkeypatch.setattr(server, "MEMORY_FOLDER", tmp_path / "none")
    monkeypatch.setattr(tempfile, "gettempdir", no_folder)
    assert main(["--no-browser"]) == CANNOT_LISTEN
    said = capsys.readouterr().err.strip().splitlines()
    assert len(said) == 1
    assert "No usable temporary directory" in said[0]
    assert "TMPDIR" in said[0]


def test_a_server_that_cannot_listen_leaves_no_folder_behind(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    def start(site_server: server.SiteServer) -> None:
        site_server.connection_dir = tempfile.mkdtemp(dir=tmp_path)
        raise server.PortError(80, OSError(98, "in use"))

    monkeypatch.setattr(server.Voila, "start", start)
    with pytest.raises(server.PortError):
        server.SiteServer().start()
    assert not list(tmp_path.iterdir())
