// SPDX-License-Identifier: BSD-2-Clause
// Maps pictures, using only the public API of the library.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tests/quality/light.h"

namespace quality {

struct Output {
    int width = 0;
    int height = 0;
    std::vector<Color> codes;
    bool pq = false;

    const Color& at(int x, int y) const;
    double luma(int x, int y) const;
    Color light(int x, int y) const;
};

struct Mapping {
    const char* format = "gbrp16le";
    int dithering = 1;
    double frames_per_second = 24;
    double max_cll = 0;
    std::string options = {};  // "name=value:name=value", set before options_of_run()
    bool sdr = false;
    bool to_pq = false;
    // Code point of the transfer function (ITU-T H.273): 16 is PQ, 18 is HLG, and 8 is linear
    // light.
    int transfer = 16;
    int bits = 16;
};

// Maps one picture. If the library fails, the test fails and the output is empty.
Output map(const Light& picture, const Mapping& mapping = {});
void map_sequence(int count, const std::function<Light(int)>& frame,
                  const std::function<void(int, const Output&)>& seen, const Mapping& mapping = {});

std::vector<uint16_t> gbr16_of(const Light& picture, bool sdr = false);
Output output_of_gbr(int width, int height, const std::vector<double>& samples);

// Returns the environment variable TONELIFT_QUALITY_OPTIONS, "name=value:name=value", or an empty
// string if it is not set. If it is set, the tests print their figures, but no figure fails a test.
const char* options_of_run();

}  // namespace quality
