// SPDX-License-Identifier: BSD-2-Clause
//
// The command `tonelift map`: tone-maps video from a pipe, and still pictures. Files of video need
// FFmpeg or GStreamer, which decode and encode them.
#pragma once

#include <string>
#include <vector>

#include "tools/pictures/gain_map.h"
#include "tools/requested_option.h"

namespace tonelift {

struct MapRequest {
    std::string input = "-";  // a file, or the standard input
    std::string output = "-";
    std::vector<RequestedOption> options;
    bool json = false;
    int quality = 95;             // of a still that is written with loss, 1 to 100
    int effort = 0;               // of png, avif and jxl: 1 (fast) to 9 (small); 0: the usual one
    bool gain_map = true;         // whether the gain map of a still is applied
    GainMapRequest gain_map_out;  // the one that a still is written with
    bool strip = false;           // whether notes of a still, such as Exif, are left out
};

// Maps a still picture, or a YUV4MPEG2 stream to its end. Progress is shown on the standard error
// if that is a terminal; with json a line of figures comes last there. Throws Error. An output that
// is a file appears when it is complete; to a pipe, frames before a fault have been written.
void map_file(const MapRequest& request);

}  // namespace tonelift
