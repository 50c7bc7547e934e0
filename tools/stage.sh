#!/bin/sh
# Compiles everything and lays it out as one prefix:
#   bin/           windtunnel, the compiler wrappers
#   lib/windtunnel libwindtunnel.so (all state), the stateless MPI faces, the launcher, wrappers named mpicc …
#   include/       mpi.h
#   share/         manual pages, completions for bash, zsh and fish; pages of the documentation, examples
# The wheel, tools/install.sh and the tests use the same tree.
# WT_LINKER names another compiler and linker of C, as tools/wheel.sh does: Rust's parts are linked anew, not compiled.
set -eu
[ $# -eq 1 ] || { echo "usage: tools/stage.sh PREFIX" >&2; exit 2; }
root=$(CDPATH= cd "$(dirname "$0")/.." && pwd)
mkdir -p "$1"
prefix=$(CDPATH= cd "$1" && pwd)
cd "$root"
target=${CARGO_TARGET_DIR:-$root/target}
profile=${WT_CARGO_PROFILE:-release}

cargo build --profile "$profile" -p windtunnel-cli -p windtunnel-runtime
if [ -n "${WT_LINKER:-}" ]; then
    # In the environment or a configuration, a linker or a compiler would have everything compiled again.
    cargo rustc --profile "$profile" -p windtunnel-cli --bin windtunnel -- -C linker="$WT_LINKER"
    export CC="$WT_LINKER"
fi

lib=$prefix/lib/windtunnel
mkdir -p "$prefix/bin" "$lib"
install -m 755 "$target/$profile/windtunnel" "$prefix/bin/windtunnel"
sh "$root/crates/runtime/launcher/link.sh" "$target/$profile/libwindtunnel_runtime.a" "$lib"
# As in Rust, what is not released is compiled quickly: 8 s of CPU instead of 38.
[ "$profile" = release ] || export CFLAGS="-O0 ${CFLAGS:-}"
sh "$root/mpi/install.sh" "$prefix" "$lib/libwindtunnel.so"
sh "$root/mpi/recorder/build.sh" "$lib"

# Manual pages and completions, of the very command.
rm -rf "$prefix/share/man" "$prefix/share/bash-completion" "$prefix/share/zsh" "$prefix/share/fish"
"$prefix/bin/windtunnel" pages "$prefix/share"

# Pages of the documentation as they lie in the sources, so that their links work, without pictures; and what they run.
pages=$prefix/share/doc/windtunnel
rm -rf "$pages"
mkdir -p "$pages/examples"
(cd "$root" && find README.md docs -name '*.md' | tar -cf - -T -) | (cd "$pages" && tar -xf - --no-same-owner)
cp "$root"/examples/*.c "$root"/examples/*.cpp "$root"/examples/*.f90 "$root"/examples/*.py "$root"/examples/*.goal "$pages/examples"

# Our own line numbers are three quarters of what is installed. Functions of the simulator keep their names, for crash reports; programs
# of users keep all they have. What is compiled quickly is larger, and installed for tests alone: it goes without names.
names=--strip-debug
[ "$profile" = release ] || names=--strip-unneeded
# Constants and tables of exceptions have names, too, which nobody asks for.
strip "$names" --wildcard --strip-symbol='GCC_except_table*' --strip-symbol='anon.*' "$lib/launcher" "$lib/libwindtunnel.so"
for file in "$prefix/bin/windtunnel" "$lib"/libmpi*.so* "$lib"/libwindtunnel_*.so; do
    strip --strip-unneeded "$file"
done
