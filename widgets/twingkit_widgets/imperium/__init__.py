"""The views of Twilight Imperium: its pictures, tables and words for the panels."""
