#!/usr/bin/env bash
# Two replicas behind nginx on this computer alone: deploy/replicas.sh [PORT [NUMBER]], by default
# port 8080. The replicas listen on the ports above it; NUMBER 1 starts a single one. Ends them all
# when it is ended. Needs nginx on the PATH and what `make app` has installed.
set -euo pipefail
cd "$(dirname "$0")/.."

port=${1:-8080}
number=${2:-2}
command -v nginx >/dev/null || {
  echo "nginx is not on the PATH (Debian: apt-get install nginx-light)." >&2
  exit 1
}
folder=$(mktemp -d)
logs=${KPCA_LOGS:-$folder}
# Where root starts it, nginx works as somebody else.
chmod 711 "$folder"
trap 'kill $(jobs -p) 2>/dev/null; wait; rm -rf "$folder"' EXIT
trap 'exit 0' TERM INT

for ((replica = 1; replica <= number; replica++)); do
  deploy/serve.sh --port $((port + replica)) >"$logs/$replica.log" 2>&1 &
  echo "replica $((port + replica)) is process $!"
done

# The configuration for containers, with the addresses and folders of this computer.
sed -e "s/one:8501/127.0.0.1:$((port + 1))/" -e "s/two:8501/127.0.0.1:$((port + number))/" \
  -e "s/listen 8080/listen 127.0.0.1:$port/" -e "s#/var/cache/nginx#$folder#" \
  -e "s#error_log stderr#error_log $logs/nginx.log#" \
  -e "s#^http {#&\n  access_log off;\n  client_body_temp_path $folder/body;\n  proxy_temp_path $folder/proxy;\n  fastcgi_temp_path $folder/fastcgi;\n  uwsgi_temp_path $folder/uwsgi;\n  scgi_temp_path $folder/scgi;#" \
  -e 's#add_header Set-Cookie.*#&\n    add_header X-Replica $upstream_addr;#' \
  deploy/nginx.conf >"$folder/nginx.conf"

# nginx takes a replica that does not answer yet for one that is down.
answers() {
  for _ in $(seq 300); do
    curl -fsS -o /dev/null "http://127.0.0.1:$1/_stcore/health" 2>/dev/null && return
    sleep 0.1
  done
  echo "nothing answers at port $1; see $logs" >&2
  exit 1
}
for ((replica = 1; replica <= number; replica++)); do answers $((port + replica)); done

nginx -p "$folder" -c "$folder/nginx.conf" -g "daemon off; pid $folder/nginx.pid;" &
nginx=$!

answers "$port"
echo "ready at http://127.0.0.1:$port"
wait $nginx
