// SPDX-License-Identifier: BSD-2-Clause
//
// Reads and writes YUV4MPEG2, the format of uncompressed video in pipes.
#pragma once

#include <tonelift/frame.h>

#include <cstdio>
#include <string>
#include <string_view>

#include "tools/frame_memory.h"

namespace tonelift {

struct Y4mStream {
    tonelift_video video;
    int rate_numerator = 0;  // frames per second = numerator / denominator; 0 if unknown
    int rate_denominator = 1;
    std::string other;  // tags that are copied to the output, such as " Ip A1:1"
    bool interlaced = false;
};

// Throws Error (io) if the file is not YUV4MPEG2, and Error (unsupported) for a layout that the
// library does not support. reason_for() returns the message for a file that is not YUV4MPEG2. Its
// argument has the first bytes of the file.
Y4mStream read_y4m_header(std::FILE* file, std::string (*reason_for)(std::string_view begin));

// Reads the next frame. Returns false at the end of the stream. Throws Error (io) if the stream
// ends within a frame.
bool read_y4m_frame(std::FILE* file, FrameMemory* frame);

std::string y4m_header(const Y4mStream& stream);

// These functions throw Error (io) if the file cannot be written.
void write_y4m(std::FILE* file, const std::string& header);
void write_y4m_frame(std::FILE* file, const FrameMemory& frame);

}  // namespace tonelift
