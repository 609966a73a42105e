// SPDX-License-Identifier: BSD-2-Clause
//
// Maps pictures through the public API of the library, and nothing else.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tests/quality/light.h"

namespace quality {

// The output picture. Its codes are in [0, 1]: full-range BT.709, or PQ with BT.2020.
struct Output {
    int width = 0;
    int height = 0;
    std::vector<Color> codes;
    bool pq = false;

    const Color& at(int x, int y) const;
    // Returns the luma of BT.709 as an 8-bit code, without rounding.
    double luma(int x, int y) const;
    // Returns the light of a screen in linear BT.2020. For SDR it is a BT.1886 screen with a white
    // of 203 cd/m2.
    Color light(int x, int y) const;
};

struct Mapping {
    const char* format = "gbrp16le";  // format of the output; "gbrp" for 8 bits
    int dithering = 1;
    double frames_per_second = 24;
    double max_cll = 0;        // MaxCLL of the stream in cd/m2; 0: untagged
    std::string options = {};  // "name=value:name=value", set before the options of the run
    bool sdr = false;          // input is BT.709 with white at 203 cd/m2, instead of PQ
    bool to_pq = false;        // output is PQ
    // Transfer function of an HDR input (H.273). 16 is PQ, 18 is HLG, and 8 is linear light in
    // floats, where 1.0 is 203 cd/m2.
    int transfer = 16;
    int bits = 16;  // bits of the input samples unless linear: 8, 10 or 16
};

// Map a picture, or the frames 0 to count - 1 of a sequence. `frame` returns a frame, and `seen`
// receives each output in order. Unless the mapping states otherwise, the input is 16-bit RGB with
// PQ and BT.2020. If the library fails, the test fails and the output is empty.
Output map(const Light& picture, const Mapping& mapping = {});
void map_sequence(int count, const std::function<Light(int)>& frame,
                  const std::function<void(int, const Output&)>& seen, const Mapping& mapping = {});

// gbr16_of() converts a picture to 16-bit planes G, B and R, in PQ or, for SDR, in BT.1886.
// output_of_gbr() converts planes of codes in [0, 1] to an output.
std::vector<uint16_t> gbr16_of(const Light& picture, bool sdr = false);
Output output_of_gbr(int width, int height, const std::vector<double>& samples);

// Returns the text of TONELIFT_QUALITY_OPTIONS, "name=value:name=value". These options apply to all
// mappings. If there are any, figures are printed but not judged.
const char* options_of_run();

}  // namespace quality
