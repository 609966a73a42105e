# SPDX-License-Identifier: BSD-2-Clause
"""Describes a film by the timestamps of its frames and key frames, and cuts it into pieces."""

import bisect
from fractions import Fraction

# Minimum number of frames in a piece. x265 with B frames writes uninitialized decoding times for
# shorter streams.
FEWEST_FRAMES = 3


class Film:
    """A film. Its timestamps are in units of time_base, sorted in presentation order."""

    def __init__(self, time_base, start_time, width, height, frames, keys):
        self.time_base = Fraction(time_base)
        self.start_time = Fraction(start_time)
        self.width, self.height = width, height
        self.frames = frames
        self.keys = keys

    def seconds(self, pts):
        return pts * self.time_base

    def shift(self):
        """Returns the number of seconds to add to all timestamps, so that none is negative."""
        first = self.seconds(self.frames[0])
        return -min(first, self.start_time) if first < 0 else Fraction(0)

    def shifted(self):
        return ["-output_ts_offset", f"{float(self.shift()):.6f}"]

    def frame_at(self, pts):
        return bisect.bisect_left(self.frames, pts)

    def seek_time(self, pts):
        """Returns the time in seconds at which to start decoding for the frame at pts, or None for
        the beginning. Starts at the second to last key frame up to pts, because FFmpeg drops the
        leading frames of an open group of pictures after a seek."""
        at = bisect.bisect_right(self.keys, pts) - 2
        if at < 0:
            return None
        return max(Fraction(0), self.seconds(self.keys[at]) + Fraction(1, 1000) - self.start_time)

    def cuts(self, length):
        """Returns the index of the first frame of each piece. Pieces last about `length` seconds. A
        piece begins at a key frame, unless the next key frame is more than `length` later than
        wanted."""
        cuts, begin = [0], self.frames[0]
        while True:
            wanted = begin + length / self.time_base
            at = bisect.bisect_left(self.keys, wanted)
            late = at == len(self.keys) or self.keys[at] > wanted + length / self.time_base
            number = self.frame_at(wanted if late else self.keys[at])
            number = max(number, cuts[-1] + FEWEST_FRAMES)
            if number > len(self.frames) - FEWEST_FRAMES:
                return cuts
            cuts.append(number)
            begin = self.frames[number]
