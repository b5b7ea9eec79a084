#!/usr/bin/env bash
# Builds the image of `citelight serve` and runs it as tools/server/compose.yaml has it: two replicas, PostgreSQL, a balancer. Needs
# Docker with its compose plugin.
set -euo pipefail

root=$(cd "$(dirname "$0")/../.." && pwd)
work=$(mktemp -d)
export CITELIGHT_DATABASE_PASSWORD=tried CITELIGHT_SERVE_CONFIG="$work/serve.toml"
compose=(docker compose --file "$root/tools/server/compose.yaml")
trap '"${compose[@]}" logs --no-color >"$work/log" 2>&1 || true; tail -n 60 "$work/log"; "${compose[@]}" down --volumes; rm -rf "$work"' EXIT

token=$(head -c 24 /dev/urandom | base64)
hash=$(printf %s "$token" | sha256sum | cut -d ' ' -f 1)
# Nobody answers at this model's address: jobs are taken, shared and fail, which is all that is tried here.
cat >"$CITELIGHT_SERVE_CONFIG" <<CONFIG
listen = "0.0.0.0:8787"
[endpoint]
url = "http://127.0.0.1:9/v1"
model = "none"
[limits]
connections = 2000
connections_per_address = 2000
[[tokens]]
name = "tried"
sha256 = "$hash"
scopes = ["arbitrations", "metrics"]
CONFIG
chmod 644 "$CITELIGHT_SERVE_CONFIG"
chmod 755 "$work"

"${compose[@]}" up --build --wait --wait-timeout 180
replicas=$("${compose[@]}" ps --quiet citelight)
[ "$(wc -l <<<"$replicas")" = 2 ] || { echo "not two replicas: $replicas" >&2; exit 1; }
for replica in $replicas; do
    [ "$(docker exec "$replica" id -u)" != 0 ] || { echo "$replica runs as root" >&2; exit 1; }
done

ask() { curl --silent --show-error --fail-with-body --header "Authorization: Bearer $token" "$@"; }
base=http://127.0.0.1:8787
ask "$base/healthz"
ask "$base/metrics" | grep --quiet citelight
job=$(ask --header "Content-Type: application/json" --header "Idempotency-Key: tried" --header "Prefer: respond-async" \
    --data '{"claim": "Weirs slow rivers.", "context": "Weirs slow rivers [1].", "passages": ["A weir slows a river."]}' \
    "$base/v1/arbitrations" | grep --only-matching '"id": *"[^"]*"' | head -n 1 | cut -d '"' -f 4)
[ -n "$job" ]
# Whichever replica is asked, it knows the job.
for _ in $(seq 8); do ask "$base/v1/jobs/$job" >/dev/null; done
# One replica dies; the other one goes on with what it had.
docker kill "$(head -n 1 <<<"$replicas")" >/dev/null
sleep 6
for _ in $(seq 8); do ask "$base/v1/jobs/$job" >/dev/null; done
echo "container: built and tried"
