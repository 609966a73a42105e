#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# Processors and systems that lack what others have, by an emulator: a picture is mapped, and the
# instruction set is the best one that the processor has and the system saves the registers of.
#
#   processors.sh TOOL
set -eu

tool=$1
skip=77
if ! command -v qemu-x86_64 > /dev/null || [ "$(uname -m)" != x86_64 ]; then
    echo "skipped: qemu-x86_64 of qemu-user is not installed, or this is no x86-64"
    exit $skip
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{
    printf 'YUV4MPEG2 W32 H16 F25:1 C420p10\nFRAME\n'
    head -c 1536 /dev/urandom
} > "$work/in.y4m"

failed=0
# CPU [OPTION ...]: maps the picture there.
maps() {
    cpu=$1
    shift
    qemu-x86_64 -cpu "$cpu" "$tool" map "$@" "$work/in.y4m" "$work/out.y4m" 2> "$work/log"
}
fail() {
    echo "-cpu $1"
    grep -v "TCG doesn't support" "$work/log" || true
    failed=1
}
# CPU SET BETTER: the set that counts, and the next one, which is refused.
expect() {
    maps "$1" || fail "$1 cannot map a picture"
    maps "$1" --with "cpu=$2" || fail "$1 has no $2"
    ! maps "$1" --with "cpu=$3" || fail "$1 has $3"
}
expect Haswell avx2 avx512
for cpu in Haswell,-xsave Skylake-Server,-xsave Haswell,-avx Haswell,-avx2 Haswell,-fma Westmere; do
    expect $cpu sse4 avx2
done
maps Nehalem || fail "Nehalem cannot map a picture"
! maps Nehalem --with cpu=sse4 || fail "Nehalem has sse4, which has AES here"
exit $failed
