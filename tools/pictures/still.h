// SPDX-License-Identifier: BSD-2-Clause
//
// Reads still pictures from files as frames of the library, and writes such frames to files. A
// frame has the color of its file.
#pragma once

#include <tonelift/tonelift.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/pictures/frame_memory.h"
#include "tools/pictures/metadata.h"

namespace tonelift {

struct GainMap;

struct Still {
    // Throws Error (argument) for a size that the library does not support.
    explicit Still(const tonelift_video& description);

    tonelift_video video;     // unknown colors are unspecified
    FrameMemory frame;        // alpha is straight
    double pixel_aspect = 1;  // width of a pixel over its height
    StillMetadata metadata;
    // Gain map to another rendition, or nullptr without a usable map.
    std::shared_ptr<const GainMap> gain_map;
    // Messages about content of the file that was left out or changed.
    std::vector<std::string> notes;
};

// Returns full-range RGB or gray of unspecified color.
tonelift_video still_video(const char* format, int64_t width, int64_t height);

struct StillOptions {
    int quality;  // from 1 to 100 for lossy files
    int gain_map_quality = 90;
    int effort = 0;  // from 1 (fast) to 9 (small files), or 0 for the default
};

// Functions throw Error (io) for bad files, and Error (unsupported) for unsupported features.
struct StillKind {
    const char* name;
    std::vector<std::string_view> endings = {};  // in lower case
    // `begin` has the first bytes of a file, at most 64.
    bool (*recognizes)(std::string_view begin);
    Still (*read)(const std::string& file);
    void (*write)(const std::string& file, const Still& still,
                  const StillOptions& options) = nullptr;  // null if this kind is only read
    std::vector<std::string_view> formats = {};  // formats that write accepts, by preference
    bool hdr = false;
    bool linear = false;  // supports linear light only
    bool aspect = false;
    StillNotes notes = {};  // metadata that write accepts
    bool gain_map = false;
};

// Returns no kinds in a build without the option `stills`.
std::span<const StillKind> still_kinds();

std::string readable_stills();

// Returns an empty text if the file is not regular. Throws Error (io) if the file cannot be opened.
std::string beginning_of(const std::string& file);

// Names a program that converts an unsupported kind of file, or returns "".
std::string unread_kind(std::string_view begin);

std::string unreadable_still(std::string_view begin);

const StillKind* kind_of_content(const std::string& file);
const StillKind* kind_of_name(std::string_view file);

}  // namespace tonelift
