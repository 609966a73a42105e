// SPDX-License-Identifier: BSD-2-Clause
#include "tools/progress.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

namespace tonelift {

Progress::Progress() : shown_(isatty(STDERR_FILENO) != 0) {}

void Progress::frames(size_t count) {
    frames_ += count;
    const Clock::time_point now = Clock::now();
    if (!shown_ || now - last_ < std::chrono::milliseconds(200)) return;
    show(" ");
    last_ = now;
}

void Progress::end(const tonelift_video& video, bool json) const {
    if (shown_) show("\n");
    if (!json) return;
    std::fprintf(stderr,
                 "{\"frames\": %zu, \"seconds\": %.3f, \"fps\": %.3f, \"width\": %d, "
                 "\"height\": %d, \"format\": \"%s\"}\n",
                 frames_, seconds(), rate(), video.width, video.height,
                 tonelift_format_name(video.format));
}

double Progress::rate() const { return static_cast<double>(frames_) / std::max(seconds(), 1e-9); }

void Progress::show(const char* end) const {
    std::fprintf(stderr, "\r%zu frames, %.1f per second%s", frames_, rate(), end);
}

}  // namespace tonelift
