// SPDX-License-Identifier: BSD-2-Clause
//
// The command `tonelift map`: tone-maps video from a pipe, and still pictures. FFmpeg or GStreamer
// must decode and encode video files.
#pragma once

#include <string>
#include <vector>

#include "tools/gain_map_request.h"
#include "tools/requested_option.h"

namespace tonelift {

struct MapRequest {
    std::string input = "-";
    std::string output = "-";
    std::vector<RequestedOption> options;
    bool json = false;
    int quality = 95;  // 1 to 100, for still pictures with lossy compression
    int effort = 0;    // 1 (fast) to 9 (small files), or 0 for the default of the file kind
    bool gain_map = true;
    GainMapRequest gain_map_out;
    bool strip = false;  // leave out the metadata of a still picture, such as Exif
};

// Maps one still picture, or all frames of a YUV4MPEG2 stream.
void map_file(const MapRequest& request);

}  // namespace tonelift
