// SPDX-License-Identifier: BSD-2-Clause
//
// The command `tonelift map`: tone-maps video from a pipe. Files need FFmpeg or GStreamer, which
// decode and encode them.
#pragma once

#include <string>
#include <vector>

#include "tools/requested_option.h"

namespace tonelift {

struct MapRequest {
    std::string input = "-";  // a file, or the standard input
    std::string output = "-";
    std::vector<RequestedOption> options;
    bool json = false;
};

// Maps a YUV4MPEG2 stream to its end. Progress is shown on the standard error if that is a
// terminal; with json a line of figures comes last there. Throws Error; frames before the fault
// have been written.
void map_video(const MapRequest& request);

}  // namespace tonelift
