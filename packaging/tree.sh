# SPDX-License-Identifier: BSD-2-Clause
# shellcheck shell=bash
#
# Functions that the scripts of this folder share, in addition to the functions of scripts/lib.sh.
. "$(dirname "${BASH_SOURCE[0]}")/../scripts/lib.sh"

# kernel_architectures: prints the common GPU architectures that ptxas supports. The packages contain
# kernels for these architectures. Without ptxas, prints nothing.
kernel_architectures() {
    local ptxas
    ptxas=$(PATH=$PATH:/usr/local/cuda/bin type -p ptxas) || return 0
    local known name
    known=$("$ptxas" --help | grep -oE '\<sm_[0-9]+\>' | sort -u)
    for name in sm_75 sm_86 sm_89 sm_90 sm_120; do
        if grep -qx "$name" <<< "$known"; then
            echo "$name"
        else
            say "this ptxas does not know $name, so the packages have no kernels for it" >&2
        fi
    done
}

version() { "$root/scripts/version"; }

# copy_sources DIR: copies the files of the working tree to DIR, without tests and clips. Build results in
# DIR (obj*) are kept.
copy_sources() {
    mkdir -p "$1"
    find "$1" -mindepth 1 -maxdepth 1 ! -name 'obj*' -exec rm -rf {} +
    (cd "$root" && git ls-files -z -co --exclude-standard -- ':!tests' ':!media' | tar -c --null -T - --ignore-failed-read) | tar -x -C "$1"
}

# build_depends CONTROL: prints the names of the packages that the file CONTROL lists in
# Build-Depends.
build_depends() {
    sed -n '/^Build-Depends:/,/^[^ ]*-Version:/s/^ \([a-z0-9.+-]*\).*/\1/p' "$1" | sed 's/^debhelper-compat$/debhelper/'
}

# debian_folder FROM TREE SOURCE: copies the folder FROM to TREE/debian, and adds maintainer,
# copyright and changelog. SOURCE is the name of the source package.
debian_folder() {
    local maintainer="${DEBFULLNAME:-The Tonelift authors} <${DEBEMAIL:-tonelift@packages.invalid}>"
    rm -rf "$2/debian"
    cp -r "$1" "$2/debian"
    { grep -m1 '^Format:' /usr/share/doc/debhelper/copyright; cat "$root/packaging/debian/copyright"; } > "$2/debian/copyright"
    sed -i "s/@MAINTAINER@/$maintainer/" "$2/debian/control"
    cat > "$2/debian/changelog" <<END
$3 ($(version)) unstable; urgency=medium

  * Made of the sources of this version. CHANGELOG.md there says what is new.

 -- $maintainer  $(git -C "$root" log -1 --format=%cD)
END
}

# build_package TREE [ARCHITECTURE]: makes the packages that TREE/debian describes, in the folder
# that contains TREE. Removes older versions of these packages there.
build_package() {
    local package options=(--build=binary --no-sign --no-pre-clean --no-check-builddeps --jobs="$jobs")
    [ -z "${2:-}" ] || options+=(--host-arch "$2" "--build-profiles=cross,nocheck")
    sed -n 's/^Package: //p' "$1/debian/control" |
        while read -r package; do rm -f "$1/../${package}"_*.deb; done
    "${within[@]}" env -C "$1" DEB_BUILD_OPTIONS=noautodbgsym FFMPEG_SOURCE="${FFMPEG_SOURCE:-}" \
        dpkg-buildpackage "${options[@]}"
    rm -f "$1"/../*.{buildinfo,changes}
}
