#!/bin/sh
# Prints the folder with MPI's modules for a Fortran compiler: modules.sh COMPILER
#
# Modules belong to one version of one compiler. The first time it compiles them from the sources beside this script,
# into a folder there if it may write there, else into $XDG_CACHE_HOME/windtunnel. The folder has mpi.mod, mpi_f08.mod,
# libwindtunnel_modules.a, and `options`, what the compiler needs in addition.
set -eu
here=$(cd "$(dirname "$0")" && pwd -P)
compiler=$1

# The compiler may be several words, as in "ccache gfortran".
if ! version=$($compiler --version 2> /dev/null); then
    echo "wtfort: there is no Fortran compiler $compiler: install gfortran, or name yours in WT_FC" >&2
    exit 2
fi
key=$({ echo "$compiler"; echo "$version"; cat "$here/mpi.f90" "$here/mpi_f08.f90"; } | cksum | tr ' ' '-')
cache=${XDG_CACHE_HOME:-${HOME:-/tmp}/.cache}/windtunnel
for parent in "$here" "$cache"; do
    if [ -d "$parent/modules-$key" ]; then
        echo "$parent/modules-$key"
        exit
    fi
done

parent=$here
[ -w "$parent" ] || parent=$cache
mkdir -p "$parent"
work=$(mktemp -d "$parent/.modules.XXXXXX")
trap 'rm -rf "$work"' EXIT
cd "$work"
# Programs that include mpif.h pass buffers of several types to one procedure, which newer compilers take for an error.
echo '      end' > try.f
if $compiler -fallow-argument-mismatch -c try.f -o try.o > try.log 2>&1; then
    echo -fallow-argument-mismatch > options
else
    : > options
fi
for source in mpi mpi_f08; do
    if ! $compiler -O2 -fPIC -c "$here/$source.f90" -o "$source.o" > "$source.log" 2>&1; then
        echo "wtfort: $compiler cannot compile the module $source: not supported. It says:" >&2
        head -20 "$source.log" >&2
        exit 2
    fi
done
${AR:-ar} rcsD libwindtunnel_modules.a mpi.o mpi_f08.o
rm -f ./*.o ./*.log try.f
chmod 755 .
# Another call may have been faster.
mv -T "$work" "$parent/modules-$key" 2> /dev/null || [ -d "$parent/modules-$key" ]
echo "$parent/modules-$key"
