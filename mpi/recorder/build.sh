#!/bin/sh
# Links the recorders: mpi/recorder/build.sh OUTDIR
#
# OUTDIR, where libwindtunnel.so is, gets libwindtunnel_record_{abi,mpich,openmpi}.so, each to be preloaded before an MPI library of
# that ABI. mpi/build.sh has generated the sources. A recorder is linked with no MPI and exports MPI_X, PMPI_X and Fortran's mpi_x_ only; libwindtunnel.so
# exports nothing that a program could mean.
# Variables: CC, CFLAGS, OBJCOPY, NM.
set -eu
[ $# -eq 1 ] || { echo "usage: $0 OUTDIR" >&2; exit 2; }
here=$(CDPATH= cd "$(dirname "$0")/.." && pwd)
out=$1
folder=$out/.recorder.$$
mkdir -p "$folder"
compile() {
    ${CC:-cc} -std=gnu11 -Os -fPIC -fexceptions -Wall ${CFLAGS:-} -I "$here/include" -I "$here/generated" -I "$here/faces" \
        -I "$here/recorder" -c "$here/generated/$1" -o "$2"
}
# The program calls the recorder; the recorder calls the face, whose functions have other names here.
for abi in abi mpich openmpi; do
    compile "face_$abi.c" "$folder/face.o"
    ${OBJCOPY:-objcopy} --redefine-syms="$here/generated/recorder/face.symbols" "$folder/face.o"
    compile "recorder/$abi.c" "$folder/recorder.o"
    # The face has names of its own besides, which are not the program's here.
    ${NM:-nm} --defined-only "$folder/recorder.o" | awk 'BEGIN { print "{ global:" } $2 == "T" { print $3 ";" }
        END { print "local: *; };" }' > "$folder/exports.map"
    ${CC:-cc} -shared ${CFLAGS:-} "$folder/recorder.o" "$folder/face.o" "$out/libwindtunnel.so" -o "$folder/library" \
        -Wl,-soname,"libwindtunnel_record_$abi.so" -Wl,--version-script="$folder/exports.map" -Wl,--gc-sections -Wl,-z,now \
        -Wl,-z,relro -Wl,-rpath,'$ORIGIN' -lpthread -ldl
    mv -f "$folder/library" "$out/libwindtunnel_record_$abi.so"
done
rm -r "$folder"
