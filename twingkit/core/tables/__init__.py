"""Tables of all games: rows as a `DataFrame`, the meanings of its columns, and cells that are safe in
spreadsheets."""
