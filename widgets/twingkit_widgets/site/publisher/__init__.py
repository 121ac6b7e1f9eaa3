"""A publisher's own site: logo, foot, legal pages and texts, and checks of all that its settings refer to.

`twingkit_widgets.panel.settings` defines and reads `twingkit.toml`. Nothing here needs Jupyter or Voila: the
published folder of files uses it, too.
"""
