"""Cards of any game: box files (read, checked, written), stacks, and draws from them."""
