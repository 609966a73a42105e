// SPDX-License-Identifier: BSD-2-Clause
//
// The command `tonelift map`: tone-maps video from a pipe, and still pictures. Video files need
// FFmpeg or GStreamer to decode and encode them.
#pragma once

#include <string>
#include <vector>

#include "tools/pictures/gain_map.h"
#include "tools/requested_option.h"

namespace tonelift {

struct MapRequest {
    std::string input = "-";
    std::string output = "-";
    std::vector<RequestedOption> options;
    bool json = false;
    int quality = 95;  // 1 to 100, for lossy stills
    int effort = 0;    // from 1 (fast) to 9 (small files), or 0 for the default
    bool gain_map = true;
    GainMapRequest gain_map_out;
    bool strip = false;  // leave out metadata of a still, such as Exif
};

// Maps a still picture, or a YUV4MPEG2 stream to its end.
void map_file(const MapRequest& request);

}  // namespace tonelift
