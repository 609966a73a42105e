// SPDX-License-Identifier: BSD-2-Clause
#include "core/graph/core_name.h"

namespace tonelift {

std::string core_name(const Core& core) {
    static const char* const scans[] = {"recursive edge", "recursive gauss", "global smooth",
                                        "cumulative sum"};
    static const char* const resamples[] = {"downsample", "upsample", "joint upsample",
                                            "flip x",     "flip y",   "transpose"};
    if (const auto* scan = std::get_if<Scan>(&core)) {
        return std::string(scans[static_cast<size_t>(scan->kind)]) +
               (scan->axis == Axis::x ? " x" : " y");
    }
    if (const auto* stencil = std::get_if<Stencil>(&core)) return stencil_info(stencil->kind).title;
    if (std::holds_alternative<Gather>(core)) return "gather";
    return resamples[static_cast<size_t>(std::get<Resample>(core).kind)];
}

}  // namespace tonelift
