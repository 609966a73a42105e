// SPDX-License-Identifier: BSD-2-Clause
#include "tests/support/stream_plan.h"

#include <unistd.h>

#include <atomic>
#include <filesystem>
#include <fstream>

#include "core/runtime/filter.h"
#include "tests/support/api_stream.h"

namespace tonelift {

Plan stream_plan(tonelift_options options, const tonelift_video& in, tonelift_format format) {
    return live_plan(options, in, format, "");
}

Plan preset_plan(const char* preset) {
    tonelift_options options;
    tonelift_options_default(&options);
    options.preset = preset;
    return stream_plan(options, hdr10_video(TONELIFT_FORMAT_P010, 640, 360), TONELIFT_FORMAT_NV12);
}

Plan live_plan(tonelift_options options, const tonelift_video& in, tonelift_format format,
               const char* set) {
    options.device = "cpu";
    options.threads = 1;
    tonelift_video out;
    tonelift_video_default(&out);
    tonelift_output(&options, &in, &out, nullptr);
    if (format != TONELIFT_FORMAT_NONE) out.format = format;
    Filter filter(options, in, out, tonelift_device{}, Log());
    if (*set != '\0') {
        options.set = set;
        filter.set_options(options);
    }
    Plan plan = filter.plan();
    plan.fit_tolerance = 0;
    plan.precision = plan.means_precision = Precision::full;
    return plan;
}

Plan script_plan(const std::string& text, tonelift_options options, const tonelift_video& in,
                 tonelift_format format) {
    static std::atomic<int> calls{0};
    const std::filesystem::path path =
        std::filesystem::temp_directory_path() /
        ("script_plan_" + std::to_string(getpid()) + "_" + std::to_string(++calls) + ".tl");
    std::ofstream(path) << text;
    options.script = path.c_str();
    const Plan plan = stream_plan(options, in, format);
    std::filesystem::remove(path);
    return plan;
}

}  // namespace tonelift
