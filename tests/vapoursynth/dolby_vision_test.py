# SPDX-License-Identifier: BSD-2-Clause
"""Tests Dolby Vision from the frame property DolbyVisionRPU, which the sources BestSource and FFMS2
set."""

import pathlib
import sys

import numpy
import pytest
import vapoursynth as vs

sys.path.append(str(pathlib.Path(__file__).parents[1] / "integration"))
import dolby_vision  # noqa: E402

core = vs.core
PQ = {"_Transfer": 16, "_Primaries": 9, "_Matrix": 9, "_Range": 0}
RESHAPING = (
    ((0, 300, 600, 1023), [[0.02, 0.9], [0.046, 0.813, 0.0], [-0.1, 1.2, -0.2]]),
    ((0, 1023), [[0.05, [0.5, 0.3, 0.1, 0.05, -0.04, 0.02, 0.01]]]),
    ((0, 512, 1023), [[0.01, 0.95], [0.02, [0.45, 0.05, 0.3] + [0.01] * 4, [0.02] * 7]]))
OTHER = (dolby_vision.IDENTITY,) * 3
LIGHT = {"script_text": "output input;", "transfer": "pq", "target_peak": 10000.0, "dithering": "none",
         "format": "yuv420p10le", "smoothing": 0.0}
NITS_400, NITS_1000 = 2671, 3079


def frame_of(color, metadata=None, **properties):
    clip = core.std.BlankClip(format=vs.YUV420P10, width=32, height=32, length=1, color=color)
    if metadata is not None:
        properties["DolbyVisionRPU"] = metadata
    return core.std.SetFrameProps(clip, **properties)


def profile_5(color, metadata):
    return frame_of(color, metadata, _Range=1, _Matrix=2)


def middle(frame):
    return [int(numpy.asarray(plane)[plane.shape[0] // 2, plane.shape[1] // 2]) for plane in frame]


def bytes_of(frame):
    return b"".join(numpy.asarray(plane).tobytes() for plane in frame)


def test_profile_5_is_reshaped_by_its_definition():
    metadata = dolby_vision.nal_payload(dolby_vision.IPT, RESHAPING)
    for i in range(24):
        color = [300 + 23 * i % 500, 400 + 31 * i % 240, 380 + 47 * i % 260]
        found = middle(core.tonelift.Map(profile_5(color, metadata), **LIGHT).get_frame(0))
        assert found == pytest.approx(dolby_vision.hdr10(RESHAPING, color), abs=1), color


def test_each_frame_is_reshaped_by_its_own_metadata():
    color = [500, 450, 550]
    clips = [profile_5(color, dolby_vision.nal_payload(dolby_vision.IPT, of)) for of in (RESHAPING, OTHER)]
    film = core.tonelift.Map(clips[0] + clips[1] + clips[0], **LIGHT)
    alone = [bytes_of(core.tonelift.Map(clip, **LIGHT).get_frame(0)) for clip in clips]
    assert alone[0] != alone[1]
    assert [bytes_of(film.get_frame(n)) for n in (2, 1, 0)] == [alone[0], alone[1], alone[0]]


def test_frames_without_readable_metadata_use_that_of_the_previous_frame():
    color = [500, 450, 550]
    metadata = dolby_vision.nal_payload(dolby_vision.IPT, RESHAPING)
    broken = metadata[:40] + bytes([metadata[40] ^ 1]) + metadata[41:]
    messages = []
    handle = core.add_log_handler(lambda kind, text: messages.append(text))
    film = core.tonelift.Map(profile_5(color, metadata) + profile_5(color, None) + profile_5(color, broken)
                             + profile_5(color, broken), **LIGHT)
    shown = [bytes_of(frame) for frame in film.frames()]
    core.remove_log_handler(handle)
    assert shown == [shown[0]] * 4
    said = [text for text in messages if "checksum" in text]
    assert len(said) == 1 and "previous frame" in said[0]


def test_a_frame_without_metadata_may_be_requested_first():
    color = [500, 450, 550]
    metadata = dolby_vision.nal_payload(dolby_vision.IPT, RESHAPING)
    film = core.tonelift.Map(profile_5(color, metadata) + profile_5(color, None), **LIGHT)
    later, first = film.get_frame(1), film.get_frame(0)
    assert bytes_of(later) == bytes_of(first)


def test_a_film_that_begins_without_metadata_is_refused():
    with pytest.raises(vs.Error, match="profile 5"):
        core.tonelift.Map(profile_5([500, 450, 550], b"\x19\x80")).get_frame(0)


def test_trims_for_sdr_are_applied():
    light = dolby_vision.level_1(7, NITS_1000, 1800)

    def shown(*levels, **options):
        metadata = dolby_vision.nal_payload(dolby_vision.HDR10_BASE, levels=(light, *levels))
        clip = frame_of([350, 480, 560], metadata, **PQ)
        return middle(core.tonelift.Map(clip, preset="faithful", smoothing=0.0, **options).get_frame(0))

    neutral = dolby_vision.level_2(2081, 2048, 2048, 2048, 2048, 2048)
    brighter = dolby_vision.level_2(2081, 3500, 2048, 2048, 2048, 2048)
    assert shown(brighter, tonemap="st2094-10")[0] > shown(neutral, tonemap="st2094-10")[0] + 5
    assert shown(brighter) == shown(neutral)


def test_display_in_the_rpu_acts_like_mastering_display_properties():
    metadata = dolby_vision.nal_payload(dolby_vision.HDR10_BASE, brightest=NITS_400)
    display = {"MasteringDisplayMaxLuminance": 10000 * dolby_vision.pq_decode(NITS_400 / 4095),
               "MasteringDisplayMinLuminance": 10000 * dolby_vision.pq_decode(7 / 4095)}

    def shown(*metadata, **properties):
        return middle(core.tonelift.Map(frame_of([700, 480, 560], *metadata, **PQ, **properties),
                                        preset="cinema", smoothing=0.0).get_frame(0))

    assert shown(metadata) == shown(**display) != shown()


def test_the_output_has_no_metadata_of_the_input():
    clip = frame_of([500, 512, 512], dolby_vision.nal_payload(dolby_vision.HDR10_BASE), **PQ)
    assert "DolbyVisionRPU" not in core.tonelift.Map(clip).get_frame(0).props
