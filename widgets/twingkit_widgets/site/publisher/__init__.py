"""A publisher's own site: what `twingkit.toml` says about it, and the faults in it.

* `in_force.py` has the settings in force, `settings.py` says what they can be, `settings_file.py` reads
  them, `settings_check.py` looks at all that they lead to: pages, variants, boxes, lessons, notebooks;
* `colours.py` has the colours and their contrast, `own_page.py` the publisher's notebooks;
* nothing here needs Jupyter or Voila: the published folder of files uses it, too.
"""
