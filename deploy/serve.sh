#!/usr/bin/env bash
# The app for other computers: deploy/serve.sh [option of uvicorn ...], such as `--host 0.0.0.0`.
# Streamlit's settings: .streamlit/config.toml, or variables such as STREAMLIT_SERVER_BASE_URL_PATH.
set -euo pipefail
cd "$(dirname "$0")/.."

# glibc alone would keep what departed sessions held: it has an arena for each thread, and arrays of
# up to 32 MiB in them. Here arrays from 4 MiB on have pages of their own, which return at once.
export MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=4194304 MALLOC_TRIM_THRESHOLD_=16777216

# The largest message that a page sends is an address with 300 edited points, 10 kB. What is open
# when the server stops gets 3 s. Messages are not compressed again: frames for slow connections are
# deflated where they are made, and for the others it takes twice as long as to compute them. Proxies
# keep connections for their next request: for longer than Uvicorn's 5 s.
exec "${PYTHON:-.venv/bin/python}" -m uvicorn app:app --no-access-log \
  --ws websockets-sansio --ws-max-size 262144 --ws-per-message-deflate false \
  --timeout-graceful-shutdown 3 --timeout-keep-alive 20 "$@"
