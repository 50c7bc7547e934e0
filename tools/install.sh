#!/bin/sh
# Copies a staged tree into a prefix, or removes what this script put there: tools/install.sh install|uninstall PREFIX
# The prefix may hold other software (~/.local, /usr/local): the list of our files is in lib/windtunnel/files.txt.
# WT_STAGED names a tree that has just been staged: that one is taken.
set -eu
usage() { echo "usage: tools/install.sh install|uninstall PREFIX" >&2; exit 2; }
[ $# -eq 2 ] || usage
root=$(CDPATH= cd "$(dirname "$0")/.." && pwd)
list=lib/windtunnel/files.txt

uninstall() {
    [ -f "$1/$list" ] || { echo "tools/install.sh: $1/$list: there is no such file; Windtunnel is not installed there" >&2; exit 2; }
    (
        cd "$1"
        files=$(cat "$list")
        printf '%s\n' "$files" | while IFS= read -r file; do rm -f "./$file"; done
        # Folders that are empty now, from the inside out.
        printf '%s\n' "$files" | while IFS= read -r file; do
            while file=$(dirname "$file"); [ "$file" != . ]; do echo "$file"; done
        done | sort -ur | while IFS= read -r folder; do rmdir "./$folder" 2> /dev/null || true; done
    )
}

case $1 in
install)
    staged=${WT_STAGED:-$root/build/stage}
    [ -n "${WT_STAGED:-}" ] || sh "$root/tools/stage.sh" "$staged"
    mkdir -p "$2"
    # An earlier version may have had files that this one lacks.
    [ ! -f "$2/$list" ] || uninstall "$2"
    (cd "$staged" && tar -cf - .) | (cd "$2" && tar -xf - --no-same-owner)
    { (cd "$staged" && find . ! -type d | sed 's|^\./||' | sort); echo "$list"; } > "$2/$list"
    echo "installed into $2; the command is $2/bin/windtunnel"
    ;;
uninstall)
    uninstall "$2"
    echo "removed from $2"
    ;;
*) usage ;;
esac
