// SPDX-License-Identifier: BSD-2-Clause
#include "tools/progress.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "tools/counted.h"

namespace tonelift {
namespace {

constexpr const char* clear_line = "\r\033[K";

bool is_terminal() { return isatty(STDERR_FILENO) != 0; }

}  // namespace

void print_message(const std::string& text) {
    std::fprintf(stderr, "%stonelift: %s\n", is_terminal() ? clear_line : "", text.c_str());
}

Progress::Progress() : shown_(is_terminal()) {}

Progress::~Progress() {
    if (staged_) std::fputs(clear_line, stderr);
}

void Progress::stage(const std::string& text) {
    if (shown_) std::fprintf(stderr, "%s%s ", clear_line, text.c_str());
    staged_ = shown_;
}

void Progress::frames(size_t count) {
    frames_ += count;
    const Clock::time_point now = Clock::now();
    if (!shown_ || now - last_ < std::chrono::milliseconds(200)) return;
    show(" ");
    last_ = now;
}

void Progress::end(const tonelift_video& video, bool json) {
    if (shown_) show("\n");
    staged_ = false;
    if (!json) return;
    std::fprintf(stderr,
                 "{\"frames\": %zu, \"seconds\": %.3f, \"fps\": %.3f, \"width\": %d, "
                 "\"height\": %d, \"format\": \"%s\"}\n",
                 frames_, seconds(), rate(), video.width, video.height,
                 tonelift_format_name(video.format));
}

double Progress::rate() const { return static_cast<double>(frames_) / std::max(seconds(), 1e-9); }

void Progress::show(const char* end) const {
    std::fprintf(stderr, "%s%s, %.1f per second%s", clear_line, counted(frames_, "frame").c_str(),
                 rate(), end);
}

}  // namespace tonelift
