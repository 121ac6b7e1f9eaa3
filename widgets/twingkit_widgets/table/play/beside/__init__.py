"""The companion of a person at the play page, and the reasons of the adviser that gives hints."""
