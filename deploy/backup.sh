#!/bin/sh
# Dumps a PostgreSQL database into /backups every so many hours, and keeps so many. Runs in the image of PostgreSQL itself,
# whose pg_dump fits its server; PGHOST, PGUSER, PGPASSWORD and PGDATABASE say which. With --once it makes one and ends.
set -eu
umask 077
FOLDER=${BACKUP_FOLDER:-/backups}
HOURS=${BACKUP_EVERY:-24}
KEEP=${BACKUP_KEEP:-7}

back_up() {
  new="$FOLDER/tenebrae-$(date -u +%Y%m%dT%H%M%SZ).dump"
  # A dump has its name when it is whole and can be read.
  if pg_dump --format=custom --file="$new.part" && pg_restore --list "$new.part" >/dev/null; then
    mv "$new.part" "$new"
    echo "backed up: $new"
  else
    rm -f "$new.part"
    echo "no backup was made; those that are there stay" >&2
    return 1
  fi
  # The names sort by time; only whole ones are counted.
  for old in $(ls -r "$FOLDER" | grep '^tenebrae-.*\.dump$' | tail -n +$((KEEP + 1))); do
    rm "$FOLDER/$old"
  done
}

if [ "${1:-}" = --once ]; then
  back_up
  exit
fi
# A container is told to stop while it sleeps.
trap 'exit 0' TERM INT
while :; do
  if back_up; then wait_hours=$HOURS; else wait_hours=1; fi
  sleep $((wait_hours * 3600)) &
  wait $!
done
