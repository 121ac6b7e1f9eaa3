"""`make release`: what would be uploaded, and whether it is fit for that.

    python .ci/release.py            builds into dist/ and checks all of the below
    python .ci/release.py --quick    without the empty environments

In dist/: the source distribution, the wheel, `licences.txt` (what the kit installs, with its licences) and
`bill-of-materials.json` (CycloneDX). Checked: that the description can be shown (`twine check`), what both
archives hold, that no licence of a dependency forbids passing the kit on, known weaknesses of dependencies
(`pip-audit`), and in an empty environment of each Python that is here, with the newest and with the oldest
allowed versions of all dependencies, that the kit answers. What cannot be done here is said, and is no fault.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import venv
import zipfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
DIST = ROOT / "dist"
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
TOOLS = ("build", "twine", "uv", "pip-audit", "cyclonedx-bom")
PYTHONS = ("3.11", "3.12", "3.13", "3.14")
# Licences under which a program may be passed on beside one under the MIT licence, as their names begin.
FREE = re.compile(
    r"mit|bsd|\d-clause bsd|new bsd|modified bsd|apache|isc|psf|python software|mpl|mozilla|lgpl|hpnd|zlib"
    r"|(the )?unlicense|public domain|cc0|0bsd",
    re.I,
)
# Packages whose own data does not say it in such words; what their licence files say.
READ = {
    "isoduration": "ISC",
    "jupyterlab_pygments": "BSD-3-Clause",
    "jupyterlab_server": "BSD-3-Clause",
    "jupyterlab_widgets": "BSD-3-Clause",
    "ptyprocess": "ISC",
}
# What the kit answers in an empty environment: rules, exact odds, a table, a panel, the command.
ANSWERS = """
from twingkit import ember, imajica, imperium, policies, twing
from twingkit.core.play import Game
assert abs(twing.odds("F: F5 F3 + F4 vs W: W6 W4 @ hat & cat*2").win - 0.694) < 0.001
assert imperium.odds("space: 2 carrier 1 cruiser vs 3 destroyer").win > 0.5
assert abs(ember.chance_within("E5 A12 W6 F8 A6", "N3", 1) - 0.1) < 0.001
for game in (twing, ember, imajica):
    record = policies.play(game.new_game(2, seed=1), ["greedy", "greedy"]).record
    assert Game.replay(record).over
from twingkit_widgets.learn.practice.panel import PracticePanel
PracticePanel("en", game="ember")
"""


class Fault(Exception):
    """Why the kit is not fit to be released."""


def run(*command: str | Path, **others: object) -> str:
    """What a command says. Raises `Fault` with its last lines if it fails."""
    keep = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}
    done = subprocess.run(command, capture_output=True, text=True, env=keep, check=False, **others)  # type: ignore[call-overload]
    if done.returncode:
        last = (done.stdout + done.stderr).strip().splitlines()[-15:]
        raise Fault(f"{' '.join(map(str, command[:6]))}:\n    " + "\n    ".join(last))
    return str(done.stdout)


def tools(folder: Path) -> Path:
    """The programs of an environment with the tools of a release."""
    venv.create(folder, with_pip=True)
    run(folder / "bin/python", "-m", "pip", "install", "-q", "--disable-pip-version-check", *TOOLS)
    return folder / "bin"


def archives(programs: Path) -> tuple[Path, Path]:
    """The source distribution and the wheel, made anew."""
    shutil.rmtree(DIST, ignore_errors=True)
    run(programs / "python", "-m", "build", "-q", "--outdir", DIST, ROOT)
    return next(DIST.glob("*.tar.gz")), next(DIST.glob("*.whl"))


def listed(archive: Path) -> Iterator[tuple[str, bytes]]:
    """The files of an archive and what is in them."""
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as wheel:
            yield from ((name, wheel.read(name)) for name in wheel.namelist() if not name.endswith("/"))
        return
    with tarfile.open(archive) as source:
        for member in source:
            file = source.extractfile(member)
            if file is not None:
                yield member.name.partition("/")[2], file.read()


def check_contents(source: Path, wheel: Path) -> str:
    """A line about what both hold. Raises `Fault` for what is missing or does not belong."""
    tracked = run("git", "ls-files", cwd=ROOT).split("\n")
    wanted = {name for name in tracked if name and not name.startswith((".ci/", ".git"))}
    in_source = dict(listed(source))
    missing = sorted(wanted - set(in_source))
    if missing:
        raise Fault(f"the source distribution lacks {len(missing)} files, as {missing[:3]}")
    more = sorted(set(in_source) - wanted - {"PKG-INFO", ".gitignore"})
    if more:
        raise Fault(f"the source distribution holds what is not kept in the repository: {more[:3]}")
    in_wheel = dict(listed(wheel))
    strange = [
        name
        for name in in_wheel
        if not re.match(r"(twingkit|twingkit_widgets|twingkit-[\d.]+\.dist-info)/", name)
    ]
    if strange:
        raise Fault(f"the wheel holds what does not belong to the kit: {strange[:3]}")
    lacks = [name for name in tracked if name.startswith("twingkit/") and name not in in_wheel]
    if lacks:
        raise Fault(f"the wheel lacks {lacks[:3]}")
    here = str(ROOT).encode()
    naming = [name for name, text in (*in_source.items(), *in_wheel.items()) if here in text]
    if naming:
        raise Fault(f"this machine's folders are named in {naming[:3]}")
    sizes = [f"{archive.name} {archive.stat().st_size / 1e6:.1f} MB" for archive in (source, wheel)]
    return ", ".join((*sizes, f"{len(in_source)} and {len(in_wheel)} files"))


def environment(programs: Path, folder: Path, python: str | Path, *install: str | Path) -> Path:
    """The interpreter of an empty environment with what uv installs into it."""
    run(programs / "uv", "venv", "-q", "--no-python-downloads", "--python", python, folder)
    interpreter = folder / "bin/python"
    run(programs / "uv", "pip", "install", "-q", "--python", interpreter, *install)
    return interpreter


LICENCES = """
import json
from importlib.metadata import distributions
def licence(about):
    kinds = [kind for kind in about.get_all("Classifier") or () if kind.startswith("License ::")]
    classes = [kind.rpartition(":: ")[2] for kind in kinds]
    text = about.get("License-Expression") or (about.get("License") or "").strip().partition("\\n")[0]
    return text if 0 < len(text) < 60 else ", ".join(classes) or text[:60]
found = {(one.metadata["Name"], one.version, licence(one.metadata)) for one in distributions()}
print(json.dumps(sorted(found)))
"""


def check_licences(interpreter: Path) -> str:
    """A line about the licences of what is installed, which are written to `licences.txt`."""
    rows = [
        (name, version, READ.get(name, licence))
        for name, version, licence in json.loads(run(interpreter, "-c", LICENCES))
    ]
    (DIST / "licences.txt").write_text(
        "".join(f"{name} {version}: {licence}\n" for name, version, licence in rows)
    )
    unclear = [f"{name} ({licence})" for name, _, licence in rows if not FREE.search(licence)]
    if unclear:
        raise Fault(f"licences that nobody has looked at: {unclear}")
    return f"{len(rows)} packages"


def program_of(python: str) -> Path | None:
    """An interpreter of a version that runs here, also one that pyenv keeps; None if there is none."""
    kept = sorted(Path.home().glob(f".pyenv/versions/{python}.*/bin/python{python}"))
    for program in (shutil.which(f"python{python}"), *kept):
        if program and subprocess.run([program, "-c", ""], capture_output=True, check=False).returncode == 0:
            return Path(program)
    return None


def check_answers(programs: Path, wheel: Path, folder: Path) -> Iterator[str]:
    """A line for each Python and each choice of versions."""
    for python in PYTHONS:
        program = program_of(python)
        if program is None:
            yield f"Python {python} is not here"
            continue
        for versions in ("highest", "lowest-direct"):
            place = folder / f"{python}-{versions}"
            interpreter = environment(programs, place, program, "--resolution", versions, wheel)
            run(interpreter, "-c", ANSWERS, cwd=folder)
            run(place / "bin/twingkit", "odds", "F: F5 vs W: W4", cwd=folder)
            yield f"Python {python}, {versions} versions: answers"
            shutil.rmtree(place)


def check_weaknesses(programs: Path, interpreter: Path) -> str:
    """A line about known weaknesses of what is installed: how many packages were looked up. Raises `Fault`
    for one that is known."""
    paths = run(interpreter, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip()
    silent = ("--progress-spinner", "off", "--timeout", "15", "--format", "json")
    try:
        said = run(programs / "pip-audit", "--path", paths, *silent)
    except Fault as fault:
        if re.search(r"Connection|resolve|Proxy|timed out|unreachable|ServiceError", str(fault)):
            return "the list cannot be reached from here: not looked up"
        raise
    # An index that knows no weaknesses is asked in vain, and pip-audit calls that no failure.
    packages = json.loads(said)["dependencies"]
    asked = [
        package for package in packages if "skip_reason" not in package and package["name"] != PROJECT["name"]
    ]
    return (
        f"none known of {len(asked)} packages; {len(packages) - len(asked)} could not be looked up from here"
    )


def main(arguments: list[str]) -> int:
    """Build, check and say; 1 for a fault."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        try:
            programs = tools(folder / "tools")
            source, wheel = archives(programs)
            print("contents:", check_contents(source, wheel), flush=True)
            run(programs / "twine", "check", "--strict", source, wheel)
            print("description: can be shown", flush=True)
            here = f"{sys.version_info.major}.{sys.version_info.minor}"
            interpreter = environment(programs, folder / "newest", here, wheel)
            print("licences:", check_licences(interpreter), flush=True)
            bill = DIST / "bill-of-materials.json"
            run(programs / "cyclonedx-py", "environment", "--of", "JSON", "-o", bill, interpreter)
            print(
                f"bill of materials: {len(json.loads(bill.read_text())['components'])} components", flush=True
            )
            print("known weaknesses:", check_weaknesses(programs, interpreter), flush=True)
            if "--quick" not in arguments:
                for line in check_answers(programs, wheel, folder):
                    print(line, flush=True)
        except Fault as fault:
            print(f"Not fit to be released: {fault}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
