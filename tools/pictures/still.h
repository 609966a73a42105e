// SPDX-License-Identifier: BSD-2-Clause
//
// Reads still pictures from files as frames of the library, and writes such frames to files. The
// color is that of the file.
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
    // Allocates the frame. Throws Error (argument) for a size that the library does not support.
    explicit Still(const tonelift_video& description);

    tonelift_video video;     // unknown colors are unspecified
    FrameMemory frame;        // alpha is straight
    double pixel_aspect = 1;  // width of a pixel over its height
    StillMetadata metadata;   // metadata of the file that was read, or for the file to write
    // The gain map to another rendition, usually HDR; nullptr without a usable gain map.
    std::shared_ptr<const GainMap> gain_map;
    // Remarks on content of the file that was left out or changed. Sentences without a full stop.
    std::vector<std::string> notes;
};

// Describes full-range RGB or gray of unspecified color.
tonelift_video still_video(const char* format, int64_t width, int64_t height);

// Options of a writer.
struct StillOptions {
    int quality;                // 1 to 100 for lossy files; 100: the lowest possible loss
    int gain_map_quality = 90;  // quality of the gain map, if the still has one
    int effort = 0;             // effort for png, avif and jxl: 1 (fast) to 9 (small); 0: default
};

// A kind of picture file. All functions throw Error (io) for a file that cannot be read or written,
// or that is damaged or truncated. They throw Error (unsupported) for valid files with unsupported
// features.
struct StillKind {
    const char* name;
    std::vector<std::string_view> endings = {};  // file name extensions, in lower case
    bool (*recognizes)(std::string_view begin);  // begin: the first bytes of a file, up to 64
    Still (*read)(const std::string& file);
    void (*write)(const std::string& file, const Still& still,
                  const StillOptions& options) = nullptr;  // null: this kind is only read
    std::vector<std::string_view> formats = {};  // formats that write accepts, by preference
    bool hdr = false;                            // whether it can express PQ and HLG
    bool linear = false;                         // whether it supports linear light only
    bool aspect = false;                         // whether it can express non-square pixels
    StillNotes notes = {};                       // metadata that write accepts
    bool gain_map = false;                       // whether write accepts a gain map
};

// Returns all kinds; empty in a build without the option `stills`.
std::span<const StillKind> still_kinds();

// Returns the names of the readable kinds, for users. In a build without kinds, returns the reason
// why there are none.
std::string readable_stills();

// Returns the first bytes of a file; empty if it is not a regular file. Throws Error (io) if the
// file cannot be opened.
std::string beginning_of(const std::string& file);

// Describes a kind of file that is known but cannot be read, by the first bytes of the file. Names
// a program that converts it, as in "WebP is not read; dwebp makes a PNG of it". Returns "" for
// other files.
std::string unread_kind(std::string_view begin);

// Returns the message for an unsupported file, by its first bytes. The message lists the readable
// kinds, and includes unread_kind().
std::string unreadable_still(std::string_view begin);

// Detects the kind of a file by its content. Returns nullptr for an unknown kind and for a file
// that is not regular. Throws Error (io) if the file cannot be opened.
const StillKind* kind_of_content(const std::string& file);
// Finds the kind of a file by its extension. Returns nullptr for an unknown extension.
const StillKind* kind_of_name(std::string_view file);

}  // namespace tonelift
