# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash
#
# Functions that make a minimal Debian system in a folder and run commands in it with chroot. Source
# this file after scripts/lib.sh.

# debian_entries: prints Debian's package sources from the apt configuration of this machine, one
# per line, as "address suite".
debian_entries() {
    # shellcheck disable=SC2016 # apt-get expands the names
    apt-get indextargets --format '$(REPO_URI) $(RELEASE)' \
        'Created-By: Packages' 'Origin: Debian' | sort -u
}

# make_chroot DIR: makes in DIR a minimal system of the Debian release that this machine runs. Sets
# chroot to DIR.
make_chroot() {
    local base=$1.base release address
    [ "$(id -u)" -eq 0 ] || fail "chroot is for root: say sudo before this command"
    release=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
    address=$(debian_entries | awk -v release="$release" '$2 == release { print $1; exit }')
    [ -n "$address" ] || fail "apt knows no packages of Debian $release here"
    if [ ! -d "$base" ]; then
        rm -rf "$base.part"
        quietly debootstrap debootstrap --variant=minbase "$release" "$base.part" "$address"
        mv "$base.part" "$base"
    fi
    rm -rf "$1"
    cp -a "$base" "$1"
    chroot=$1
    debian_entries | sed 's/^/deb /; s/$/ main/' > "$1/etc/apt/sources.list"
    echo "deb [trusted=yes] copy:/packages ./" >> "$1/etc/apt/sources.list"
    printf '%s\n' 'APT::Install-Recommends "false";' 'APT::Get::Assume-Yes "true";' \
        > "$1/etc/apt/apt.conf.d/99test"
    mkdir "$1/packages"
}

# inside COMMAND...: runs the command in the chroot, with a separate /proc.
inside() {
    unshare --mount --pid --fork --mount-proc="$chroot/proc" \
        chroot "$chroot" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LC_ALL=C.UTF-8 \
        HOME=/tmp DEBIAN_FRONTEND=noninteractive "$@"
}
