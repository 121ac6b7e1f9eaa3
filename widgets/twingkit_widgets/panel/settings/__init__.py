"""The settings of a site that are in force on a page."""
