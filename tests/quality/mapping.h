// SPDX-License-Identifier: BSD-2-Clause
//
// Pictures through the library, by its public API only.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "tests/quality/light.h"

namespace quality {

// The picture that came out: BT.709 codes, or PQ and BT.2020, full range, in [0, 1].
struct Output {
    int width = 0;
    int height = 0;
    std::vector<Color> codes;
    bool pq = false;

    const Color& at(int x, int y) const;
    // BT.709 luma as an 8-bit code value, not rounded.
    double luma(int x, int y) const;
    // The light that a screen shows, in linear BT.2020; white of BT.1886 is 203 cd/m2.
    Color light(int x, int y) const;
};

struct Mapping {
    const char* format = "gbrp16le";  // of the output; "gbrp" for 8 bits
    int dithering = 1;
    double frames_per_second = 24;
    double max_cll = 0;        // tagged by the stream; 0: untagged
    std::string options = {};  // "name=value:name=value", set before the options of the run
    bool sdr = false;          // the input is BT.709 and not PQ; white is 203 cd/m2
    bool to_pq = false;        // the output is PQ
    // of an HDR input, ITU-T H.273: PQ; 18: HLG; 8: linear light in floats, 1.0 = 203 cd/m2
    int transfer = 16;
    int bits = 16;  // of the samples of an input that is not linear: 8, 10 or 16
};

// Maps a still or a sequence: frame(n) makes frame n in [0, count), seen(n, output) takes each
// output in order. The input is PQ and BT.2020, or BT.709, in RGB of 16 bits unless the mapping
// says otherwise. If the library fails, the test fails and there is no output.
Output map(const Light& picture, const Mapping& mapping = {});
void map_sequence(int count, const std::function<Light(int)>& frame,
                  const std::function<void(int, const Output&)>& seen, const Mapping& mapping = {});

// Converts a picture to planes G, B and R of 16 bits, in PQ or, for SDR, in BT.1886, and planes
// with codes in [0, 1] to light.
std::vector<uint16_t> gbr16_of(const Light& picture, bool sdr = false);
Output output_of_gbr(int width, int height, const std::vector<double>& samples);

// Options for all mappings of this run, "name=value:name=value", from TONELIFT_QUALITY_OPTIONS.
// With such options the figures are printed and not judged.
const char* options_of_run();

}  // namespace quality
