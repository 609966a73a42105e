// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/frame_check.h"

#include <algorithm>
#include <limits>
#include <string>

#include "kernels/error.h"
#include "kernels/format.h"

namespace tonelift {
namespace {

std::string plane_name(bool output, size_t frame, int plane) {
    return std::string(output ? "output" : "input") + " frame " + std::to_string(frame) +
           ", plane " + std::to_string(plane);
}

const char* fault_of(const void* data, ptrdiff_t pitch, ptrdiff_t row, uintptr_t sample) {
    constexpr ptrdiff_t longest = std::numeric_limits<int32_t>::max();
    if (data == nullptr) return "is missing";
    if (pitch < row && pitch > -row) return "has a pitch that is shorter than a row";
    if (pitch > longest || pitch < -longest) return "has a pitch of more than 2147483647 bytes";
    if (reinterpret_cast<uintptr_t>(data) % sample != 0)
        return "begins at an address that is not a multiple of the sample size";
    if (static_cast<uintptr_t>(pitch) % sample != 0)
        return "has a pitch that is not a multiple of the sample size";
    return nullptr;
}

uintptr_t magnitude(ptrdiff_t pitch) { return static_cast<uintptr_t>(pitch < 0 ? -pitch : pitch); }

}  // namespace

void FrameCheck::check(std::span<const tonelift_frame> in, const tonelift_video& in_video,
                       std::span<const tonelift_frame> out, const tonelift_video& out_video) {
    extents_.clear();
    add(in, in_video, false);
    add(out, out_video, true);
    check_overlaps();
}

void FrameCheck::add(std::span<const tonelift_frame> frames, const tonelift_video& video,
                     bool output) {
    const Format& format = *find_format(video.format);
    const auto sample = static_cast<uintptr_t>(format.alignment());
    for (size_t frame = 0; frame < frames.size(); ++frame) {
        for (int plane = 0; plane < format.planes(); ++plane) {
            const void* data = frames[frame].data[plane];
            const ptrdiff_t pitch = frames[frame].pitch[plane];
            const int row = format.row_bytes(plane, video.width);
            if (const char* fault = fault_of(data, pitch, row, sample)) {
                throw Error(Failure::argument, plane_name(output, frame, plane) + " of " +
                                                   format.ffmpeg + " " + fault + " (row " +
                                                   std::to_string(row) + ", pitch " +
                                                   std::to_string(pitch) + ", sample " +
                                                   std::to_string(sample) + " bytes)");
            }
            const auto rows = static_cast<uintptr_t>(format.plane_height(plane, video.height));
            const uintptr_t step = magnitude(pitch), rest = step * (rows - 1);
            const uintptr_t low = reinterpret_cast<uintptr_t>(data) - (pitch < 0 ? rest : 0);
            const auto bytes = static_cast<uintptr_t>(row);
            extents_.push_back({low, low + rest + bytes, bytes, step, frame, plane, output});
        }
    }
}

// Returns whether two planes must not overlap but do. Rows of planes with the same pitch may
// interleave, as the two fields of an interlaced frame do.
bool FrameCheck::conflict(const Extent& a, const Extent& b) const {
    if (!a.output && !b.output) return false;
    if (a.output != b.output && !one_memory_) return false;
    if (a.pitch != b.pitch) return true;
    const uintptr_t offset = (b.low - a.low) % a.pitch;
    return offset < a.row || offset + b.row > a.pitch;
}

void FrameCheck::check_overlaps() {
    std::sort(extents_.begin(), extents_.end(),
              [](const Extent& a, const Extent& b) { return a.low < b.low; });
    for (auto a = extents_.begin(); a != extents_.end(); ++a) {
        for (auto b = a + 1; b != extents_.end() && b->low < a->high; ++b) {
            if (!conflict(*a, *b)) continue;
            throw Error(Failure::argument,
                        plane_name(a->output, a->frame, a->plane) + ", shares memory with " +
                            plane_name(b->output, b->frame, b->plane) +
                            ": an output must not overlap any other frame of the call");
        }
    }
}

}  // namespace tonelift
