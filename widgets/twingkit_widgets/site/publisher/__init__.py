"""A publisher's own site: logo, foot, legal pages and texts, and all that its settings lead to.

What `twingkit.toml` can say, and what is wrong in it, is in `twingkit_widgets.panel.settings`. Nothing here
needs Jupyter or Voila: the published folder of files uses it, too.
"""
