#!/bin/sh
# Prints the folder with MPI's modules for a Fortran compiler: modules.sh COMPILER
#
# Modules belong to one version of one compiler. The first time it compiles them from the sources beside this script,
# into a folder there if it may write there, else into $XDG_CACHE_HOME/windtunnel. The folder has mpi.mod, mpi_f08.mod,
# libwindtunnel_modules.a, and `options`, what the compiler needs in addition.
#
# Buffers in mpi_f08 come with descriptors if those of the compiler can be read, which is tried. WT_CC is the C compiler
# (cc).
set -eu
here=$(cd "$(dirname "$0")" && pwd -P)
compiler=$1
sources="mpi.f90.gz mpi_f08.F90.gz descriptor.c descriptor_check.f90 sections.h"

# The compiler may be several words, as in "ccache gfortran".
if ! version=$($compiler --version 2> /dev/null); then
    echo "wtfort: there is no Fortran compiler $compiler: install gfortran, or name yours in WT_FC" >&2
    exit 2
fi
key=$({ echo "$compiler"; echo "$version"; cd "$here"; cat $sources; } | cksum | tr ' ' '-')
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
gzip -dc "$here/mpi.f90.gz" > mpi.f90
gzip -dc "$here/mpi_f08.F90.gz" > mpi_f08.F90
# Programs that include mpif.h pass buffers of several types to one procedure, which newer compilers take for an error.
echo '      end' > try.f
if $compiler -fallow-argument-mismatch -c try.f -o try.o > try.log 2>&1; then
    echo -fallow-argument-mismatch > options
else
    : > options
fi

# The layout of descriptors is the compiler's own.
reads() {
    ${WT_CC:-cc} -O2 -fPIC -I "$here/../../../include/windtunnel" "$@" -c "$here/descriptor.c" -o descriptor.o &&
        $compiler "$here/descriptor_check.f90" descriptor.o -o check && ./check
}
describe() {
    headers=$($compiler -print-file-name=include 2> /dev/null) || return 1
    reads -idirafter "$headers" -DWT_GFORTRAN_DESCRIPTOR > descriptor.log 2>&1 ||
        reads -idirafter "$headers" > descriptor.log 2>&1 || return 1
    $compiler -O2 -fPIC -DWT_DESCRIPTORS -c mpi_f08.F90 -o mpi_f08.o > mpi_f08.log 2>&1
}
refuse() {
    echo "wtfort: $compiler cannot compile the module $1: not supported. It says:" >&2
    head -20 "$1.log" >&2
    exit 2
}
$compiler -O2 -fPIC -c mpi.f90 -o mpi.o > mpi.log 2>&1 || refuse mpi
if ! describe; then
    rm -f descriptor.o
    $compiler -O2 -fPIC -c mpi_f08.F90 -o mpi_f08.o > mpi_f08.log 2>&1 || refuse mpi_f08
fi
objects="mpi.o mpi_f08.o"
[ ! -f descriptor.o ] || objects="$objects descriptor.o"
${AR:-ar} rcsD libwindtunnel_modules.a $objects
rm -f ./*.o ./*.log ./*.f90 ./*.F90 try.f check checks.mod
chmod 755 .
# Another call may have been faster.
mv -T "$work" "$parent/modules-$key" 2> /dev/null || [ -d "$parent/modules-$key" ]
echo "$parent/modules-$key"
