"""What strangers send is read in a process of its own, so that no library's crash ends the server.

`reader` is the server's side, `worker` the process, `wire` what they say to each other. The process
imports no Streamlit, inherits no socket and few of the server's environment variables, and is
bounded in memory and time. It is no sandbox: it runs as the server's user.
"""
