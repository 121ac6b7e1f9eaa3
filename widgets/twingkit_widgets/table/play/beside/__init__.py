"""Companions of the person on the play page, and the reasons for hints."""
