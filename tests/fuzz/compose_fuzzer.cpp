// SPDX-License-Identifier: BSD-2-Clause
// Merges the two layers of Dolby Vision profile 7, with any metadata and samples. No access may be
// outside of the frames.
#include <fuzzer/FuzzedDataProvider.h>
#include <tonelift/enhancement_layer.h>

#include <algorithm>
#include <string>

#include "kernels/format.h"
#include "tests/fuzz/fuzz_frame.h"
#include "tests/fuzz/fuzz_metadata.h"
#include "tests/fuzz/require.h"

namespace {

using namespace tonelift;

tonelift_enhancement some_metadata(FuzzedDataProvider& data) {
    tonelift_enhancement metadata;
    tonelift_enhancement_default(&metadata);
    metadata.fraction_bits = data.ConsumeIntegralInRange<int>(15, 23);
    metadata.has_residual = data.ConsumeBool();
    for (int i = 0; i < 3; ++i) {
        tonelift_reshaping& component = metadata.component[i];
        component.mmr_order[0] = i > 0 ? data.ConsumeIntegralInRange<int>(0, 3) : 0;
        for (auto& row : component.mmr_factor[0])
            for (double& factor : row)
                factor = data.ConsumeFloatingPointInRange<double>(-4096, 4096);
        metadata.offset[i] = data.ConsumeIntegralInRange<int>(0, 1023);
        metadata.largest[i] = data.ConsumeProbability<double>();
        metadata.slope[i] = 16 * data.ConsumeProbability<double>();
        metadata.threshold[i] = data.ConsumeProbability<double>();
    }
    if (data.ConsumeBool()) spoil(data, metadata);
    return metadata;
}

FuzzFrame some_layer(FuzzedDataProvider& data, int width, int height, const char* format) {
    return FuzzFrame({find_format(format), width, height}, data.ConsumeIntegral<uint32_t>());
}

tonelift_frame frame_of(FuzzFrame& layer) {
    const FramePlanes planes = layer.planes();
    tonelift_frame frame;
    tonelift_frame_default(&frame);
    for (size_t i = 0; i < 3; ++i) {
        frame.data[i] = planes.data[i];
        frame.pitch[i] = planes.pitch[i];
    }
    return frame;
}

void check_codes(FuzzFrame& out, int width, int height) {
    constexpr uint16_t highest = 4095;
    const FramePlanes planes = out.planes();
    for (size_t i = 0; i < 3; ++i) {
        const int samples = i == 0 ? width * height : width * height / 4;
        const auto* codes = reinterpret_cast<const uint16_t*>(planes.data[i]);
        require(std::all_of(codes, codes + samples, [](uint16_t code) { return code <= highest; }));
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
    FuzzedDataProvider data(bytes, size);
    const tonelift_enhancement metadata = some_metadata(data);
    const int width = 2 * data.ConsumeIntegralInRange<int>(1, 40);
    const int height = 2 * data.ConsumeIntegralInRange<int>(1, 40);
    const bool is_half = data.ConsumeBool();
    const auto part = [&](int whole) { return is_half ? tonelift_enhancement_half(whole) : whole; };
    FuzzFrame base = some_layer(data, width, height, "yuv420p10le");
    FuzzFrame layer = some_layer(data, part(width), part(height), "yuv420p10le");
    FuzzFrame out({find_format("yuv420p12le"), width, height}, 0);
    const FuzzFrame untouched = out;
    std::string message;
    const tonelift_log log{sizeof log, &message,
                           [](void* text, tonelift_log_level, const char* said) {
                               *static_cast<std::string*>(text) = said;
                           }};
    const tonelift_frame from = frame_of(base), beside = frame_of(layer), to = frame_of(out);
    if (tonelift_compose(&metadata, width, height, &from, &beside, is_half, &to, &log) ==
        TONELIFT_OK) {
        check_codes(out, width, height);
    } else {
        require(!message.empty() && out == untouched);
    }
    return 0;
}
