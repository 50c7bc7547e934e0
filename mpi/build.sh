#!/bin/sh
# Compiles the faces: mpi/build.sh OUTDIR LIBWINDTUNNEL
#
# OUTDIR gets libmpi_abi.so.1, libmpi_abi.so (the name the linker looks for), libmpi.so.12, libmpich.so.12 (MPICH's ABI, and
# its name on Debian) and libmpi.so.40 (Open MPI's, both for programs that were built elsewhere), libopen-rte.so.40 and libopen-pal.so.40 (empty, for programs that name
# what is below Open MPI) and libwindtunnel_fortran.a. The faces find libwindtunnel.so beside themselves (RUNPATH $ORIGIN);
# LIBWINDTUNNEL is the one to link against, a file of this name. The Fortran libraries of Open MPI (libmpi_mpifh.so.40,
# libmpi_usempi_ignore_tkr.so.40, libmpi_usempif08.so.40) and MPICH (libmpichfort.so.12, libmpifort.so.12) stand on the faces.
# Their sources are generated first, into mpi/generated.
# Variables: CC, CFLAGS, WT_PYTHON (python3, which generates).
set -eu

if [ $# -ne 2 ]; then
    echo "usage: $0 OUTDIR LIBWINDTUNNEL" >&2
    exit 2
fi
here=$(cd "$(dirname "$0")" && pwd)
out=$1
library=$2
if [ "$(basename "$library")" != libwindtunnel.so ] || [ ! -f "$library" ]; then
    echo "$0: $library is not a libwindtunnel.so" >&2
    exit 2
fi

python=${WT_PYTHON:-python3}
command -v "$python" > /dev/null || {
    echo "$0: there is no $python, which generates sources; install Python, or name yours in WT_PYTHON" >&2
    exit 2
}
"$python" -B "$here/generate/generate.py" --build

# face SONAME SOURCE [FLAG]: every symbol must be found now, not by the program that calls it (-z defs). -fexceptions: an
# exception may pass from a user's callback through a face to the program.
face() {
    temporary=$out/.$1.$$
    object=$out/.$(basename "$2" .c).$$.o
    if [ ! -f "$object" ]; then
        ${CC:-cc} -std=gnu11 -O2 -fPIC -fno-plt -fexceptions -Wall ${CFLAGS:-} \
            -I "$here/include" -I "$here/generated" -I "$here/faces" ${3:-} -c "$here/$2" -o "$object"
    fi
    ${CC:-cc} -shared ${CFLAGS:-} "$object" -o "$temporary" -L "$(dirname "$library")" -l:libwindtunnel.so \
        -Wl,-soname,"$1" -Wl,--enable-new-dtags -Wl,-rpath,'$ORIGIN' -Wl,-z,defs -Wl,-z,now -Wl,-z,relro
    mv -f "$temporary" "$out/$1"
}

mkdir -p "$out"
# Whatever CFLAGS asks for, calls of the standard ABI stay jumps.
face libmpi_abi.so.1 generated/face_abi.c -O2
face libmpi.so.12 generated/face_mpich.c
face libmpi.so.40 generated/face_openmpi.c
face libopen-rte.so.40 faces/openmpi_below.c
face libopen-pal.so.40 faces/openmpi_below.c
rm -f "$out"/.*.$$.o
# Fortran's procedures, in a static library: a program's own variables (MPI_BOTTOM and the like) have to be in it.
folder=$out/.fortran.$$
mkdir -p "$folder"
# Conversions of arguments: small rather than fast.
object() {
    ${CC:-cc} -std=gnu11 -Os -fPIC -fexceptions -Wall ${CFLAGS:-} -I "$here/include" -I "$here/fortran" \
        -I "$here/generated" -c "$here/$1" -o "$folder/$2" $3
}
for source in support sections views; do
    object "fortran/$source.c" "$source.o" ''
done
for source in fortran/special fortran/attributes fortran/removed generated/procedures generated/descriptors; do
    name=${source##*/}
    object "$source.c" "$name.o" ''
    object "$source.c" "p$name.o" -DWT_PROFILE
done
rm -f "$out/libwindtunnel_fortran.a"
${AR:-ar} rcsD "$out/libwindtunnel_fortran.a" "$folder"/*.o
rm "$folder"/*.o

# Those of other MPI libraries, for programs that were linked with them: shared, and so another file for each rank. One form of each
# procedure calls PMPI_X, as theirs do; its other names are the linker's work.
for of in openmpi mpich; do
    mkdir -p "$folder/$of"
    # MPICH's mpi_f08 passes descriptors.
    described=
    [ "$of" = openmpi ] || described="fortran/descriptor fortran/views generated/descriptors"
    for source in fortran/library fortran/support fortran/special fortran/attributes fortran/removed fortran/sections \
        generated/procedures "generated/$of/constants" $described; do
        ${CC:-cc} -std=gnu11 -Os -fPIC -fexceptions -Wall ${CFLAGS:-} -DWT_PROFILE -DWT_LIBRARY -I "$here/generated/$of" \
            -I "$here/fortran" -c "$here/$source.c" -o "$folder/$of/${source##*/}.o"
    done
done
# shared SONAME NEEDED [OBJECT ...]: a library that stands on another.
shared() {
    soname=$1
    needed=$2
    shift 2
    ${CC:-cc} -shared ${CFLAGS:-} "$@" -o "$folder/$soname" -L "$out" -Wl,--no-as-needed "-l:$needed" -Wl,--as-needed -Wl,-soname,"$soname" \
        -Wl,--enable-new-dtags -Wl,-rpath,'$ORIGIN' -Wl,-rpath-link,"$(dirname "$library")" -Wl,-z,defs -Wl,-z,now -Wl,-z,relro
    mv -f "$folder/$soname" "$out/$soname"
}
shared libmpi_mpifh.so.40 libmpi.so.40 "$folder"/openmpi/*.o "$here/generated/openmpi/names.ld"
# Nothing but the name of another: some linkers want a file all the same.
object faces/openmpi_below.c nothing.o ''
shared libmpi_usempi_ignore_tkr.so.40 libmpi_mpifh.so.40 "$folder/nothing.o"
shared libmpi_usempif08.so.40 libmpi_mpifh.so.40 "$folder/nothing.o"
shared libmpich.so.12 libmpi.so.12 "$folder/nothing.o"
shared libmpichfort.so.12 libmpi.so.12 "$folder"/mpich/*.o "$here/generated/mpich/names.ld"
shared libmpifort.so.12 libmpichfort.so.12 "$folder/nothing.o"
rm -r "$folder"

# A second name of the same file, no symbolic link: wheels cannot hold those.
ln -f "$out/libmpi_abi.so.1" "$out/libmpi_abi.so"
