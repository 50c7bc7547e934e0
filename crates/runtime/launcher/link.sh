#!/bin/sh
# Links what runs programs: lib NAME.so from a static library of the runtime, the launcher that loads it, and what stands
# before the C library in a rank's own process (processes mode), with the first lines of a Python interpreter.
#
#   link.sh ARCHIVE FOLDER [NAME [MAIN]]      defaults: libwindtunnel wt_main
#
# A Rust cdylib would drop weak aliases and symbols meant for C; a static library linked whole keeps them, and the version
# script exports nothing but wt_*. The launcher's own symbols are exported, so that every library binds to them first.
set -eu
archive=$1 folder=$2 name=${3:-libwindtunnel} main=${4:-wt_main}
here=$(dirname "$0")
cc=${CC:-gcc}
exports=$folder/.$name.map
printf '{ global: wt_*; local: *; };\n' > "$exports"
$cc -shared -o "$folder/$name.so" -Wl,-soname,"$name.so" -Wl,--gc-sections \
  -Wl,--whole-archive "$archive" -Wl,--no-whole-archive -Wl,--version-script="$exports" \
  -lgcc_s -lm -lpthread -ldl -lc
rm -f "$exports"
$cc -O2 -Wall -Wextra -Werror -fPIE -pie -rdynamic -DWT_MAIN="$main" "$here/launcher.c" "$here/posix.c" "$here/outside.c" "$here/opens.c" \
  -o "$folder/launcher" \
  "$folder/$name.so" -Wl,-rpath,'$ORIGIN' -ldl
$cc -O2 -Wall -Wextra -Werror -fPIC -shared "$here/process.c" "$here/posix.c" "$here/outside.c" "$here/opens.c" \
  -o "$folder/libwindtunnel_process.so" -Wl,-soname,libwindtunnel_process.so -ldl
# In two steps: without its library, zig's compiler finds no headers.
$cc -O2 -Wall -Wextra -Werror -ffreestanding -fno-stack-protector -fno-tree-loop-distribute-patterns -fPIC \
  -c "$here/audit.c" -o "$folder/.audit.o"
$cc -shared -nostdlib "$folder/.audit.o" -o "$folder/libwindtunnel_audit.so" -Wl,-soname,libwindtunnel_audit.so
rm -f "$folder/.audit.o"
cp "$here/python_rank.py" "$folder/python_rank.py"
# For ThreadSanitizer, which would take what our library does under locks of its own for races.
echo 'called_from_lib:libwindtunnel.so' > "$folder/tsan.supp"
