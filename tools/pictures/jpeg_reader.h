// SPDX-License-Identifier: BSD-2-Clause
//
// Reads one picture of a JPEG file, which can contain several pictures.
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
    std::vector<uint8_t> gain_map;  // content of the ISO 21496-1 marker, or empty
    size_t size;                    // size of the picture in the file, in bytes
    std::string damage;             // first warning of libjpeg, or ""; viewers show such a file
};

// Reads the picture at the start of the bytes. Throws Error (io) if it cannot be read.
JpegPicture read_jpeg(const std::string& name, std::span<const uint8_t> bytes);

}  // namespace tonelift
