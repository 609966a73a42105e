// SPDX-License-Identifier: BSD-2-Clause
// Sets any values in a host's description of a stream. The result must be a complete description of
// the output, or an error.
#include <fuzzer/FuzzedDataProvider.h>
#include <tonelift/tonelift.h>

#include <cmath>
#include <cstdlib>

#include "core/color/describe.h"
#include "core/common/options.h"
#include "kernels/error.h"

namespace {

using namespace tonelift;

tonelift_video some_video(FuzzedDataProvider& data) {
    tonelift_video video;
    tonelift_video_default(&video);
    video.format = static_cast<tonelift_format>(data.ConsumeIntegral<int8_t>());
    video.width = data.ConsumeIntegral<int16_t>();
    video.height = data.ConsumeIntegral<int16_t>();
    for (int* number : {&video.primaries, &video.transfer, &video.matrix, &video.range,
                        &video.dolby_vision_profile, &video.dolby_vision_compatibility})
        *number = data.ConsumeIntegral<int8_t>();
    video.chroma_location = static_cast<tonelift_chroma_location>(data.ConsumeIntegral<int8_t>());
    for (double* nits :
         {&video.mastering_min, &video.mastering_max, &video.max_cll, &video.max_fall})
        *nits = data.ConsumeFloatingPoint<double>();
    return video;
}

tonelift_options some_options(FuzzedDataProvider& data) {
    tonelift_options options = default_options();
    for (int* choice : {&options.transfer, &options.matrix, &options.primaries, &options.range,
                        &options.in_transfer, &options.in_matrix, &options.in_primaries,
                        &options.in_range, &options.apply_dolbyvision})
        *choice = data.ConsumeIntegral<int8_t>();
    options.source_peak = data.ConsumeFloatingPoint<double>();
    options.target_peak = data.ConsumeFloatingPoint<double>();
    return options;
}

void describe(const tonelift_video& video, const tonelift_options& options) {
    try {
        std::string assumed;
        const tonelift_video in = describe_input(video, options, &assumed);
        const tonelift_video out = describe_output(options, in);
        const double peak = source_peak_nits(in, options);
        if (out.width != in.width || out.height != in.height || !std::isfinite(peak)) std::abort();
        target_peak_nits(out, options);
    } catch (const Error& error) {
        if (error.failure() == Failure::internal || *error.what() == '\0') std::abort();
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* bytes, size_t size) {
    FuzzedDataProvider data(bytes, size);
    const tonelift_video video = some_video(data);
    describe(video, some_options(data));
    return 0;
}
