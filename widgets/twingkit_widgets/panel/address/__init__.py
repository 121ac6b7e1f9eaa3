"""Addresses of pages, their query strings, and the titles of pages."""
