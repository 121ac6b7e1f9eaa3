"""Site settings of a Jupyter server, read beside the file of the same name: the folder `site-settings`."""

import os
from pathlib import Path

from twingkit_widgets.panel.settings.active_settings import settings_environment

SITE_SETTINGS = Path(os.environ.get("REPO_DIR") or Path.cwd()) / "site-settings"

if (SITE_SETTINGS / "twingkit.toml").is_file():
    os.environ.update(settings_environment(None, SITE_SETTINGS))
