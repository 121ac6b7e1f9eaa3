"""The pictures of Imajica: cards, faces, places, and the table."""
