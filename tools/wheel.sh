#!/bin/sh
# Builds a wheel that runs wherever glibc is 2.28 or newer (RHEL 8, SLES 15, Debian 11): tools/wheel.sh FOLDER
#
# Rust's and this system's compilers make what they always make; zig (PyPI) links it, and compiles what is C, for an older C library.
# The wheel's tag says so only if tools/portable.py finds nothing that is newer, and nothing that differs from the ordinary tree.
set -eu
[ $# -eq 1 ] || { echo "usage: tools/wheel.sh FOLDER" >&2; exit 2; }
root=$(CDPATH= cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
folder=$(CDPATH= cd "$1" && pwd)
cd "$root"
# A wheel has optimised code, whatever the tests were compiled with.
unset WT_CARGO_PROFILE CFLAGS

if [ ! -x build/zig/bin/pip ]; then
    python3 -m venv build/zig
fi
python3 tools/requirements.py wheel | build/zig/bin/pip install --quiet --disable-pip-version-check -r /dev/stdin
# Trees of their own: one that was staged before may hold files that are no more. Fortran's modules are the user's compiler's.
rm -rf build/ordinary build/portable
export WT_FC=no-fortran-compiler
sh tools/stage.sh build/ordinary
WT_LINKER="$root/tools/zig/cc" sh tools/stage.sh build/portable
rm -f "$folder"/windtunnel-*.whl
WT_STAGED="$root/build/portable" WT_ORDINARY="$root/build/ordinary" \
    build/zig/bin/pip wheel --quiet --disable-pip-version-check --no-deps --no-build-isolation --wheel-dir "$folder" .
ls -l "$folder"/windtunnel-*.whl
