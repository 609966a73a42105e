# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash
#
# Functions that build for another processor architecture. Source this file instead of
# scripts/lib.sh.
. "$(dirname "${BASH_SOURCE[0]}")/../scripts/lib.sh"
. "$root/packaging/chroot.sh"

# Both tables map Debian's name of an architecture to another name: `triplets` to the compiler's
# name, and `machines` to the kernel's name.
declare -A triplets=([arm64]=aarch64-linux-gnu)
declare -A machines=([arm64]=aarch64)

# use_architecture NAME: makes the functions of scripts/lib.sh build for the architecture NAME.
use_architecture() {
    [ -n "${triplets[$1]-}" ] || fail "$1: no such architecture; there are: ${!triplets[*]}"
    architecture=$1 triplet=${triplets[$1]} machine=${machines[$1]}
    cross=$root/build/$1
    chroot=$cross/debian
    # shellcheck disable=SC2034 # for scripts/lib.sh
    within=(across)
}

compiler_cache() {
    local folder
    folder=$(ccache --get-config cache_dir)
    mkdir -p "$folder"
    echo "$folder"
}

# Prints Git's folder of this repository. If $root is a linked working tree, this folder is outside
# of $root.
git_folder() { git -C "$root" rev-parse --path-format=absolute --git-common-dir 2> /dev/null || true; }

# Prints the folder of this machine's CUDA toolkit, if installed. Builds for another architecture
# also use this toolkit, because the GPU code that nvcc compiles does not depend on the CPU.
cuda_toolkit() { [ ! -x /usr/local/cuda/bin/nvcc ] || readlink -f /usr/local/cuda; }

# Maps the kernel's name of an architecture to a binfmt_misc entry. With this entry, the kernel
# starts programs of that architecture by qemu.
declare -A programs=(
    [aarch64]='M::\x7fELF\x02\x01\x01\x00\x00\x00\x00\x00\x00\x00\x00\x00\x02\x00\xb7\x00:\xff\xff\xff\xff\xff\xff\xff\x00\xff\xff\xff\xff\xff\xff\xff\xff\xfe\xff\xff\xff:/usr/bin/qemu-aarch64:'
)

# across COMMAND...: runs a command in the Debian chroot. The kernel starts programs of the other
# architecture by qemu.
across() {
    # shellcheck disable=SC2016 # the shell in the namespaces expands them
    env root="$root" git="$(git_folder)" chroot="$chroot" cache="$(compiler_cache)" cuda="$(cuda_toolkit)" \
        program=":$machine:${programs[$machine]}" \
        unshare --user --map-root-user --mount --pid --fork --kill-child --mount-proc="$chroot/proc" bash -euc '
        show() { [ -z "$1" ] || { mkdir -p "$chroot$2" && mount --rbind "$1" "$chroot$2"; } }
        case "$git" in "$root"/*) ;; *) show "$git" "$git" ;; esac
        show "$root" "$root"
        show "$cache" /root/.cache/ccache
        show "$cuda" /usr/local/cuda
        show /etc/ssl/certs /etc/ssl/certs
        mount -o remount,bind,ro "$chroot/etc/ssl/certs"
        mount -t binfmt_misc none /proc/sys/fs/binfmt_misc && printf %s "$program" > /proc/sys/fs/binfmt_misc/register ||
            echo "programs of another processor run only if the system starts qemu for them" >&2
        exec chroot "$chroot" env -i -C "$root" PATH=/usr/lib/ccache:/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LC_ALL=C.UTF-8 \
            CCACHE_DIR=/root/.cache/ccache ${SOURCE_DATE_EPOCH:+"SOURCE_DATE_EPOCH=$SOURCE_DATE_EPOCH"} \
            ${PYTHONHASHSEED:+"PYTHONHASHSEED=$PYTHONHASHSEED"} "$@"' bash "$@"
}

# Prints the packages that tests need in addition to the build dependencies in
# packaging/debian/control.
test_packages() {
    printf '%s:%s\n' libgtest-dev "$architecture" libbenchmark-dev "$architecture"
    printf '%s\n' qemu-user git
}

install_cross_compiler() {
    local source=$chroot/tmp/tonelift
    : > "$chroot/packages/Packages"
    mkdir -p "$source/debian"
    sed 's/@MAINTAINER@/Nobody <nobody@packages.invalid>/' "$root/packaging/debian/control" > "$source/debian/control"
    inside dpkg --add-architecture "$architecture"
    inside apt-get -q update
    # shellcheck disable=SC2046 # the names must be split into words
    inside apt-get -q install "crossbuild-essential-$architecture" ccache $(test_packages)
    inside apt-get -q build-dep --host-architecture "$architecture" --build-profiles cross,nocheck /tmp/tonelift
}

# Installs Debian's Python for the other architecture in the chroot, beside the chroot's own Python.
# Sets python to its path.
python_across() {
    local version
    version=$(inside python3 -c 'import sys; print("%d.%d" % sys.version_info[:2])')
    python=/usr/bin/$triplet-python$version
    [ -x "$chroot$python" ] && return
    with_progress "installing Python for $architecture" "$root/build/logs/cross-python.log" \
        quietly cross-python inside sh -ec "
            apt-get -q install libpython$version-dev:$architecture python$version-venv
            cd /tmp && apt-get -q download python$version-minimal:$architecture
            dpkg-deb -x python$version-minimal_*_$architecture.deb python
            mv python/usr/bin/python$version $python"
}

# Makes the Debian chroot if it is missing, or if packaging/debian/control or a function that makes
# it has changed.
make_cross_debian() {
    local stamp
    stamp=$({ cat "$root/packaging/debian/control" && declare -f make_chroot install_cross_compiler test_packages; } | sha256sum)
    [ "$(cat "$cross/debian.is" 2> /dev/null)" != "$stamp" ] || return 0
    "$root/scripts/install-dependencies" debootstrap
    mkdir -p "$cross"
    make_chroot "$cross/debian"
    with_progress "installing the cross compiler" "$root/build/logs/cross-packages.log" \
        quietly cross-packages install_cross_compiler
    echo "$stamp" > "$cross/debian.is"
}

cross_file() {
    cat <<END
[binaries]
c = ['ccache', '$triplet-gcc']
cpp = ['ccache', '$triplet-g++']
ar = '$triplet-gcc-ar'
nm = '$triplet-nm'
objdump = '$triplet-objdump'
strip = '$triplet-strip'
pkgconfig = '$triplet-pkg-config'
pkg-config = '$triplet-pkg-config'
exe_wrapper = 'qemu-$machine'

[host_machine]
system = 'linux'
cpu_family = '$machine'
cpu = '$machine'
endian = 'little'
END
}

configure_across() {
    cross_file > "$cross/meson.ini"
    [ -f "$cross/meson/build.ninja" ] ||
        configure "$cross/meson" --cross-file "$cross/meson.ini" -Dtests=true -Dwerror=true \
            -Dbuild_version="$("$root/scripts/version")"
}
