# SPDX-License-Identifier: BSD-2-Clause
"""Encodes frames in cd/m2 (linear BT.2020) to files with FFmpeg."""

import subprocess

import numpy as np

BT2020_TO_BT709 = np.array(
    [
        [1.660491, -0.587641, -0.072850],  # ITU-R BT.2407-0
        [-0.124550, 1.132900, -0.008349],
        [-0.018151, -0.100579, 1.118730],
    ],
    np.float32,
)
WHITE = 203.0  # HDR reference white, ITU-R BT.2408


def pq(light):
    """ITU-R BT.2100-2 table 4, inverse EOTF."""
    y = np.clip(light / 10000, 0, 1) ** (2610 / 16384)
    return ((3424 / 4096 + 2413 / 128 * y) / (1 + 2392 / 128 * y)) ** (2523 / 32)


def hlg(light, peak=1000.0, gamma=1.2):
    """ITU-R BT.2100-2 table 5: inverse OOTF for the nominal peak, then the OETF."""
    light = np.clip(light, 0, peak) / peak
    luminance = np.maximum(np.tensordot([0.2627, 0.6780, 0.0593], light, 1), 1e-6)
    scene = np.clip(light * luminance ** ((1 - gamma) / gamma), 0, 1)
    a, b, c = 0.17883277, 0.28466892, 0.55991073
    return np.where(
        scene <= 1 / 12, np.sqrt(3 * scene), a * np.log(np.maximum(12 * scene - b, 1e-9)) + c
    )


def sdr(light, exposure=1.0, power=2.4):
    """Returns the signal of a simple SDR camera: BT.709, clipped at white, for a BT.1886 screen."""
    linear = np.tensordot(BT2020_TO_BT709, light * exposure / WHITE, 1)
    return np.clip(linear, 0, 1) ** (1 / power)


def srgb(light, exposure=1.0):
    linear = np.clip(np.tensordot(BT2020_TO_BT709, light * exposure / WHITE, 1), 0, 1)
    return np.where(linear <= 0.0031308, linear * 12.92, 1.055 * linear ** (1 / 2.4) - 0.055)


def planes(codes, alpha=None):
    """Converts codes in [0, 1] to FFmpeg's gbrp16le, or to gbrap16le with alpha."""
    order = [codes[1], codes[2], codes[0]] + ([] if alpha is None else [alpha])
    return (np.clip(np.stack(order), 0, 1) * 65535 + 0.5).astype("<u2").tobytes()


def light_levels(frames):
    """Returns MaxCLL and MaxFALL (CTA-861.3), in cd/m2."""
    brightest = [np.clip(frame, 0, 10000).max(axis=0) for frame in frames]
    return round(max(float(b.max()) for b in brightest)), round(
        max(float(b.mean()) for b in brightest)
    )


def run(path, data, size, rate, options, pixels="gbrp16le"):
    """`options` is the command line after the input."""
    command = [
        "ffmpeg",
        "-y",
        "-v",
        "error",
        "-f",
        "rawvideo",
        "-pixel_format",
        pixels,
        "-video_size",
        f"{size[0]}x{size[1]}",
        "-framerate",
        str(rate),
        "-i",
        "-",
        *options.split(),
        "-fflags",
        "+bitexact",
        "-flags:v",
        "+bitexact",
        "-map_metadata",
        "-1",
        str(path),
    ]
    subprocess.run(command, input=b"".join(data), check=True)


def size_of(frames):
    return frames[0].shape[2], frames[0].shape[1]


def tagged(transfer, pixels, primaries="bt2020", matrix="bt2020nc"):
    """Returns a filter chain from RGB codes to tagged YUV, and the tags for the container."""
    location = "topleft" if primaries == "bt2020" else "left"
    zimg_matrix = matrix.replace("bt", "").replace("nc", "_ncl")
    numbers = {"smpte2084": 16, "arib-std-b67": 18, "bt709": 1}
    primary = {"bt2020": 9, "bt709": 1}[primaries]
    # In zscale, the transfer bt709 is the BT.1886 curve. The chain keeps transfer and primaries.
    chain = (
        f"setparams=color_primaries={primaries}:color_trc={transfer}:colorspace=gbr:range=pc,"
        f"zscale=min=gbr:pin={primary}:tin={numbers[transfer]}:m={zimg_matrix}"
        f":p={primary}:t={numbers[transfer]}:r=limited:c={location}:d=error_diffusion,"
        f"format={pixels}"
    )
    tags = f"-color_primaries {primaries} -color_trc {transfer} -colorspace {matrix}"
    return f"-vf {chain} {tags} -color_range tv"


def hevc(path, frames, rate, transfer="smpte2084", pixels="yuv420p10le", crf=16):
    """Encodes HDR10 with mastering display and light level, or HLG."""
    code = pq if transfer == "smpte2084" else hlg
    colors = f"colorprim=bt2020:transfer={transfer}:colormatrix=bt2020nc:range=limited"
    extra = ":chromaloc=2" if "420" in pixels else ""
    if transfer == "smpte2084":
        most, average = light_levels(frames)
        extra += (
            ":hdr10=1:repeat-headers=1:max-cll=" + f"{most},{average}:master-display="
            "G(8500,39850)B(6550,2300)R(35400,14600)WP(15635,16450)L(100000000,50)"
        )
    options = (
        f"{tagged(transfer, pixels)} -c:v libx265 -preset slow -crf {crf} -tag:v hvc1 "
        f"-x265-params log-level=error:info=0:pools=2:{colors}{extra}"
    )
    run(path, [planes(code(frame)) for frame in frames], size_of(frames), rate, options)


def h264(path, frames, rate, exposure, crf=18, sound=False):
    chord = " ".join(
        [
            "-f lavfi -t",
            str(len(frames) / rate),
            "-i",
            "aevalsrc=0.1*(sin(2*PI*220*t)+sin(2*PI*277.2*t)+sin(2*PI*329.6*t))|"
            "0.1*(sin(2*PI*220*t)+sin(2*PI*329.6*t)):s=48000",
        ]
    )
    options = f"{tagged('bt709', 'yuv420p', 'bt709', 'bt709')} -c:v libx264 -preset slow -crf {crf}"
    options = f"{chord} {options} -c:a aac -b:a 64k -shortest" if sound else options
    run(path, [planes(sdr(frame, exposure)) for frame in frames], size_of(frames), rate, options)


def lossless(path, frames, rate, pixels):
    """Encodes PQ as FFV1, which supports odd sizes. zimg does not, so swscale subsamples the chroma."""
    options = f"{tagged('smpte2084', 'yuv444p10le,format=' + pixels)} -c:v ffv1 -level 3 -g 1"
    run(path, [planes(pq(frame)) for frame in frames], size_of(frames), rate, options)


def prores_alpha(path, frames, covers, rate, exposure):
    tags = tagged("bt709", "yuva444p10le", "bt709", "bt709")
    options = f"{tags} -c:v prores_ks -profile:v 4444 -alpha_bits 8 -qscale:v 11"
    data = [planes(sdr(frame, exposure), alpha) for frame, alpha in zip(frames, covers)]
    run(path, data, size_of(frames), rate, options, "gbrap16le")


def exr(path, frame):
    """Encodes linear BT.709, 1.0 = 203 cd/m2, as 16-bit floats."""
    linear = np.tensordot(BT2020_TO_BT709, frame / WHITE, 1).astype("<f4")
    run(
        path,
        [linear[[1, 2, 0]].tobytes()],
        size_of([frame]),
        1,
        "-frames:v 1 -c:v exr -format half -compression zip16 -update 1",
        "gbrpf32le",
    )


def png16(path, frame, exposure):
    codes = (srgb(frame, exposure) * 65535 + 0.5).astype(">u2").transpose(1, 2, 0)
    run(
        path,
        [codes.tobytes()],
        size_of([frame]),
        1,
        "-frames:v 1 -c:v png -pred mixed -update 1",
        "rgb48be",
    )
