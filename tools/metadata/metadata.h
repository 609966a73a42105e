// SPDX-License-Identifier: BSD-2-Clause
//
// The command `tonelift metadata`: writes dynamic metadata of a film, made from its statistics file
// (docs/reference/metadata.md).
#pragma once

#include <string>

namespace tonelift {

struct MetadataRequest {
    std::string statistics;
    std::string preset = "faithful";
    char profile = 'b';
    double target = 0;  // peak of the single screen that HDR10+ is fitted for, cd/m2; 0: several
    // A file without a name is not written.
    std::string hdr10plus;
    std::string dolby_vision;
    std::string st2094_50;
};

// Writes either all requested files or none. Throws Error (io) for unusable statistics and for
// files that cannot be written, and Error (argument) for an unknown preset.
void write_metadata(const MetadataRequest& request);

}  // namespace tonelift
