"""Tables of any game: plain rows as a `DataFrame`, the meanings of its columns, and cells safe for
spreadsheets.
"""
