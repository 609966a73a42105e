// SPDX-License-Identifier: BSD-2-Clause
//
// Still pictures in files: reading them as frames of the library with the color that the file
// tells, and writing such frames with their color told.
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
    // Allocates the frame. Throws Error (argument) for a size that the library does not take.
    explicit Still(const tonelift_video& description);

    tonelift_video video;     // color that the file does not tell is unspecified
    FrameMemory frame;        // alpha is straight
    double pixel_aspect = 1;  // width of a pixel over its height
    StillMetadata metadata;   // as the file has it; of a still to be written: as it is to have it
    // What makes HDR of the picture, or another rendition; nullptr without one that can be used.
    std::shared_ptr<const GainMap> gain_map;
    // What of the file is left out or was changed, each a sentence without its end.
    std::vector<std::string> notes;
};

// A description of full range RGB, or gray, whose color is unspecified.
tonelift_video still_video(const char* format, int64_t width, int64_t height);

// What a writer has beside the picture.
struct StillOptions {
    int quality;                // 1 to 100 of lossy files; 100: the least loss that the format has
    int gain_map_quality = 90;  // of the gain map, if the still has one
};

// A kind of file. All functions throw Error: io for a file that cannot be read or written, or is
// damaged or cut off; unsupported for what is valid and not handled.
struct StillKind {
    const char* name;
    std::vector<std::string_view> endings;       // of file names, in lower case
    bool (*recognizes)(std::string_view begin);  // the first bytes of a file, up to 64
    Still (*read)(const std::string& file);
    void (*write)(const std::string& file, const Still& still, const StillOptions& options);
    std::vector<std::string_view> formats;  // that write takes, the preferred of equals first
    bool hdr;                               // whether PQ and HLG can be told
    bool linear;                            // whether the light is linear, and is so only
    bool aspect;                            // whether the file can say that pixels are not square
    StillNotes notes;                       // that write takes
    bool gain_map = false;                  // whether write takes a gain map
};

// All kinds; none in a build without the option `stills`.
std::span<const StillKind> still_kinds();

// The names of the kinds that are read, for people; without any, the reason.
std::string readable_stills();

// The first bytes of a file; none of what is no regular file. Throws Error (io) if the file cannot
// be opened.
std::string beginning_of(const std::string& file);

// The message for a file of a kind that is not read, by its first bytes: the kinds that are read,
// and for a known one its name and a program that converts it.
std::string unreadable_still(std::string_view begin);

// The kind of a file by its content; nullptr for an unknown one, and for what is no regular file.
// Throws Error (io) if the file cannot be opened.
const StillKind* kind_of_content(const std::string& file);
// The kind that a file name asks for by its ending; nullptr for an unknown one.
const StillKind* kind_of_name(std::string_view file);

// Throws Error (argument) if both names are of one file, which writing would destroy.
void refuse_one_file(const std::string& input, const std::string& output);

}  // namespace tonelift
