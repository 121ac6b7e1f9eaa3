"""Addresses of pages and their query strings, and what a page is called."""
