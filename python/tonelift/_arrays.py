# SPDX-License-Identifier: BSD-2-Clause
"""Arrays and streams of the caller's framework."""

import sys
from typing import Any


def _framework(array: Any) -> str:
    """The name of the package that an array, or the first of a list of planes, comes from."""
    if isinstance(array, (list, tuple)):
        array = array[0]
    return type(array).__module__.partition(".")[0]


def empty_like(frame: Any, shape: tuple[int, ...], kind: str) -> Any:
    """A new array of the frame's framework and device; kind is a type's name, like "uint8"."""
    if isinstance(frame, (list, tuple)):
        frame = frame[0]
    name = _framework(frame)
    if name == "torch":
        torch = sys.modules["torch"]
        return torch.empty(shape, dtype=getattr(torch, kind), device=frame.device)
    if name == "cupy":
        cupy = sys.modules["cupy"]
        with frame.device:
            return cupy.empty(shape, dtype=kind)
    import numpy

    return numpy.empty(shape, dtype=kind)


def stream_number(stream: Any, frame: Any) -> int:
    """The CUstream of a stream of PyTorch or CuPy, of a number, or, for None, of the stream that
    the frame's framework uses."""
    if stream is None:
        name = _framework(frame)
        if name == "torch":
            torch = sys.modules["torch"]
            array = frame[0] if isinstance(frame, (list, tuple)) else frame
            stream = torch.cuda.current_stream(array.device)
        elif name == "cupy":
            stream = sys.modules["cupy"].cuda.get_current_stream()
        else:
            return 0
    if hasattr(stream, "__cuda_stream__"):
        return int(stream.__cuda_stream__()[1])
    for attribute in ("cuda_stream", "ptr"):
        if hasattr(stream, attribute):
            return int(getattr(stream, attribute))
    return int(stream)
