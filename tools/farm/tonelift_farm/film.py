# SPDX-License-Identifier: BSD-2-Clause
"""The frames of a film by their timestamps, its key frames, and where it is cut."""

import bisect
from fractions import Fraction

# An encoder is given at least so many frames: x265 with B frames knows its delay from the third one on,
# and gives a stream that ends before decoding times that are not initialized.
FEWEST_FRAMES = 3


class Film:
    """Timestamps are in units of time_base, in the order of presentation."""

    def __init__(self, time_base, start_time, width, height, frames, keys):
        self.time_base = Fraction(time_base)
        self.start_time = Fraction(start_time)  # of the container, seconds
        self.width, self.height = width, height
        self.frames = frames
        self.keys = keys

    def seconds(self, pts):
        return pts * self.time_base

    def frame_at(self, pts):
        """Number of the first frame at pts or behind it."""
        return bisect.bisect_left(self.frames, pts)

    def seek_time(self, pts):
        """The place to seek to so that the frame at pts is decoded right: the key frame before the one at
        or before it, for a seek to an open group of pictures loses the frames that lead it. None:
        from the beginning."""
        at = bisect.bisect_right(self.keys, pts) - 2
        if at < 0:
            return None
        return max(Fraction(0), self.seconds(self.keys[at]) + Fraction(1, 1000) - self.start_time)

    def cuts(self, length):
        """Frame numbers where pieces of about `length` seconds begin: at key frames, or anywhere if
        none comes in time."""
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
