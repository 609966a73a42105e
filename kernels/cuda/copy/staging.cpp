// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/copy/staging.h"

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "kernels/cuda/copy/copy.h"
#include "kernels/cuda/driver/stream.h"
#include "kernels/error.h"
#include "kernels/gpu/host_copy.h"
#include "kernels/threads/workers.h"

namespace tonelift::cuda {
namespace {

constexpr size_t slot_count = 4;

struct SlotEnd {
    DeviceMemory device;
    PinnedMemory pinned;
    std::vector<FramePlanes> on_device;
    std::vector<FramePlanes> on_host;
    // whether the caller's memory is page-locked, for each plane of each frame
    std::vector<std::array<bool, 4>> direct;

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

    // Calls copy() for each plane of each frame. The third argument of copy() is the host memory of
    // the plane: the caller's memory if this memory is page-locked, else `pinned`.
    template <typename Copy>
    void for_each_plane(std::span<const FramePlanes> frames, const PackedPicture& picture,
                        Copy copy) const {
        for (size_t i = 0; i < frames.size(); ++i) {
            for (size_t plane = 0; plane < picture.count; ++plane)
                copy(i, plane, direct[i][plane] ? frames[i] : on_host[i]);
        }
    }

    template <typename Copy>
    void for_each_indirect(size_t frames, const PackedPicture& picture, Copy copy) const {
        for (size_t i = 0; i < frames; ++i) {
            for (size_t plane = 0; plane < picture.count; ++plane) {
                if (!direct[i][plane]) copy(i, plane);
            }
        }
    }
};

template <typename T>
void take_range(const std::vector<T>& from, size_t first, size_t count, std::vector<T>& to) {
    const auto begin = from.begin() + static_cast<ptrdiff_t>(first);
    to.assign(begin, begin + static_cast<ptrdiff_t>(count));
}

struct Piece {
    size_t first;
    size_t count;

    std::span<const FramePlanes> of(const std::vector<FramePlanes>& frames) const {
        return std::span(frames).subspan(first, count);
    }
};

struct Slot {
    SlotEnd input;
    SlotEnd output;
    Event uploaded;
    Event computed;
    Event downloaded;
    Batch batch;

    explicit Slot(const DevicePointer& device)
        : uploaded(device), computed(device), downloaded(device) {}

    void take(Batch& from, const Piece& piece, HostMemory host) {
        take_range(host.input ? input.on_device : from.input, host.input ? 0 : piece.first,
                   piece.count, batch.input);
        take_range(host.output ? output.on_device : from.output, host.output ? 0 : piece.first,
                   piece.count, batch.output);
        take_range(from.times, piece.first, piece.count, batch.times);
        batch.parameters = from.parameters;
        const size_t given = from.given.size() / from.input.size();
        take_range(from.given, given * piece.first, given * piece.count, batch.given);
        swap_states(from, piece);
    }

    void swap_states(Batch& other, const Piece& piece) {
        batch.record.resize(other.record.empty() ? 0 : piece.count);
        batch.replay.resize(other.replay.empty() ? 0 : piece.count);
        for (size_t i = 0; i < batch.record.size(); ++i)
            std::swap(batch.record[i], other.record[piece.first + i]);
        for (size_t i = 0; i < batch.replay.size(); ++i)
            std::swap(batch.replay[i], other.replay[piece.first + i]);
    }
};

class StagedExecutor : public Executor {
  public:
    StagedExecutor(std::unique_ptr<Executor> inner, const Picture& input, const Picture& output,
                   DevicePointer device, HostMemory host, int frames, int threads)
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
            // The device's stream zeroes the new memory. The first uploads wait for this event, so
            // that they do not start before the memory is zeroed.
            slot.computed.record(device_->stream());
        }
    }

    // Waits for all copies, because the device may still access the page-locked memory that is
    // freed here.
    ~StagedExecutor() override {
        in_context(device_, [&] { drain(); });
    }

    void continue_from(const Executor& previous) override {
        const auto* other = dynamic_cast<const StagedExecutor*>(&previous);
        inner_->continue_from(other != nullptr ? *other->inner_ : previous);
    }

    std::vector<float> states() const override { return inner_->states(); }
    std::string_view note() const override { return inner_->note(); }
    KernelOrigins kernel_origins() const override { return inner_->kernel_origins(); }

    void run(Batch& batch) override {
        const CurrentContext current(*device_);
        try {
            run_pieces(batch);
        } catch (...) {
            drain();
            throw;
        }
    }

  private:
    void run_pieces(Batch& batch) {
        const size_t pieces = (batch.input.size() + frames_ - 1) / frames_;
        for (size_t i = 0; i < pieces + slot_count; ++i) step(batch, pieces, i);
        if (pieces > 0) slot_of(pieces - 1).uploaded.wait();
    }

    // Submitting work to the GPU takes long. One thread therefore submits work while the other
    // threads copy frames between the caller's memory and page-locked memory.
    void step(Batch& batch, size_t pieces, size_t index) {
        copies_.clear();
        if (index >= slot_count) hand_over(batch, index - slot_count);
        if (index < pieces) fetch(batch, index);
        const size_t sends = index > 0 && index <= pieces ? 1 : 0;
        workers_.run(static_cast<int>(copies_.items() + sends), [&](int item, int) {
            const auto i = static_cast<size_t>(item);
            if (i < sends)
                send(batch, index - 1);
            else
                copies_.copy(i - sends);
        });
    }

    Slot& slot_of(size_t index) { return slots_[index % slot_count]; }

    Piece piece_of(const Batch& batch, size_t index) const {
        const size_t first = index * frames_;
        return {first, std::min(frames_, batch.input.size() - first)};
    }

    void fetch(const Batch& batch, size_t index) {
        if (!host_.input) return;
        Slot& slot = slot_of(index);
        SlotEnd& end = slot.input;
        const auto frames = piece_of(batch, index).of(batch.input);
        slot.uploaded.wait();
        end.find_direct(frames, input_);
        end.for_each_indirect(frames.size(), input_, [&](size_t i, size_t plane) {
            copies_.add(frames[i], end.on_host[i], plane, input_, CopyReader::device);
        });
    }

    void send(Batch& batch, size_t index) {
        const CurrentContext current(*device_);
        Slot& slot = slot_of(index);
        const Piece piece = piece_of(batch, index);
        slot.take(batch, piece, host_);
        if (host_.input) upload(slot, piece.of(batch.input));
        inner_->run(slot.batch);
        slot.computed.record(device_->stream());
        slot.swap_states(batch, piece);
        if (host_.output) download(slot, piece.of(batch.output));
    }

    void upload(Slot& slot, std::span<const FramePlanes> frames) {
        SlotEnd& end = slot.input;
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

    void hand_over(const Batch& batch, size_t index) {
        if (!host_.output) return;
        Slot& slot = slot_of(index);
        const SlotEnd& end = slot.output;
        const auto frames = piece_of(batch, index).of(batch.output);
        slot.downloaded.wait();
        end.for_each_indirect(frames.size(), output_, [&](size_t i, size_t plane) {
            copies_.add(end.on_host[i], frames[i], plane, output_, CopyReader::caller);
        });
    }

    // Waits for all uploads and downloads. Ignores errors, because run() reports the first error
    // itself.
    void drain() {
        driver().stream_synchronize(upload_);
        driver().stream_synchronize(download_);
    }

    std::unique_ptr<Executor> inner_;
    PackedPicture input_;
    PackedPicture output_;
    DevicePointer device_;
    HostMemory host_;
    size_t frames_;
    Workers workers_;
    HostCopies copies_;
    Stream upload_;
    Stream download_;
    std::vector<Slot> slots_;
};

}  // namespace

std::unique_ptr<Executor> stage(std::unique_ptr<Executor> inner, const Picture& input,
                                const Picture& output, DevicePointer device, HostMemory host,
                                int frames, int threads) {
    return std::make_unique<StagedExecutor>(std::move(inner), input, output, std::move(device),
                                            host, frames, threads);
}

}  // namespace tonelift::cuda

namespace tonelift {

std::unique_ptr<Executor> make_staged_cuda_executor(const Plan& plan,
                                                    std::shared_ptr<CudaDevice> device,
                                                    HostMemory host, int frames, int threads,
                                                    const Tuning& tuning) {
    auto inner = make_cuda_executor(plan, device, frames, tuning);
    return cuda::stage(std::move(inner), plan.input, plan.output, std::move(device), host, frames,
                       threads);
}

}  // namespace tonelift
