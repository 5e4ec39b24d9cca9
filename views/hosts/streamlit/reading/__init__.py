"""Uploaded files are read in a separate process, so that a library's crash does not end the server.

`reader` is the server's side, `worker` the process, `wire` their protocol. The process
imports no Streamlit, inherits no socket and few of the server's environment variables, and is
bounded in memory and time. It is no sandbox: it runs as the server's user.
"""
