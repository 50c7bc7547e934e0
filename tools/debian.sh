#!/bin/sh
# Installs a Debian package if a command is missing: tools/debian.sh COMMAND PACKAGE
set -eu
[ $# -eq 2 ] || { echo "usage: tools/debian.sh COMMAND PACKAGE" >&2; exit 2; }
command -v "$1" > /dev/null && exit 0
command -v apt-get > /dev/null || { echo "tools/debian.sh: there is no $1; install it (Debian: $2)" >&2; exit 2; }
as_root=
[ "$(id -u)" = 0 ] || as_root=sudo
echo "installing $2 for $1"
$as_root apt-get update -qq
DEBIAN_FRONTEND=noninteractive $as_root apt-get install -qq -y "$2" > /dev/null
