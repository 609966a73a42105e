// SPDX-License-Identifier: BSD-2-Clause
//
// What the element costs beside the library called directly: the same 1080p PQ frames through both,
// in turns; the best turn of each counts. scripts/bench runs it.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <limits>

#include "tests/gstreamer/picture_buffer.h"
#include "tests/support/api_stream.h"

namespace tonelift {
namespace {

constexpr int width = 1920, height = 1080;

// Seconds that a turn took, and the CPU time of all threads in it.
struct Spent {
    double seconds = std::numeric_limits<double>::infinity();
    double cpu = std::numeric_limits<double>::infinity();
};

Spent spent_by(const auto& work) {
    const auto start = std::chrono::steady_clock::now();
    const std::clock_t cpu = std::clock();
    work();
    const auto end = std::chrono::steady_clock::now();
    return {std::chrono::duration<double>(end - start).count(),
            static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC};
}

Spent best_of(const Spent& a, const Spent& b) {
    return {std::min(a.seconds, b.seconds), std::min(a.cpu, b.cpu)};
}

class Bench {
  public:
    explicit Bench(int frames) : frames_(frames) {
        source_.fill_legal(1);
        buffer_ = buffer_of(source_);
        element_.set_input(video_caps("I420_10LE", width, height, "bt2100-pq"));
    }

    Spent direct() {
        return spent_by([&] {
            for (int i = 0; i < frames_; ++i) {
                const tonelift_frame from = frame_of(source_, next_++ / 25.0);
                tonelift_frame to = frame_of(target_, 0);
                tonelift_filter_process(filter_.get(), &from, &to, 1);
            }
        });
    }
    Spent element() {
        return spent_by([&] {
            for (int i = 0; i < frames_; ++i) {
                element_.push(BufferHandle(gst_buffer_copy(buffer_.get())), next_++);
                element_.pull();
            }
        });
    }

  private:
    int frames_;
    int next_ = 0;
    tonelift_options options_ = default_options();
    tonelift_video in_ = hdr10_video(TONELIFT_FORMAT_YUV420P10, width, height);
    tonelift_video out_ = output_of(options_, in_);
    FilterHandle filter_ = make_filter(options_, in_, out_);
    TestPicture source_ = picture_for(in_), target_ = picture_for(out_);
    BufferHandle buffer_;
    Element element_;
};

void print(const char* name, const Spent& spent, const Spent& reference, int frames) {
    std::printf("%-30s %8.1f %8.3f %14.2f %8.3f\n", name, frames / spent.seconds,
                reference.seconds / spent.seconds, 1000 * spent.cpu / frames,
                reference.cpu / spent.cpu);
}

void run(int rounds, int frames) {
    Bench bench(frames);
    Spent direct, element;
    bench.direct();
    bench.element();
    for (int i = 0; i < rounds; ++i) {
        direct = best_of(direct, bench.direct());
        element = best_of(element, bench.element());
    }
    std::printf("%-30s %8s %8s %14s %8s\n", "1080p PQ 10 bit to SDR 8 bit", "fps", "ratio",
                "CPU ms/frame", "ratio");
    print("the library called directly", direct, direct, frames);
    print("the GStreamer element", element, direct, frames);
}

int number_from(const char* variable, int otherwise) {
    const char* text = std::getenv(variable);
    return text != nullptr ? std::atoi(text) : otherwise;
}

}  // namespace
}  // namespace tonelift

int main(int argc, char** argv) {
    gst_init(&argc, &argv);
    tonelift::run(tonelift::number_from("ROUNDS", 8), tonelift::number_from("FRAMES", 12));
    return 0;
}
