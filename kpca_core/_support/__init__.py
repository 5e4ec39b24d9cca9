"""Arrays and their checks, threads, memory, progress and extras: what every part uses."""
