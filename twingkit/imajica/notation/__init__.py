"""The notation of Imajica: positions as strings."""
