#!/usr/bin/env bash
# The app for other computers: deploy/serve.sh [option of uvicorn ...], such as `--host 0.0.0.0`.
# Streamlit's settings: .streamlit/config.toml, or variables such as STREAMLIT_SERVER_BASE_URL_PATH.
set -euo pipefail
cd "$(dirname "$0")/.."

# glibc alone would keep what departed sessions held: it has an arena for each thread, and arrays of
# up to 32 MiB in them. Here arrays from 4 MiB on have pages of their own, which return at once.
export MALLOC_ARENA_MAX=2 MALLOC_MMAP_THRESHOLD_=4194304 MALLOC_TRIM_THRESHOLD_=16777216

exec "${PYTHON:-.venv/bin/python}" -m views.hosts.streamlit.serving "$@"
