"""The site inside a Jupyter server, as on Binder: the same pages, below `voila/render/notebooks/site/`.

The configuration of the server enables it: see `binder/jupyter_server_config.json`. The server's own files do
not matter: the pages are those that came with twingkit, and all other notebooks are left to Voila. Such a
server belongs to one person, so visitors are not counted.
"""

from __future__ import annotations

from jupyter_server.serverapp import ServerApp
from voila.configuration import VoilaConfiguration

from twingkit_widgets.site import folder
from twingkit_widgets.site.page_handlers import page_routes
from twingkit_widgets.site.site import SiteContext
from twingkit_widgets.site.visitors.capacity import MAX_SLOTS
from twingkit_widgets.site.visitors.slots import PageSlots

PREFIX = "voila/render/notebooks/site/"


def _jupyter_server_extension_points() -> list[dict[str, object]]:
    return [{"module": __name__}]


def _load_jupyter_server_extension(server: ServerApp) -> None:
    site = SiteContext(
        folder=folder.site_pages_folder(),
        voila=VoilaConfiguration(parent=server),
        slots=PageSlots(server.kernel_manager, MAX_SLOTS, MAX_SLOTS),
        prefix=PREFIX,
    )
    handlers = page_routes(site, server.web_app.settings["base_url"])
    server.web_app.add_handlers(".*$", handlers)
