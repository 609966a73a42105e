// SPDX-License-Identifier: BSD-2-Clause
//
// Reads one picture of a JPEG file, which may have several pictures.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "tools/pictures/statements.h"
#include "tools/pictures/still.h"

namespace tonelift {

struct JpegPicture {
    Still still;
    Statements stated;
    std::vector<uint8_t> gain_map;  // content of the ISO 21496-1 marker
    size_t size;                    // bytes up to the end of the picture
    std::string damage;             // fault of a file that viewers show nevertheless; "": none
};

// Reads the picture at the start of the bytes. Throws Error (io) with the name of the file for
// bytes that are no picture, or are truncated.
JpegPicture read_jpeg(const std::string& name, std::span<const uint8_t> bytes);

}  // namespace tonelift
