#!/usr/bin/env bash
# Makes an ahead-of-time cache, with which Postern starts in a third of the time: runs it once on embedded stores, has it
# answer, and stops it. The cache fits the JDK and the JVM's arguments that it was made with, and no others.
#   java -Djarmode=tools -jar backend/target/postern.jar extract --destination DIRECTORY
#   docker/train.sh DIRECTORY
#   java -XX:AOTCache=DIRECTORY/postern.aot -jar DIRECTORY/postern.jar
set -euo pipefail

app=$(cd "${1:?usage: docker/train.sh DIRECTORY, where postern.jar and lib lie}" && pwd)
java=${JAVA_HOME:+$JAVA_HOME/bin/}java
data=$(mktemp -d)
trap 'rm -rf "$data"' EXIT

export POSTERN_DATA_DIR="$data/data" API_PORT=${API_PORT:-13333} API_KEY=training
unset REDIS_HOST POSTGRES_URL CLICKHOUSE_ADDR RABBITMQ_SERVER_URL POSTERN_ROLES SERVICE

# METHOD PATH [BODY]: prints the answer's first line.
ask() {
  exec 3<>"/dev/tcp/127.0.0.1/$API_PORT"
  printf '%s %s HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer %s\r\n' "$1" "$2" "$API_KEY" >&3
  printf 'Content-Type: application/json\r\nContent-Length: %d\r\n\r\n%s' "${#3}" "$3" >&3
  cat <&3
  exec 3>&-
}

"$java" -XX:AOTCacheOutput="$app/postern.aot" -jar "$app/postern.jar" >"$data/log" 2>&1 &
process=$!
for ((tries = 0; ; tries++)); do
  ask GET /healthz '' 2>/dev/null | head -n 1 | grep -q ' 200' && break
  if ! kill -0 $process 2>/dev/null || ((tries > 240)); then
    cat "$data/log" >&2
    exit 1
  fi
  sleep 0.5
done

rows='nodes { id status time event { id topic data } destination { id target } } pageInfo { hasNextPage endCursor }'
ask POST /graphql '{"query":"mutation { upsertTenant(input: {id: \"t\"}) { created } }"}' >/dev/null
ask POST /graphql '{"query":"mutation { createDestination(input: {tenantId: \"t\", type: \"webhook\", topics: [\"*\"], config: {url: \"http://127.0.0.1:9/\"}}) { destination { id } userErrors { message } } }"}' >/dev/null
ask POST /graphql '{"query":"mutation { publishEvent(input: {tenantId: \"t\", topic: \"user.created\", data: {}}) { eventId userErrors { message } } }"}' >/dev/null
ask POST /graphql "{\"query\":\"{ deliveries { $rows } }\"}" >/dev/null
ask GET /graphql/schema '' >/dev/null
ask GET /portal/ '' >/dev/null

kill -TERM $process
wait $process || true
[[ -s $app/postern.aot ]] || { cat "$data/log" >&2; exit 1; }
