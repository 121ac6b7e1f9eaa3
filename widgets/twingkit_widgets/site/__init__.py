"""The site: notebooks as web pages, served by Voila, with one look, a limit on visitors, and nothing loaded
from outside.

* `python -m twingkit_widgets.site` serves it alone (`launch.py`, `server.py`); * in a Jupyter server, as on
Binder, it is an extension (`extension.py`); * both show a page through `page.py` with the template beside
it, and count visitors with `slots.py`.
"""
