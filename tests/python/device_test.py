# SPDX-License-Identifier: BSD-2-Clause
"""Tests of arrays on a CUDA device that need no device to run."""

import ctypes

import numpy
import pytest

import tonelift
from pictures import rgb, video


class DLTensor(ctypes.Structure):
    _fields_ = [("data", ctypes.c_void_p), ("device_type", ctypes.c_int32),
                ("device_id", ctypes.c_int32), ("ndim", ctypes.c_int32), ("code", ctypes.c_uint8),
                ("bits", ctypes.c_uint8), ("lanes", ctypes.c_uint16),
                ("shape", ctypes.POINTER(ctypes.c_int64)), ("strides", ctypes.POINTER(ctypes.c_int64)),
                ("byte_offset", ctypes.c_uint64)]


class DLManagedTensor(ctypes.Structure):
    _fields_ = [("tensor", DLTensor), ("context", ctypes.c_void_p), ("deleter", ctypes.c_void_p)]


class Elsewhere:
    def __init__(self, array, kind):
        self.array, self.kind = array, kind
        self.shape = (ctypes.c_int64 * array.ndim)(*array.shape)
        strides = [stride // array.itemsize for stride in array.strides]
        self.strides = (ctypes.c_int64 * array.ndim)(*strides)
        tensor = DLTensor(array.ctypes.data, kind, 0, array.ndim, 1, 8 * array.itemsize, 1,
                          self.shape, self.strides, 0)
        self.managed = DLManagedTensor(tensor, None, None)

    def __dlpack_device__(self):
        return (self.kind, 0)

    def __dlpack__(self, **arguments):
        new = ctypes.pythonapi.PyCapsule_New
        new.restype, new.argtypes = ctypes.py_object, [ctypes.c_void_p, ctypes.c_char_p, ctypes.c_void_p]
        return new(ctypes.addressof(self.managed), b"dltensor", None)


CPU, CUDA, VULKAN = 1, 2, 7


def has_driver():
    try:
        ctypes.CDLL("libcuda.so.1")
    except OSError:
        return False
    return True


def test_the_same_capsule_on_the_cpu_is_mapped():
    picture = rgb()
    assert numpy.array_equal(tonelift.Filter(video())(Elsewhere(picture, CPU)),
                             tonelift.Filter(video())(picture))


@pytest.mark.skipif(has_driver(), reason="a GPU would read what is not in its memory")
def test_a_device_without_its_driver_is_unsupported():
    with pytest.raises(tonelift.UnsupportedError, match=r"the driver \(libcuda.so.1\) cannot be loaded"):
        tonelift.Filter(video())(Elsewhere(rgb(), CUDA))


def test_other_devices_are_refused():
    with pytest.raises(tonelift.ArgumentError, match="kind 7; allowed are the CPU and CUDA"):
        tonelift.Filter(video())(Elsewhere(rgb(), VULKAN))


def test_planes_on_different_devices_are_refused():
    picture = numpy.full((8, 8), 500, numpy.uint16)
    planes = [picture, Elsewhere(picture, CUDA), picture]
    with pytest.raises(tonelift.ArgumentError, match="the planes are on different devices"):
        tonelift.Filter(video(format="yuv444p10le"))(planes)


class Stream:
    cuda_stream = 17


@pytest.mark.parametrize("stream, number", [(Stream(), 17), (17, 17), (None, 0)])
def test_streams_are_converted_to_handles(stream, number):
    from tonelift._arrays import stream_number

    assert stream_number(stream, rgb()) == number
