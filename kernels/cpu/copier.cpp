// SPDX-License-Identifier: BSD-2-Clause
//
// Executor that copies input frames to output frames without changes, on the CPU.
#include <cstring>

#include "kernels/executor.h"

namespace tonelift {
namespace {

class CpuCopier : public Executor {
  public:
    explicit CpuCopier(const Picture& picture) : picture_(picture) {}

    void continue_from(const Executor&) override {}
    std::vector<float> states() const override { return {}; }

    void run(Batch& batch) override {
        for (size_t i = 0; i < batch.input.size(); ++i) {
            for (int plane = 0; plane < picture_.format->planes(); ++plane)
                copy_plane(batch.input[i], batch.output[i], plane);
        }
    }

  private:
    void copy_plane(const FramePlanes& from, const FramePlanes& to, int plane) const {
        const Format& format = *picture_.format;
        const auto i = static_cast<size_t>(plane);
        const auto bytes = static_cast<size_t>(format.row_bytes(plane, picture_.width));
        for (int y = 0; y < format.plane_height(plane, picture_.height); ++y)
            std::memcpy(to.data[i] + y * to.pitch[i], from.data[i] + y * from.pitch[i], bytes);
    }

    Picture picture_;
};

}  // namespace

std::unique_ptr<Executor> make_cpu_copier(const Picture& picture) {
    return std::make_unique<CpuCopier>(picture);
}

}  // namespace tonelift
