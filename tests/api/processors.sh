#!/bin/sh
# SPDX-License-Identifier: BSD-2-Clause
#
# processors.sh TOOL PROCESSORS: tests that the tool runs on emulated processors that lack features of
# this machine, and uses the best instruction set of each processor. OBJDUMP names the disassembler.
set -eu
. "$(dirname "$0")/../../scripts/help.sh"
show_help_if_asked "$@"

tool=$1
processors=$2
emulator=qemu-$processors
skip=77
if ! command -v "$emulator" > /dev/null; then
    echo "skipped: $emulator of qemu-user is not installed"
    exit $skip
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
{
    printf 'YUV4MPEG2 W32 H16 F25:1 C420p10\nFRAME\n'
    head -c 1536 /dev/urandom
} > "$work/in.y4m"

failed=0
maps() {
    cpu=$1
    shift
    "$emulator" -cpu "$cpu" "$tool" map "$@" "$work/in.y4m" "$work/out.y4m" 2> "$work/log"
}
fail() {
    echo "-cpu $1"
    grep -v "TCG doesn't support" "$work/log" || true
    failed=1
}
expect() {
    maps "$1" || fail "$1 cannot map a picture"
    maps "$1" --with "cpu=$2" || fail "$1 has no $2"
    ! maps "$1" --with "cpu=$3" || fail "$1 has $3"
}

try_x86_64() {
    expect Haswell avx2 avx512
    for cpu in Haswell,-xsave Skylake-Server,-xsave Haswell,-avx Haswell,-avx2 Haswell,-fma Westmere; do
        expect "$cpu" sse4 avx2
    done
    maps Nehalem || fail "Nehalem cannot map a picture"
    ! maps Nehalem --with cpu=sse4 || fail "Nehalem has sse4, which has AES here"
}

try_aarch64() {
    maps cortex-a53 || fail "cortex-a53 cannot map a picture"
    cp "$work/out.y4m" "$work/first.y4m"
    for cpu in cortex-a72 neoverse-n1 a64fx max,pauth-impdef=on; do
        maps "$cpu" || fail "$cpu cannot map a picture"
        cmp "$work/first.y4m" "$work/out.y4m" || fail "$cpu makes another picture"
        ! maps "$cpu" --with cpu=sse4 || fail "$cpu has sse4"
    done
    # The code must not contain instructions for AES, SHA and products of 64-bit polynomials,
    # because the Raspberry Pi 4 lacks them.
    $OBJDUMP -d "$tool" > "$work/code"
    ! grep -E '\s(aes[a-z]+|sha(1|256|512)[a-z0-9]+|pmull2?\s.*\.1q)\s' "$work/code" ||
        fail "any: there are instructions that not every AArch64 has"
}

case $processors in
    x86_64) try_x86_64 ;;
    aarch64) try_aarch64 ;;
    *) echo "no test for $processors"; exit 1 ;;
esac
exit $failed
