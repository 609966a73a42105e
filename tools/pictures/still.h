// SPDX-License-Identifier: BSD-2-Clause
//
// Reads still pictures from files as frames of libtonelift, and writes such frames to files. A
// frame keeps the color of its file.
#pragma once

#include <tonelift/tonelift.h>

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tools/frame_memory.h"
#include "tools/pictures/metadata.h"

namespace tonelift {

struct GainMap;

struct Still {
    // Allocates the frame. Throws Error (argument) for a size that libtonelift does not support.
    explicit Still(const tonelift_video& description);

    tonelift_video video;  // color is unspecified if the file does not state it
    FrameMemory frame;
    double pixel_aspect = 1;  // width / height of a pixel
    double density = 0;       // pixels per inch along a row, or 0 if unknown
    StillMetadata metadata;
    // Gain map from this rendition to another one, or nullptr if the file has no usable gain map.
    std::shared_ptr<const GainMap> gain_map;
    // Messages about content of the file that was left out or changed.
    std::vector<std::string> notes;
};

// Describes a full-range RGB or gray picture of unspecified color.
tonelift_video still_video(const char* format, int64_t width, int64_t height);

struct StillOptions {
    int quality;  // 1 to 100, for lossy compression
    int gain_map_quality = 90;
    int effort = 0;  // 1 (fast) to 9 (small files), or 0 for the default
};

// A file format of pictures. read() and write() throw Error (io) for files that cannot be read or
// written, and Error (unsupported) for unsupported features.
struct StillKind {
    const char* name;
    std::vector<std::string_view> endings = {};  // file name extensions in lower case
    // Returns whether a file is of this kind. `begin` has the first bytes of the file, at most 64.
    bool (*recognizes)(std::string_view begin);
    Still (*read)(const std::string& file);
    void (*write)(const std::string& file, const Still& still,
                  const StillOptions& options) = nullptr;  // null if this kind is only read
    std::vector<std::string_view> formats = {};  // pixel formats for write, in order of preference
    bool hdr = false;
    bool linear = false;  // files store only linear light
    bool aspect = false;
    StillNotes notes = {};  // kinds of metadata that write accepts
    bool gain_map = false;
    bool premultiplied = false;       // files store colors multiplied by alpha
    const char* gain_map_needs = "";  // library that this build lacks for gain maps, or empty
};

// Returns all supported kinds of files. The list is empty in a build without the option `stills`.
std::span<const StillKind> still_kinds();

std::string readable_stills();

// Returns the first bytes of a file, or an empty string if it is not a regular file. Throws Error
// (io) if the file cannot be opened.
std::string beginning_of(const std::string& file);

// Returns a sentence that names a program for converting the file, if its kind is known but not
// read. Otherwise returns an empty string.
std::string unread_kind(std::string_view begin);

std::string unreadable_still(std::string_view begin);

// Calls kind.read(). Each error begins with the name of the file. Throws Error (unsupported) for a
// picture of a size that libtonelift does not support.
Still read_still(const StillKind& kind, const std::string& file);

const StillKind* kind_of_content(const std::string& file);
const StillKind* kind_of_name(std::string_view file);

}  // namespace tonelift
