// SPDX-License-Identifier: BSD-2-Clause
// Measures the filter on a CUDA device with frames in host memory, in frames per second, and
// relative to the speed of an upload without the filter.
#include <tonelift/tonelift.h>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "kernels/cuda/copy/copy.h"
#include "kernels/error.h"
#include "tests/support/api_stream.h"
#include "tests/support/median_seconds.h"

namespace tonelift {
namespace {

constexpr int runs = 9;
constexpr int frames = 32;

double upload_rate(const std::shared_ptr<CudaDevice>& device, const PackedPicture& picture) {
    const cuda::PinnedMemory from(device, picture.bytes);
    const cuda::DeviceMemory to(device, picture.bytes);
    const CurrentContext current(*device);
    const double seconds = median_seconds(runs, [&] {
        for (int i = 0; i < frames; ++i) {
            cuda::check(cuda::driver().copy_to_device(to.address(), from.data(), picture.bytes,
                                                      device->stream()),
                        "uploading");
        }
        cuda::check(cuda::driver().stream_synchronize(device->stream()), "waiting");
    });
    return frames / seconds;
}

tonelift_frame frame_at(const FramePlanes& planes) {
    tonelift_frame frame;
    tonelift_frame_default(&frame);
    for (size_t i = 0; i < 4; ++i) {
        frame.data[i] = planes.data[i];
        frame.pitch[i] = planes.pitch[i];
    }
    return frame;
}

double filter_rate(tonelift_filter* filter, std::vector<tonelift_frame>& in,
                   std::vector<tonelift_frame>& out) {
    const int batch = std::min(tonelift_filter_batch(filter), frames);
    int done = 0;
    const double seconds = median_seconds(runs, [&] {
        for (int first = 0; first + batch <= frames; first += batch) {
            for (int i = first; i < first + batch; ++i)
                in[static_cast<size_t>(i)].time = done++ / 60.0;
            if (tonelift_filter_process(filter, &in[static_cast<size_t>(first)],
                                        &out[static_cast<size_t>(first)], batch) != TONELIFT_OK)
                throw Error(Failure::device, "the filter failed");
        }
    });
    return frames / batch * batch / seconds;
}

void measure(const std::shared_ptr<CudaDevice>& device) {
    const tonelift_video in = hdr10_video(TONELIFT_FORMAT_P010, 3840, 2160);
    const tonelift_options options = default_options();
    const tonelift_video out = output_of(options, in);
    const PackedPicture from(picture_for(in).picture()), to(picture_for(out).picture());
    const double limit = upload_rate(device, from);
    std::printf("%-44s %10.1f fps\n", "4K P010, upload alone", limit);
    const FilterHandle filter = make_filter(options, in, out);
    if (filter == nullptr) throw Error(Failure::device, "there is no filter");
    const cuda::PinnedMemory pinned_in(device, from.bytes * frames);
    const cuda::PinnedMemory pinned_out(device, to.bytes * frames);
    std::vector<std::byte> pageable_in(from.bytes * frames), pageable_out(to.bytes * frames);
    for (const bool pinned : {true, false}) {
        std::vector<tonelift_frame> ins, outs;
        for (size_t i = 0; i < frames; ++i) {
            std::byte* first_in = pinned ? pinned_in.data() : pageable_in.data();
            std::byte* first_out = pinned ? pinned_out.data() : pageable_out.data();
            ins.push_back(frame_at(from.at(first_in + i * from.bytes)));
            outs.push_back(frame_at(to.at(first_out + i * to.bytes)));
        }
        const double rate = filter_rate(filter.get(), ins, outs);
        std::printf("%-44s %10.1f fps %8.1f %%\n",
                    pinned ? "4K P010 -> NV12, page-locked host frames"
                           : "4K P010 -> NV12, pageable host frames",
                    rate, 100 * rate / limit);
    }
}

}  // namespace
}  // namespace tonelift

int main() {
    try {
        tonelift::measure(tonelift::open_cuda_device({}));
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "host_bench: %s\n", error.what());
        return 1;
    }
}
