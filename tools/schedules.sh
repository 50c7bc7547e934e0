#!/bin/sh
# What has changed in the schedules of collective algorithms: those of a revision (by default HEAD) against those of the working tree, as text.
# Usage: tools/schedules.sh [REVISION]
set -eu
root=$(git rev-parse --show-toplevel)
scratch=$(mktemp -d)
trap 'git -C "$root" worktree remove --force "$scratch/tree" 2>/dev/null || true; rm -rf "$scratch"' EXIT
git -C "$root" worktree add --quiet --detach "$scratch/tree" "${1:-HEAD}"

# Writes the schedules of a tree; that digests differ is not a failure.
write() {
    mkdir "$2"
    (cd "$1" && WINDTUNNEL_SCHEDULES=$2 cargo test --quiet --profile "${WT_CARGO_PROFILE:-ci}" -p windtunnel-mpi --lib \
        snapshots >"$scratch/log" 2>&1) || true
    [ -n "$(ls "$2")" ] || { cat "$scratch/log" >&2; exit 1; }
}
export CARGO_TARGET_DIR="${CARGO_TARGET_DIR:-$root/target}"
write "$scratch/tree" "$scratch/before"
write "$root" "$scratch/after"
cd "$scratch"
diff -r -u before after && echo "no schedule has changed"
