// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/staging.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>
#include <utility>

#include "kernels/cpu/workers.h"
#include "kernels/cuda/transfer.h"
#include "kernels/error.h"

namespace tonelift::cuda {
namespace {

constexpr size_t slot_count = 4;
// What a thread copies at a time: enough to be worth a task, little enough to share a small frame.
constexpr size_t bytes_per_item = 256 << 10;

// One end of a slot: room for a piece's frames on the device and in page-locked memory. Nothing
// where that end of the batch is on the device itself.
struct SlotEnd {
    DeviceMemory device;
    PinnedMemory pinned;
    std::vector<FramePlanes> on_device;  // of every frame
    std::vector<FramePlanes> on_host;
    std::vector<std::array<bool, 4>> direct;  // planes that the caller has page-locked

    SlotEnd() = default;
    SlotEnd(const DevicePointer& on, const PackedPicture& picture, size_t frames)
        : device(on, picture.bytes * frames), pinned(on, picture.bytes * frames), direct(frames) {
        for (size_t i = 0; i < frames; ++i) {
            const CUdeviceptr address = device.address() + i * picture.bytes;
            on_device.push_back(picture.at(reinterpret_cast<std::byte*>(address)));
            on_host.push_back(picture.at(pinned.data() + i * picture.bytes));
        }
    }

    void find_direct(std::span<const FramePlanes> frames, const PackedPicture& picture) {
        for (size_t i = 0; i < frames.size(); ++i) {
            for (size_t plane = 0; plane < picture.count; ++plane)
                direct[i][plane] =
                    frames[i].pitch[plane] > 0 && is_pinned(frames[i], plane, picture);
        }
    }

    // Calls copy(frame, plane, host side) with the host memory that the device copies from or to.
    template <typename Copy>
    void for_each_plane(std::span<const FramePlanes> frames, const PackedPicture& picture,
                        Copy copy) const {
        for (size_t i = 0; i < frames.size(); ++i) {
            for (size_t plane = 0; plane < picture.count; ++plane)
                copy(i, plane, direct[i][plane] ? frames[i] : on_host[i]);
        }
    }
};

template <typename T>
void take_range(const std::vector<T>& from, size_t first, size_t count, std::vector<T>& to) {
    const auto begin = from.begin() + static_cast<ptrdiff_t>(first);
    to.assign(begin, begin + static_cast<ptrdiff_t>(count));
}

// A piece on its way.
struct Slot {
    SlotEnd input;
    SlotEnd output;
    Event uploaded;
    Event computed;
    Event downloaded;
    Batch batch;       // for the inner executor
    size_t first = 0;  // frame of the caller's batch

    explicit Slot(const DevicePointer& device)
        : uploaded(device), computed(device), downloaded(device) {}

    void take(Batch& from, size_t count, HostEnds host) {
        take_range(host.input ? input.on_device : from.input, host.input ? 0 : first, count,
                   batch.input);
        take_range(host.output ? output.on_device : from.output, host.output ? 0 : first, count,
                   batch.output);
        take_range(from.times, first, count, batch.times);
        batch.parameters = from.parameters;
        swap_states(from, count);
    }

    void give_back(Batch& to) { swap_states(to, batch.times.size()); }

  private:
    // Statistics go there and back without being copied.
    void swap_states(Batch& other, size_t count) {
        batch.record.resize(other.record.empty() ? 0 : count);
        batch.replay.resize(other.replay.empty() ? 0 : count);
        for (size_t i = 0; i < batch.record.size(); ++i)
            std::swap(batch.record[i], other.record[first + i]);
        for (size_t i = 0; i < batch.replay.size(); ++i)
            std::swap(batch.replay[i], other.replay[first + i]);
    }
};

// Copies planes of frames that are not direct, with all threads.
void copy_on_host(Workers& workers, const PackedPicture& picture, const SlotEnd& end,
                  std::span<const FramePlanes> from, std::span<const FramePlanes> to) {
    std::array<size_t, 5> first_item{};  // of each plane
    std::array<size_t, 4> rows_per_item{};
    for (size_t plane = 0; plane < picture.count; ++plane) {
        const PackedPicture::Plane& shape = picture.planes[plane];
        rows_per_item[plane] = std::max<size_t>(1, bytes_per_item / shape.row_bytes);
        first_item[plane + 1] =
            first_item[plane] + (shape.rows + rows_per_item[plane] - 1) / rows_per_item[plane];
    }
    const size_t items = first_item[picture.count];
    workers.run(static_cast<int>(items * from.size()), [&](int number, int) {
        const size_t frame = static_cast<size_t>(number) / items;
        const size_t item = static_cast<size_t>(number) % items;
        size_t plane = 0;
        while (item >= first_item[plane + 1]) ++plane;
        if (end.direct[frame][plane]) return;
        const PackedPicture::Plane& shape = picture.planes[plane];
        const size_t first = (item - first_item[plane]) * rows_per_item[plane];
        const size_t last = std::min(shape.rows, first + rows_per_item[plane]);
        for (size_t row = first; row < last; ++row) {
            const auto y = static_cast<ptrdiff_t>(row);
            std::memcpy(to[frame].data[plane] + y * to[frame].pitch[plane],
                        from[frame].data[plane] + y * from[frame].pitch[plane], shape.row_bytes);
        }
    });
}

class StagedExecutor : public Executor {
  public:
    StagedExecutor(std::unique_ptr<Executor> inner, const Picture& input, const Picture& output,
                   DevicePointer device, HostEnds host, int frames, int threads)
        : inner_(std::move(inner)),
          input_(input),
          output_(output),
          device_(std::move(device)),
          host_(host),
          frames_(static_cast<size_t>(frames)),
          workers_(threads),
          upload_(device_),
          download_(device_) {
        const CurrentContext current(*device_);
        for (size_t i = 0; i < slot_count; ++i) {
            Slot& slot = slots_.emplace_back(device_);
            if (host_.input) slot.input = SlotEnd(device_, input_, frames_);
            if (host_.output) slot.output = SlotEnd(device_, output_, frames_);
            // The device's stream clears the memory before anything is uploaded into it.
            slot.computed.record(device_->stream());
        }
    }

    // Page-locked memory must not go while the device reads it.
    ~StagedExecutor() override {
        in_context(device_, [&] { drain(); });
    }

    void continue_from(const Executor& previous) override {
        const auto* other = dynamic_cast<const StagedExecutor*>(&previous);
        inner_->continue_from(other != nullptr ? *other->inner_ : previous);
    }

    std::vector<float> states() const override { return inner_->states(); }

    void run(Batch& batch) override {
        const CurrentContext current(*device_);
        try {
            run_pieces(batch);
        } catch (...) {
            drain();  // the caller's memory is the caller's again
            throw;
        }
    }

  private:
    void run_pieces(Batch& batch) {
        const size_t pieces = (batch.input.size() + frames_ - 1) / frames_;
        for (size_t i = 0; i < pieces; ++i) {
            Slot& slot = slots_[i % slot_count];
            if (i >= slot_count) finish(slot, batch);
            slot.first = i * frames_;
            start(slot, batch, std::min(frames_, batch.input.size() - slot.first));
        }
        for (size_t i = pieces - std::min(pieces, slot_count); i < pieces; ++i)
            finish(slots_[i % slot_count], batch);
        // The caller may write to its input again.
        if (pieces > 0) slots_[(pieces - 1) % slot_count].uploaded.wait();
    }

    void start(Slot& slot, Batch& batch, size_t count) {
        slot.take(batch, count, host_);
        if (host_.input) upload(slot, std::span(batch.input).subspan(slot.first, count));
        inner_->run(slot.batch);
        slot.computed.record(device_->stream());
        slot.give_back(batch);
        if (host_.output) download(slot, std::span(batch.output).subspan(slot.first, count));
    }

    void upload(Slot& slot, std::span<const FramePlanes> frames) {
        SlotEnd& end = slot.input;
        slot.uploaded.wait();
        end.find_direct(frames, input_);
        copy_on_host(workers_, input_, end, frames, end.on_host);
        slot.computed.hold(upload_);
        end.for_each_plane(frames, input_, [&](size_t i, size_t plane, const FramePlanes& host) {
            copy_plane(host, Side::host, end.on_device[i], Side::device, plane, input_, upload_);
        });
        slot.uploaded.record(upload_);
        slot.uploaded.hold(device_->stream());
    }

    void download(Slot& slot, std::span<const FramePlanes> frames) {
        SlotEnd& end = slot.output;
        end.find_direct(frames, output_);
        slot.computed.hold(download_);
        end.for_each_plane(frames, output_, [&](size_t i, size_t plane, const FramePlanes& host) {
            copy_plane(end.on_device[i], Side::device, host, Side::host, plane, output_, download_);
        });
        slot.downloaded.record(download_);
    }

    // Until the piece is in the caller's memory.
    void finish(Slot& slot, const Batch& batch) {
        if (!host_.output) return;
        slot.downloaded.wait();
        const size_t count = slot.batch.times.size();
        copy_on_host(workers_, output_, slot.output, std::span(slot.output.on_host).first(count),
                     std::span(batch.output).subspan(slot.first, count));
    }

    // Without a message: what failed has been told.
    void drain() {
        driver().stream_synchronize(upload_);
        driver().stream_synchronize(download_);
    }

    std::unique_ptr<Executor> inner_;
    PackedPicture input_;
    PackedPicture output_;
    DevicePointer device_;
    HostEnds host_;
    size_t frames_;
    Workers workers_;
    Stream upload_;
    Stream download_;
    std::vector<Slot> slots_;
};

}  // namespace

std::unique_ptr<Executor> stage(std::unique_ptr<Executor> inner, const Picture& input,
                                const Picture& output, DevicePointer device, HostEnds host,
                                int frames, int threads) {
    return std::make_unique<StagedExecutor>(std::move(inner), input, output, std::move(device),
                                            host, frames, threads);
}

}  // namespace tonelift::cuda

namespace tonelift {

std::unique_ptr<Executor> make_staged_cuda_executor(const Plan& plan,
                                                    std::shared_ptr<CudaDevice> device,
                                                    HostEnds host, int frames, int threads) {
    auto inner = make_cuda_executor(plan, device, frames);
    return cuda::stage(std::move(inner), plan.input, plan.output, std::move(device), host, frames,
                       threads);
}

}  // namespace tonelift
