"""Open every page and press its buttons in the Python of the browser, run by `compile.mjs`; record the used
standard-library modules, and whether they were loaded at the start.
"""

import json
import sys
from pathlib import Path


def _imported_stdlib_modules() -> list[str]:
    files = {name: getattr(module, "__file__", None) or "" for name, module in sys.modules.items()}
    return sorted(name for name, file in files.items() if file.startswith("/lib/python"))


if __name__ == "__main__":
    modules_at_start = set(sys.modules)
    Path("/app").symlink_to("/job/app")  # the folder of the program in a browser
    sys.path.insert(0, "/app")
    job = json.loads(Path("/job/pages.json").read_text(encoding="utf-8"))

    from in_browser.run_page import install_stand_ins  # its name in the browser

    install_stand_ins("in_browser", job["entry_points"], job["environment"])

    from in_browser.visit_pages import warm_up_pages

    warm_up_pages(job["pages"])
    is_preloaded_by_module = {name: name in modules_at_start for name in _imported_stdlib_modules()}
    Path("/job/library.json").write_text(json.dumps(is_preloaded_by_module), encoding="utf-8")
