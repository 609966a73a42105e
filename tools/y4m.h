// SPDX-License-Identifier: BSD-2-Clause
//
// YUV4MPEG2, the format of uncompressed video in pipes: a line of text about the stream, then for
// each frame a line and its planes, as FFmpeg, x264 and VapourSynth write it.
#pragma once

#include <tonelift/frame.h>

#include <cstdio>
#include <string>
#include <vector>

namespace tonelift {

struct Y4mStream {
    tonelift_video video;
    int rate_numerator = 0;  // frames per second; 0: unknown
    int rate_denominator = 1;
    std::string other;  // tags that are copied: " Ip A1:1"
};

// The planes of one frame, each row after the other, without gaps.
class Y4mFrame {
  public:
    explicit Y4mFrame(const tonelift_video& video);
    std::vector<char>& bytes() { return bytes_; }
    const std::vector<char>& bytes() const { return bytes_; }
    // The frame in bytes() as a frame of the library.
    tonelift_frame planes();

  private:
    struct Plane {
        size_t first;
        ptrdiff_t pitch;
    };
    std::vector<Plane> planes_;
    std::vector<char> bytes_;
};

// Reads the header. Throws Error (io) if the file is no YUV4MPEG2, Error (unsupported) for a layout
// that the library does not support.
Y4mStream read_y4m_header(std::FILE* file);

// Reads a frame; false at the end of the stream. Throws Error (io) if it ends within a frame, or
// cannot be read.
bool read_y4m_frame(std::FILE* file, Y4mFrame* frame);

// The header with its newline. Throws Error (unsupported) for a format that YUV4MPEG2 has no name
// for.
std::string y4m_header(const Y4mStream& stream);

// Throw Error (io) if the file cannot be written.
void write_y4m(std::FILE* file, const std::string& header);
void write_y4m_frame(std::FILE* file, const Y4mFrame& frame);

}  // namespace tonelift
