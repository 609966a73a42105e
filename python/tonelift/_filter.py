# SPDX-License-Identifier: BSD-2-Clause
"""The class Filter, which maps the frames of a stream, and explain()."""

from __future__ import annotations

import threading
from collections import deque
from math import inf
from operator import index
from typing import TYPE_CHECKING, Any, Iterable, Iterator, Sequence

from . import _native
from ._arrays import empty_like, stream_number
from ._errors import ArgumentError

if TYPE_CHECKING:
    from ._options import Options, Unpack


def _listed(numbers: Any) -> list[Any]:
    try:
        return list(numbers)
    except TypeError:
        return [numbers]


def explain(source: _native.Video | None = None, *, reasons: bool = False,
            **options: Unpack[Options]) -> str:
    """Describes the passes that map a picture with these options.

    The result also states how many bytes each pass moves.

    source: a Video that describes the picture. The default is HDR10 of 1920x1080 in p010le.
    reasons: whether to give the reason for each pass, stored plane and statistic.
    options: the same options as for Filter.

    Opens no device. Raises the same errors as Filter.
    """
    if source is None:
        source = _native.Video(width=1920, height=1080, format="p010le", transfer="pq",
                               primaries="bt2020", matrix="bt2020nc")
    return _native.explain(options, source, reasons)


class Filter:
    """Maps the frames of one stream.

    source: a Video with all known properties of the input.
    layout: "HWC" (channels last) or "CHW" (channels first), for arrays whose shape allows both.
    frame_rate: frames per second, used for frames without a time; default: 25.
    stream: the CUDA stream for frames on a GPU: a stream of PyTorch or CuPy, or the address of a
        CUstream as a number; default: the current stream of the frame's framework.
    options: every option of tonelift.options() (preset="cinema", saturation=1.1), and every param of
        the script. None selects the default of an option. script_text="..." gives the script as
        text.

    Frames are arrays of NumPy, PyTorch or CuPy, or of another type with DLPack or the buffer
    protocol. The arrays are read in place, on the CPU or on a CUDA device, and are not changed:

        (H, W, 3), (H, W, 4)      channels last: uint8, uint16, and float32 if a format has it
        (3, H, W), (4, H, W)      channels first: uint8, uint16, float32
        (H, W)                    gray
        (N, ...)                  a batch: N consecutive frames; faster on a GPU; (N, H, W) needs
                                  Video(format=...), like "gray16le"
        [array, ...]              a list of the planes of Video(format=...), each (rows, elements) or
                                  (rows, elements / 2, 2); for a batch, each (N, ...)

    Integers use all bits of their type, unless Video(format=...) has a lower depth, like
    "gbrp10le". Floats are linear light, where 1.0 is 203 cd/m2 (option in_white), unless `source`
    states another transfer function.

    The first frame sets format, size and device. Another format, size or device needs another
    Filter. Several threads may use one Filter. Its calls run one at a time, without the GIL.
    Different filters run in parallel. A `with` statement finishes the stream at its end.

    Raises ArgumentError for unknown names and values out of range, ScriptError, FileError, and
    UnsupportedError.
    """

    def __init__(self, source: _native.Video | None = None, *, layout: str = "",
                 frame_rate: float = 0, stream: Any = None,
                 **options: Unpack[Options]) -> None:
        _native.check_options(options)
        if not 0 <= frame_rate < inf:
            raise ArgumentError(f"frame_rate={frame_rate}: allowed is 0 (unknown) or more "
                                "frames per second")
        self._source = source if source is not None else _native.Video()
        self._layout = layout
        self._frame_rate = frame_rate
        self._stream = stream
        self._options: dict[str, Any] = {**options}
        self._native: _native.NativeFilter | None = None
        self._lock = threading.Lock()  # guards _native, _options, _source and _mapped
        self._mapped = 0

    def __call__(self, frame: Any, out: Any = None, *, time: float | Sequence[float] | None = None,
                 timestamp: int | Sequence[int] | None = None, scene_peak: float = 0) -> Any:
        """Maps a frame, or a batch of consecutive frames, and returns the result.

        out: arrays for the result; default: new arrays of the frame's framework on the frame's
            device. The result has the frame's layout if the output format allows it. Otherwise
            the result is a list of planes. By default YUV output has 8 bits per sample, and RGB
            output has the frame's type. The option format selects another output format
            (format="rgb24").
        time: time of the frame in seconds; for a batch, one number per frame. The time between
            frames determines how fast the statistics adapt.
        timestamp: the key of the frame in a stats_file, an integer; for a batch, one integer per
            frame; default: the number of the frame.
        scene_peak: brightest luminance of the scene in cd/m2, from dynamic metadata; 0: unknown.

        On a GPU the work is queued on the stream, and the call does not wait for it. Raises
        ArgumentError for a frame whose format or size differs from the first frame, FileError for a
        frame that is missing in the stats_file, and DeviceError.
        """
        picture = self._picture(frame)
        native = self._started(picture, frame)
        if out is None:
            out = self._empty(native, picture, frame)
        target = _native.Picture(out, native.output, self._layout, True)
        with self._lock:
            first = self._mapped
            self._mapped += picture.count
        try:
            native.process(picture, target,
                           self._times(picture.count, first, time, timestamp, scene_peak))
        except BaseException:
            self._forget(first, picture.count)
            raise
        return out

    def map(self, frames: Iterable[Any]) -> Iterator[Any]:
        """Maps single frames in order, and finishes the stream. Looks ahead at later frames if the
        options need it, as smoothing="shot" does. Waiting frames are referenced, not copied. If
        the iteration ends while frames wait, the statistics are discarded as by reset()."""
        waiting: deque[Any] = deque()
        try:
            for frame in frames:
                picture = self._picture(frame)
                native = self._started(picture, frame)
                if not native.lookahead:
                    yield self(frame)
                    continue
                first = self._mapped + len(waiting)
                native.look(picture, self._times(picture.count, first, None, None, 0))
                waiting.append(frame)
                for _ in range(min(native.ready, len(waiting))):
                    yield self._first_of(waiting)
            while waiting:
                yield self._first_of(waiting)
            self.finish()
        finally:
            if waiting:  # the look-ahead has seen frames that will not be mapped
                self.reset()

    def set(self, **options: Unpack[Options]) -> None:
        """Changes live options and params from the next frame on. If this fails, all options keep
        their values.

        Raises ArgumentError for an option that is not live, and the errors of Filter."""
        done = False
        while not done:
            native, before = self._native, self._options
            changed = {**before, **options}
            if native is not None:
                native.set_options(changed)
            else:
                _native.check_options(changed)
            done = self._keep(native, "_options", before, changed)

    @property
    def source(self) -> _native.Video:
        """The description of the input. A Video with other color or HDR metadata may be assigned
        while the stream runs."""
        return self._source

    @source.setter
    def source(self, source: _native.Video) -> None:
        done = False
        while not done:
            native, before = self._native, self._source
            if native is not None:
                native.set_source(source)
            done = self._keep(native, "_source", before, source)

    @property
    def output(self) -> _native.Video:
        """The description of the output. Raises ArgumentError before the first frame."""
        return self._running().output

    @property
    def batch(self) -> int:
        """The preferred number of frames per call. Raises ArgumentError before the first frame."""
        return self._running().batch

    @property
    def passthrough(self) -> bool:
        """Whether the output picture equals the input. Raises ArgumentError before the first
        frame."""
        return self._running().passthrough

    @property
    def light(self) -> tuple[float, float]:
        """MaxCLL and MaxFALL of all frames so far, in cd/m2. Both are 0 (unknown) if the output is
        not PQ. Waits for the device. Raises ArgumentError before the first frame."""
        return self._running().light

    def read_script(self) -> None:
        """Reads the file of the option `script` again. Raises the errors of Filter."""
        self._running().read_script()

    def reset(self) -> None:
        """Discards the statistics of all frames so far, for example after a seek."""
        if self._native is not None:
            self._native.reset()

    def finish(self) -> None:
        """Ends the stream, and completes the stats_file if the filter writes one. Raises
        FileError."""
        if self._native is not None:
            self._native.finish()

    def __enter__(self) -> Filter:
        return self

    def __exit__(self, kind: Any, *_: Any) -> None:
        if kind is None:
            self.finish()

    def _picture(self, frame: Any) -> _native.Picture:
        return _native.Picture(frame, self._source, self._layout, False)

    def _first_of(self, waiting: deque[Any]) -> Any:
        result = self(waiting[0])
        waiting.popleft()
        return result

    def _running(self) -> _native.NativeFilter:
        if self._native is None:
            raise ArgumentError("the filter has seen no frame yet")
        return self._native

    def _started(self, picture: _native.Picture, frame: Any) -> _native.NativeFilter:
        with self._lock:
            if self._native is None:
                stream = stream_number(self._stream, frame) if picture.on_device else 0
                self._native = _native.NativeFilter(self._options, self._source, picture, stream)
            return self._native

    def _keep(self, native: _native.NativeFilter | None, name: str, before: Any,
              changed: Any) -> bool:
        """Stores the changed value of the attribute `name`. Returns False if another thread has
        started the filter or changed the attribute since `native` and `before` were read."""
        with self._lock:
            same = self._native is native and getattr(self, name) is before
            if same:
                setattr(self, name, changed)
            return same

    def _forget(self, first: int, count: int) -> None:
        """Releases the frame numbers of a failed call, so that the next frames get these numbers.
        Does nothing if later frames already have numbers."""
        with self._lock:
            if self._mapped == first + count:
                self._mapped = first

    @staticmethod
    def _empty(native: _native.NativeFilter, picture: _native.Picture, frame: Any) -> Any:
        arrays = [empty_like(frame, *array) for array in native.output_arrays(picture)]
        return arrays[0] if native.output_is_array else arrays

    def _times(self, count: int, first: int, time: Any, timestamp: Any,
               scene_peak: float) -> _native.FrameTimes:
        numbers = range(first, first + count)
        if timestamp is None:
            timestamp = list(numbers)
        if time is None:
            rate = self._frame_rate
            time = [n / rate if rate else float("nan") for n in numbers]
        timestamps = [index(t) for t in _listed(timestamp)]
        for t in timestamps:
            if not -2**63 <= t < 2**63:
                raise ArgumentError(f"timestamp={t}: allowed are integers of 64 bits")
        return _native.FrameTimes([float(t) for t in _listed(time)], timestamps, scene_peak)
