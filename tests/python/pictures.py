# SPDX-License-Identifier: BSD-2-Clause
"""Makes pictures for the tests of the Python package."""

import numpy

import tonelift

PQ = tonelift.Video(transfer="pq", primaries="bt2020", matrix="bt2020nc", range="limited")


def video(**fields):
    made = tonelift.Video(transfer=PQ.transfer, primaries=PQ.primaries, matrix=PQ.matrix,
                          range=PQ.range)
    for name, value in fields.items():
        setattr(made, name, value)
    return made


def rgb(height=90, width=160, kind=numpy.uint16, seed=1, channels=3):
    random = numpy.random.default_rng(seed)
    small = random.random((height // 8 + 1, width // 8 + 1, channels))
    picture = small.repeat(8, 0).repeat(8, 1)[:height, :width]
    picture = picture * numpy.linspace(0.1, 1, width)[None, :, None]
    if kind == numpy.float32:
        return numpy.ascontiguousarray(picture * 5, kind)
    return numpy.ascontiguousarray(picture * numpy.iinfo(kind).max, kind)


def channels_first(picture):
    return numpy.ascontiguousarray(numpy.moveaxis(picture, -1, -3))


def yuv420p10(height=90, width=160, seed=1):
    random = numpy.random.default_rng(seed)
    half = ((height + 1) // 2, (width + 1) // 2)
    luma = random.integers(64, 941, (height // 8 + 1, width // 8 + 1)).repeat(8, 0).repeat(8, 1)
    return [luma[:height, :width].astype(numpy.uint16),
            random.integers(400, 600, half).astype(numpy.uint16),
            random.integers(400, 600, half).astype(numpy.uint16)]
