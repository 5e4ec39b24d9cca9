"""Uploaded files are read in a separate process, so that a library's crash does not end the server.

`reader` is the server's side, `worker` the process. It imports no Streamlit, inherits no socket of
the server and is bounded in memory and time. It is no sandbox: it runs as the server's user.
"""
