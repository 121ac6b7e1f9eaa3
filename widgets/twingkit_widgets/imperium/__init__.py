"""The views of Twilight Imperium: pictures, tables and texts for the panels."""
