"""The processes behind the pages: copies of one that has loaded everything, each with its limit of memory."""
