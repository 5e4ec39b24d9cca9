"""The server: routes, sockets, bounded work, caches, uploads and the process that reads files."""
