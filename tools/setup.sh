#!/bin/sh
# Makes a virtual environment and installs Windtunnel into it: tools/setup.sh VENV [EXTRA]
# Without EXTRA it installs what the how-tos and studies need (polars, matplotlib, …), with `test` what the tests need, too.
# Builds what has changed only; can be run again at any time.
set -eu
[ $# -ge 1 ] || { echo "usage: tools/setup.sh VENV [EXTRA]" >&2; exit 2; }
root=$(CDPATH= cd "$(dirname "$0")/.." && pwd)
venv=$1
extra=${2:-all}
cd "$root"

command -v cargo > /dev/null || { echo "tools/setup.sh: there is no cargo; install Rust" >&2; exit 2; }
sh tools/debian.sh gcc gcc
sh tools/debian.sh g++ g++
[ "$extra" != test ] || sh tools/debian.sh gfortran gfortran
if [ ! -x "$venv/bin/pip" ]; then
    echo "== virtual environment in $venv"
    python3 -c 'import ensurepip' 2> /dev/null || sh tools/debian.sh no-ensurepip python3-venv
    python3 -m venv "$venv"
fi
echo "== build and install (the first time takes some minutes)"
start=$(date +%s)
# Tests import a tenth of what is installed for them: the others need no bytecode.
bytecode=--compile
[ "$extra" != test ] || bytecode=--no-compile
install() {
    "$venv/bin/pip" install --quiet --disable-pip-version-check "$bytecode" "$@"
}
# Other packages are fetched while cargo compiles.
"$venv/bin/python" tools/requirements.py "$extra" | install -r /dev/stdin &
packages=$!
sh tools/stage.sh build/stage
wait $packages
# A variable before a function would outlive the call in some shells.
export WT_STAGED="$root/build/stage"
install --no-deps .
"$venv/bin/windtunnel" --version
echo "== built and installed in $(($(date +%s) - start)) s"
