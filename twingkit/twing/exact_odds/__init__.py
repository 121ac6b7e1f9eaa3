"""Exact odds: of battles, duels, end-game attacks, supported battles, with open or hidden hands."""
