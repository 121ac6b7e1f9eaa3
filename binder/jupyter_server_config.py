"""The house of a Jupyter server, which reads this beside the file of the same name: the folder `house`."""

import os
from pathlib import Path

from twingkit_widgets.panel.settings.active_settings import publisher_environment

HOUSE = Path(os.environ.get("REPO_DIR") or Path.cwd()) / "house"

if (HOUSE / "twingkit.toml").is_file():
    os.environ.update(publisher_environment(None, HOUSE))
