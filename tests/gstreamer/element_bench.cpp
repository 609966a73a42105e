// SPDX-License-Identifier: BSD-2-Clause
// Measures how much slower the GStreamer element is than direct calls of the library. The two run
// alternately.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>

#include "tests/gstreamer/picture_buffer.h"
#include "tests/support/api_stream.h"

namespace tonelift {
namespace {

struct Spent {
    double seconds = 0;
    double cpu = 0;

    Spent& operator+=(const Spent& other) {
        seconds += other.seconds;
        cpu += other.cpu;
        return *this;
    }
};

Spent spent_by(const auto& work) {
    const auto start = std::chrono::steady_clock::now();
    const std::clock_t cpu = std::clock();
    work();
    const auto end = std::chrono::steady_clock::now();
    return {std::chrono::duration<double>(end - start).count(),
            static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC};
}

class Bench {
  public:
    Bench(int width, int height, int frames) : frames_(frames), in_(hdr10_of_caps(width, height)) {
        source_.fill_legal(1);
        element_.set_input(video_caps("I420_10LE", width, height, "bt2100-pq"));
        buffer_ = from_pool(buffer_of(source_));
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
    BufferHandle from_pool(BufferHandle buffer) {
        BufferHandle copy(
            gst_harness_create_buffer(element_.harness(), gst_buffer_get_size(buffer.get())));
        GstMapInfo map;
        gst_buffer_map(buffer.get(), &map, GST_MAP_READ);
        gst_buffer_fill(copy.get(), 0, map.data, map.size);
        gst_buffer_unmap(buffer.get(), &map);
        return copy;
    }

    int frames_;
    int next_ = 0;
    tonelift_options options_ = default_options();
    tonelift_video in_;
    tonelift_video out_ = output_of(options_, in_);
    FilterHandle filter_ = make_filter(options_, in_, out_);
    TestPicture source_ = picture_for(in_, Pitch::aligned);
    TestPicture target_ = picture_for(out_, Pitch::aligned);
    BufferHandle buffer_;
    Element element_;
};

double at_share(std::vector<double>& values, double share) {
    std::sort(values.begin(), values.end());
    return values[static_cast<size_t>(share * static_cast<double>(values.size() - 1))];
}

void print(const char* of, std::vector<double>& ratios) {
    std::printf("  %-28s %8.3f %8.3f .. %.3f\n", of, at_share(ratios, 0.5), at_share(ratios, 0.25),
                at_share(ratios, 0.75));
}

void run(int width, int height, int rounds, int frames) {
    Bench bench(width, height, frames);
    std::vector<double> seconds, cpu;
    Spent all_direct, all_element;
    bench.direct();
    bench.element();
    for (int i = 0; i < rounds; ++i) {
        Spent direct = bench.direct();
        Spent element = bench.element();
        element += bench.element();
        direct += bench.direct();
        seconds.push_back(direct.seconds / element.seconds);
        cpu.push_back(direct.cpu / element.cpu);
        all_direct += direct;
        all_element += element;
    }
    const int count = 2 * rounds * frames;
    std::printf("%dx%d, ms of CPU time a frame: %.3f directly, %.3f by the element\n", width,
                height, 1000 * all_direct.cpu / count, 1000 * all_element.cpu / count);
    print("speed, directly = 1", seconds);
    print("CPU time, directly = 1", cpu);
}

int number_from(const char* variable, int otherwise) {
    const char* text = std::getenv(variable);
    return text != nullptr ? std::atoi(text) : otherwise;
}

}  // namespace
}  // namespace tonelift

int main(int argc, char** argv) {
    gst_init(&argc, &argv);
    const int rounds = tonelift::number_from("ROUNDS", 24);
    std::printf("%-30s %8s %8s\n", "PQ 10 bit to SDR 8 bit", "median", "quartiles");
    tonelift::run(1920, 1080, rounds, tonelift::number_from("FRAMES", 3));
    tonelift::run(640, 360, rounds, tonelift::number_from("FRAMES", 27));
    return 0;
}
