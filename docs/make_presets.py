#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Makes the pictures of docs/guide/presets.md: before | after, one JPEG per preset.

    docs/make_presets.py            # all
    docs/make_presets.py night      # one

The script needs the FFmpeg of ffmpeg_filter/build.sh. It downloads Debian packages with photographs
by apt-get; the other pictures are rendered clips of media/ (media/README.md). The left side shows
HDR clipped at its reference white, as a player without tone mapping does at best.
"""

import argparse
import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
PACKAGES = ("lomiri-wallpapers-16.04", "python3-skimage")
PHOTOS = "usr/share/backgrounds"
SAMPLES = "usr/lib/python3/dist-packages/skimage/data"

# Maps a preset to the folder (None means media/), the file, and the time of the frame in seconds.
PICTURES = {
    "natural": (None, "roof_hdr10.mkv", 0.5),
    "faithful": (None, "coast_hdr10.mkv", 0.5),
    "vivid": (PHOTOS, "Picture_1A_by_freespace.jpg", 0),
    "dramatic": (PHOTOS, "picosdeeuropa_by_Aitzol_Berasategi.jpg", 0),
    "landscape": (PHOTOS, "aitzgorri_by_Aitzol_Berasategi.jpg", 0),
    "architecture": (PHOTOS, "friends_by_Aitzol_Berasategi.jpg", 0),
    "forest": (PHOTOS, "life_by_Aitzol_Berasategi.jpg", 0),
    "seascape": (None, "coast_sdr.mkv", 0.5),
    "sunset": (PHOTOS, "sunset_by_Aitzol_Berasategi.jpg", 0),
    "night": (SAMPLES, "rocket.jpg", 0),
    "interior": (PHOTOS, "Wine_by_Jakkub_Mede.jpg", 0),
    "portrait": (SAMPLES, "astronaut.png", 0),
    "backlit": (PHOTOS, "seeding_by_Clements_Engelhardt.jpg", 0),
    "group": (None, "portrait_sdr.mp4", 0.5),
    "event": (None, "street_hlg.mp4", 0.5),
    "street": (None, "street_444_hdr10.mkv", 0.2),
    "cinema": (None, "coast_hdr10.mkv", 0.5),
}

CLIPPED = (
    "zscale=t=linear:npl=203,format=gbrpf32le,zscale=p=bt709,zscale=t=bt709:m=bt709:r=tv,format=yuv444p"
)


def unpack(folder):
    subprocess.run(["apt-get", "download", "-q", *PACKAGES], cwd=folder, check=True)
    for package in pathlib.Path(folder).glob("*.deb"):
        subprocess.run(["dpkg-deb", "-x", package, folder], check=True)


def is_hdr(file):
    command = [ROOT / "scripts/ffprobe", "-v", "error", "-show_entries", "stream=color_transfer"]
    said = subprocess.run([*command, file], check=True, capture_output=True, text=True).stdout
    return "smpte2084" in said or "arib-std-b67" in said


def make(preset, file, seconds):
    before = CLIPPED if is_hdr(file) else "null"
    size = "scale=480:-2:flags=area,crop=480:min(ih\\,300):0:(ih-oh)*0.1,format=rgb24"
    # Photographs are scaled down to a width of at most 1920 pixels to save time.
    graph = (
        "[0:v]scale='min(iw,1920)':-2:flags=area,setsar=1,split[a][b];"
        f"[a]{before},{size}[before];[b]tonelift=preset={preset},{size}[after];"
        "[before][after]hstack,format=yuvj444p"
    )
    if is_hdr(file):
        graph = graph.replace("scale='min(iw,1920)':-2:flags=area,", "")
    output = ROOT / f"docs/images/preset_{preset}.jpg"
    place = ["-ss", str(seconds)] if seconds else []
    command = [ROOT / "scripts/ffmpeg", "-y", "-v", "error", *place, "-i", file]
    quality = ["-frames:v", "1", "-q:v", "7", "-update", "1"]
    subprocess.run([*command, "-filter_complex", graph, *quality, output], check=True)
    print(output.relative_to(ROOT), output.stat().st_size)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("presets", nargs="*", metavar="PRESET", help="presets to show; default: all")
    wanted = parser.parse_args().presets or PICTURES
    if unknown := [name for name in wanted if name not in PICTURES]:
        parser.error(f"there is no picture for {', '.join(unknown)}; allowed are {', '.join(PICTURES)}")
    with tempfile.TemporaryDirectory() as folder:
        unpack(folder)
        for preset in wanted:
            place, name, seconds = PICTURES[preset]
            make(preset, (pathlib.Path(folder) / place if place else ROOT / "media") / name, seconds)


if __name__ == "__main__":
    main()
