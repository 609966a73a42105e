# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash
#
# Functions that the scripts of this folder share. A script sources this file:
#
#   . "$(dirname "$0")/lib.sh"
#
# It sets root (the top of the source tree), jobs (the number of concurrent compilers: JOBS, or the
# number of cores), results (the folder for reports of tests) and within (a command prefix that runs
# a build command in a chroot, see packaging/cross.sh).
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
jobs=${JOBS:-$(nproc)}
results=$root/build/results
within=()
. "$root/scripts/help.sh"

fail() { echo "$(basename "$0"): $*" >&2; exit 1; }

# takes_nothing ARGUMENTS...: prints the help for -h or --help, and fails if there is any other
# argument.
takes_nothing() {
    show_help_if_asked "$@"
    [ $# -eq 0 ] || fail "$1: there are no arguments; --help says what it does"
}

# say TEXT: prints a line about the current work. The line begins with the seconds since the start
# of the script.
say() { printf '[%4ds] %s\n' "$SECONDS" "$*"; }

# quietly NAME COMMAND...: runs the command and writes its output to build/logs/NAME.log. If the
# command fails, prints the last lines of that file.
quietly() {
    local log=$root/build/logs/$1.log status=0
    shift
    mkdir -p "$(dirname "$log")"
    "$@" > "$log" 2>&1 || status=$?
    if [ $status -ne 0 ]; then
        echo "failed with $status: $*" >&2
        tail -n "${LOG_LINES:-40}" "$log" >&2
        echo "the whole log: $log" >&2
    fi
    return $status
}

# hold_build: keeps other scripts from building in build/ until this script ends. Waits if another
# script builds there.
hold_build() {
    mkdir -p "$root/build"
    exec {build_lock}> "$root/build/.lock"
    if ! flock --nonblock "$build_lock"; then
        say "waiting, because another script uses $root/build"
        flock "$build_lock"
    fi
}

# with_progress WHAT LOGS COMMAND...: runs the command. Every 8 seconds, prints WHAT and the last
# line of the newest log. LOGS is a glob pattern.
with_progress() {
    local what=$1 logs=$2 status=0 reporter
    shift 2
    say "$what"
    while sleep 8 &> /dev/null && kill -0 $$ 2> /dev/null; do say "$what: $(newest_line "$logs")"; done &
    reporter=$!
    "$@" || status=$?
    kill "$reporter"
    wait "$reporter" 2> /dev/null || true
    return $status
}

# newest_line LOGS: prints the last progress line of the newest file, with spaces instead of tabs.
newest_line() {
    local log newest=
    for log in $1; do [ -n "$newest" ] && [ "$newest" -nt "$log" ] || newest=$log; done
    grep -E "^(\\[|[A-Z]+[[:space:]])" "$newest" 2> /dev/null | tail -n 1 | tr -s '\t ' ' ' | cut -c 1-90
}

# newer_python: prints the path of a Python of at least version 3.12. Prefers the system's Python to
# other installed versions.
newer_python() {
    local candidate
    for candidate in python3 python3.1{4,3,2} "${PYENV_ROOT:-$HOME/.pyenv}"/versions/*/bin/python3; do
        "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 12))' 2> /dev/null && echo "$candidate" && return
    done
    return 1
}

# configure DIR [meson options]: makes a build directory, or reconfigures it with these options.
configure() {
    local directory=$1
    shift
    if [ ! -f "$directory/build.ninja" ]; then
        "${within[@]}" meson setup "$directory" "$root" "$@"
    elif [ $# -gt 0 ]; then
        "${within[@]}" meson setup --reconfigure "$directory" "$@"
    fi
}

# compile DIR [targets]: builds the targets in the build directory DIR, or everything if there are
# no targets.
compile() { "${within[@]}" env CCACHE_DEPEND=true ninja -C "$1" -j "$jobs" "${@:2}"; }

# compile_kernels DIR ARCHITECTURE...: writes the kernels of presets to DIR, as machine code for the
# GPU architectures.
compile_kernels() {
    say "compiling kernels for ${*:2}"
    quietly compile_kernels compile "$root/build" tools/kernels/build_kernels
    quietly kernels "$root/build/tools/kernels/build_kernels" "$@"
}

# built_tests DIR SUITE...: prints the build targets that the tests of the suites need, one per
# line, by the names that ninja uses.
built_tests() {
    "${within[@]}" meson introspect --tests --targets "$1" | python3 -c '
import json, os, sys
directory, suites = os.path.realpath(sys.argv[1]), sys.argv[2:]
known = json.load(sys.stdin)
files = {target["id"]: target["filename"] for target in known["targets"]}
needed = {name for test in known["tests"] for target in test["depends"] for name in files[target]
          if any(name.split(":")[-1] in suites for name in test["suite"])}
for name in sorted(needed):
    print(os.path.relpath(name, directory))' "$@"
}

# broken NAME: records a failure of the part NAME, whose tests could not run.
broken() {
    mkdir -p "$results/$1"
    touch "$results/$1/broken"
}

# run_tests NAME DIR [meson test arguments]: runs tests that are already built, and keeps the reports of
# GoogleTest and Meson. The number of concurrent tests is one more than the number of cores, because
# tests of the farm wait half of their time.
run_tests() {
    local name=$1 directory=$2
    shift 2
    mkdir -p "$results/$name"
    "${within[@]}" env GTEST_OUTPUT="xml:$results/$name/" meson test -C "$directory" --no-rebuild --no-suite bench \
        --num-processes $((jobs + 1)) --timeout-multiplier 10 --print-errorlogs --logbase "$name" "$@"
    cp "$directory/meson-logs/$name.json" "$results/$name/" || broken "$name"
}

# run_program NAME PROGRAM: runs a GoogleTest program, and keeps its report in the folder of the
# part NAME.
run_program() {
    mkdir -p "$results/$1"
    "$2" --gtest_brief=1 --gtest_output="xml:$results/$1/$(basename "$2").xml"
    [ -f "$results/$1/$(basename "$2").xml" ] || broken "$1"
}

# compile_tests DIR SUITE...: builds only the targets that the tests of the suites need.
compile_tests() {
    local targets
    compile "$1" build.ninja # if a meson.build has changed, updates the list of tests
    mapfile -t targets < <(built_tests "$@")
    [ ${#targets[@]} -gt 0 ] || { echo "no tests in ${*:2}"; return 1; }
    compile "$1" "${targets[@]}"
}

# collect_libraries DIR PROGRAM...: copies the shared libraries that the programs load into DIR,
# except the C library.
collect_libraries() {
    ldd "${@:2}" | awk '$3 ~ /^\// { print $3 }' | sort -u |
        grep -vE '/(libc|libm|libdl|librt|libpthread|ld-linux-[a-z0-9-]+)\.so' | xargs -I{} cp -L {} "$1"
}
