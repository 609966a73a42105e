// SPDX-License-Identifier: BSD-2-Clause
// vulkan_bench [PRESET [DEVICE ...]]: measures the speed of a filter from P010 to NV12 at 4K. The
// default PRESET is natural, and the default DEVICEs are vulkan and cuda.
//
// Prints the frames per second on each device with frames in host memory. For Vulkan, also measures
// frames in Vulkan images, and prints the time of each pass and of the copies.
#include <algorithm>
#include <cstdio>
#include <memory>
#include <vector>

#include "kernels/error.h"
#include "kernels/gpu/host_copy.h"
#include "kernels/gpu/shared_halving.h"
#include "kernels/vulkan/launch/frame_values.h"
#include "kernels/vulkan/launch/pass_recorder.h"
#include "tests/support/api_stream.h"
#include "tests/support/median_seconds.h"
#include "tests/support/stream_plan.h"
#include "tests/vulkan/image_device.h"

namespace tonelift {
namespace {

constexpr int runs = 7;
constexpr size_t frames = 16;
constexpr size_t repeats = 32;
constexpr float source_peak = 1000.0f / 203;

tonelift_video input() { return hdr10_video(TONELIFT_FORMAT_P010, 3840, 2160); }

TestPicture smooth_picture() {
    TestPicture picture = picture_for(input(), Pitch::aligned);
    picture.fill_smooth();
    return picture;
}

tonelift_options options_for(const char* preset, const char* device) {
    tonelift_options options = default_options();
    options.preset = preset;
    options.device = device;
    return options;
}

void measure_filter(const char* preset, const char* device) {
    const tonelift_options options = options_for(preset, device);
    const tonelift_video out = output_of(options, input());
    Messages messages;
    const FilterHandle filter = make_filter(options, input(), out, &messages);
    if (filter == nullptr) {
        std::printf("%-28s %s", device, messages.errors.c_str());
        return;
    }
    const int batch = tonelift_filter_batch(filter.get());
    std::vector<TestPicture> from(static_cast<size_t>(batch), smooth_picture());
    std::vector<TestPicture> to(static_cast<size_t>(batch), picture_for(out));
    std::vector<tonelift_frame> in_frames, out_frames;
    int done = 0;
    const double seconds = median_seconds(runs, [&] {
        in_frames.clear();
        out_frames.clear();
        for (size_t i = 0; i < from.size(); ++i) {
            in_frames.push_back(frame_of(from[i], done++ / 60.0));
            out_frames.push_back(frame_of(to[i], in_frames.back().time));
        }
        if (tonelift_filter_process(filter.get(), in_frames.data(), out_frames.data(), batch) !=
            TONELIFT_OK)
            throw Error(Failure::device, messages.errors);
    });
    std::printf("%-28s %10.1f fps, host memory\n", device, batch / seconds);
}

struct FramesInImages {
    FramesInImages(test::ImageDevice& device, const tonelift_video& video,
                   const std::vector<VkFormat>& formats, int count)
        : picture(picture_for(video, Pitch::aligned)) {
        picture.fill_smooth();
        for (int i = 0; i < count; ++i) {
            images.push_back(
                std::make_unique<test::ImageFrame>(device, picture.picture(), formats));
            images.back()->write(picture);
            frames.push_back(frame_of(picture, i / 60.0));
            frames.back().vulkan = &images.back()->state;
        }
    }

    TestPicture picture;
    std::vector<std::unique_ptr<test::ImageFrame>> images;
    std::vector<tonelift_frame> frames;
};

void measure_images(const char* preset) {
    test::ImageDevice caller;
    const tonelift_options options = options_for(preset, "vulkan");
    const tonelift_video in = input(), out = output_of(options, in);
    tonelift_device device;
    tonelift_device_default(&device);
    device.input_on_device = device.output_on_device = 1;
    device.vulkan = &caller.described();
    Messages messages;
    const tonelift_log log = messages.log();
    tonelift_filter* made = nullptr;
    if (tonelift_filter_create(&made, &options, &in, &out, &device, &log) != TONELIFT_OK)
        throw Error(Failure::device, messages.errors);
    const FilterHandle filter(made);
    const int batch = tonelift_filter_batch(made);
    FramesInImages from(caller, in, {VK_FORMAT_R16_UNORM, VK_FORMAT_R16G16_UNORM}, batch);
    FramesInImages to(caller, out, {VK_FORMAT_R8_UNORM, VK_FORMAT_R8G8_UNORM}, batch);
    const auto measure = [&](const char* name, int count) {
        const double seconds = median_seconds(runs, [&] {
            for (int i = 0; i < batch; i += count) {
                if (tonelift_filter_process(made, &from.frames[static_cast<size_t>(i)],
                                            &to.frames[static_cast<size_t>(i)],
                                            count) != TONELIFT_OK)
                    throw Error(Failure::device, messages.errors);
            }
            caller.DeviceWaitIdle(caller.handle());
        });
        std::printf("%-28s %10.1f fps\n", name, batch / seconds);
    };
    measure("vulkan, images", batch);
    measure("vulkan, images, one by one", 1);
}

class PassBench {
  public:
    explicit PassBench(const Plan& plan)
        : plan_(with_shared_halvings(plan)),
          device_(VulkanDevice::open({})),
          calls_(plan_, vulkan::core_calls, device_->limits(), {}, frames),
          memory_(plan_, device_, calls_, frames),
          slot_(plan_, device_, calls_, memory_, frames, {true, true}),
          passes_(plan_, device_, calls_),
          frame_values_(plan_, calls_, frames),
          commands_(device_, 1),
          timeline_(device_) {
        passes_.compile();
        fill_input();
        compute_all();
    }

    void run() {
        print("upload", [&](VkCommandBuffer to) { slot_.upload(*device_, to, frames); });
        print("download", [&](VkCommandBuffer to) { slot_.download(*device_, to, frames); });
        print_both_copies();
        for (size_t step = 0; step < plan_.steps.size(); ++step) {
            if (const auto* pass = std::get_if<Pass>(&plan_.steps[step]))
                print(pass->name, [&](VkCommandBuffer to) { record(step, step + 1, to); });
            else
                print_frame_step(std::get<FrameStep>(plan_.steps[step]));
        }
        print("all passes", [&](VkCommandBuffer to) { record(0, plan_.steps.size(), to); });
    }

  private:
    void fill_input() {
        const TestPicture picture = smooth_picture();
        HostCopies copies;
        for (size_t i = 0; i < frames; ++i) {
            for (size_t plane = 0; plane < slot_.input_layout().count; ++plane)
                copies.add(picture.planes(), slot_.input(i), plane, slot_.input_layout(),
                           CopyReader::device);
        }
        for (size_t i = 0; i < copies.items(); ++i) copies.copy(i);
    }

    void compute_all() {
        Batch batch;
        batch.times.resize(frames);
        batch.parameters.assign(2 + static_cast<size_t>(plan_.parameters), source_peak);
        batch.given.resize(frames * static_cast<size_t>(plan_.given));
        const vulkan::Piece piece{0, frames};
        frame_values_.begin(batch, piece, slot_);
        submit([&](VkCommandBuffer to) {
            memory_.clear(*device_, to);
            vulkan::Commands::barrier(*device_, to);
            slot_.upload(*device_, to, frames);
            slot_.clear_reductions(*device_, to, frames);
        });
        for (size_t step = 0; step < plan_.steps.size(); ++step) {
            if (const auto* frame_step = std::get_if<FrameStep>(&plan_.steps[step])) {
                submit([&](VkCommandBuffer to) {
                    slot_.download_reductions(*device_, to, frames);
                    vulkan::Commands::show_to_host(*device_, to);
                });
                frame_values_.run(*frame_step, piece, slot_);
            } else {
                submit(
                    [&](VkCommandBuffer to) { passes_.record(step, memory_, slot_, frames, to); });
            }
        }
    }

    template <typename Record>
    void submit(const Record& record) {
        VkCommandBuffer to = commands_.begin(0);
        vulkan::Commands::barrier(*device_, to);
        record(to);
        commands_.end(0);
        timeline_.wait(timeline_.submit({commands_.at(0)}));
    }

    void record(size_t first, size_t end, VkCommandBuffer to) {
        for (size_t step = first; step < end; ++step) {
            if (std::holds_alternative<Pass>(plan_.steps[step]))
                passes_.record(step, memory_, slot_, frames, to);
            else
                vulkan::Commands::barrier(*device_, to);
        }
    }

    template <typename Record>
    void print(const std::string& name, const Record& record) {
        VkCommandBuffer to = commands_.begin(0);
        for (size_t i = 0; i < repeats; ++i) {
            vulkan::Commands::barrier(*device_, to);
            record(to);
        }
        commands_.end(0);
        const double seconds =
            median_seconds(runs, [&] { timeline_.wait(timeline_.submit({commands_.at(0)})); });
        print_time(name, seconds / repeats);
    }

    void print_both_copies() {
        const vulkan::Commands up(device_, 1, vulkan::Work::upload);
        const vulkan::Commands down(device_, 1, vulkan::Work::download);
        slot_.upload(*device_, up.begin(0), frames);
        up.end(0);
        slot_.download(*device_, down.begin(0), frames);
        down.end(0);
        vulkan::Timeline uploads(device_, vulkan::Work::upload);
        vulkan::Timeline downloads(device_, vulkan::Work::download);
        print_time("both, in their queues", median_seconds(runs, [&] {
                       uploads.submit({up.at(0)});
                       downloads.wait(downloads.submit({down.at(0)}));
                       uploads.drain();
                   }));
    }

    void print_frame_step(const FrameStep& step) {
        print_time("frame step, on the host", median_seconds(runs, [&] {
                       frame_values_.run(step, {0, frames}, slot_);
                   }));
    }

    static void print_time(const std::string& name, double seconds) {
        std::printf("  %-26s %10.1f us, %.1f fps\n", name.c_str(), seconds * 1e6 / frames,
                    frames / seconds);
    }

    const Plan plan_;
    vulkan::DevicePointer device_;
    const PlanCalls calls_;
    vulkan::PlanMemory memory_;
    vulkan::SlotMemory slot_;
    vulkan::PassRecorder passes_;
    vulkan::FrameValues frame_values_;
    vulkan::Commands commands_;
    vulkan::Timeline timeline_;
};

void measure(const char* preset, const std::vector<const char*>& devices) {
    std::printf("%s, 4K P010 to NV12, %s\n", preset, name_of(*open_vulkan_device({})).c_str());
    PassBench(stream_plan(options_for(preset, "vulkan"), input(), TONELIFT_FORMAT_NV12)).run();
    for (const char* device : devices) measure_filter(preset, device);
    measure_images(preset);
}

}  // namespace
}  // namespace tonelift

int main(int count, char** arguments) {
    const std::vector<const char*> devices(arguments + std::min(count, 2), arguments + count);
    try {
        tonelift::measure(count > 1 ? arguments[1] : "natural",
                          devices.empty() ? std::vector<const char*>{"vulkan", "cuda"} : devices);
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "vulkan_bench: %s\n", error.what());
        return 1;
    }
}
