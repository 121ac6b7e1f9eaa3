"""Imajica's lessons in panels."""
