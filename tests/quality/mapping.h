// SPDX-License-Identifier: BSD-2-Clause
//
// Maps pictures with the library through its public API only.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tests/quality/light.h"

namespace quality {

// The output picture: full-range BT.709 codes, or PQ codes of BT.2020, in [0, 1].
struct Output {
    int width = 0;
    int height = 0;
    std::vector<Color> codes;
    bool pq = false;

    const Color& at(int x, int y) const;
    // Returns BT.709 luma as an 8-bit code, not rounded.
    double luma(int x, int y) const;
    // Returns the light that a screen shows, in linear BT.2020; white of BT.1886 is 203 cd/m2.
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
    // transfer of an HDR input (H.273): 16 is PQ, 18 HLG, 8 linear light in floats with 1.0 = 203
    // cd/m2
    int transfer = 16;
    int bits = 16;  // bits of the input samples unless linear: 8, 10 or 16
};

// Maps a still or a sequence: frame(n) returns frame n in [0, count), and seen(n, output) gets each
// output in order. The input is PQ and BT.2020 in 16-bit RGB unless the mapping says otherwise. If
// the library fails, the test fails and the output is empty.
Output map(const Light& picture, const Mapping& mapping = {});
void map_sequence(int count, const std::function<Light(int)>& frame,
                  const std::function<void(int, const Output&)>& seen, const Mapping& mapping = {});

// gbr16_of(): converts a picture to 16-bit planes G, B and R in PQ or, for SDR, in BT.1886.
// output_of_gbr(): returns the output for planes of codes in [0, 1].
std::vector<uint16_t> gbr16_of(const Light& picture, bool sdr = false);
Output output_of_gbr(int width, int height, const std::vector<double>& samples);

// Returns the options for all mappings of this run, "name=value:name=value", from
// TONELIFT_QUALITY_OPTIONS. With such options the figures are printed and not judged.
const char* options_of_run();

}  // namespace quality
