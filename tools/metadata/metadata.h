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
    double target = 0;  // peak of the single screen for HDR10+ in cd/m2, or 0 for several screens
    // Names of the files. If a name is empty, that file is not written.
    std::string hdr10plus;
    std::string dolby_vision;
    std::string st2094_50;
};

// Writes either all requested files or none.
void write_metadata(const MetadataRequest& request);

}  // namespace tonelift
