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
    std::string damage;             // fault despite which viewers show the file, or ""
};

// Reads the picture at the start of the bytes, or throws Error (io).
JpegPicture read_jpeg(const std::string& name, std::span<const uint8_t> bytes);

}  // namespace tonelift
