// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cpu/plane_memory.h"

#include <algorithm>
#include <numeric>

#include "kernels/program_has.h"

namespace tonelift {
namespace {

struct StepRange {
    size_t first = 0;
    size_t last = 0;
    bool used = false;

    void add(size_t step) {
        if (!used) first = step;
        last = step;
        used = true;
    }
    bool meets(const StepRange& other) const {
        return used && other.used && first <= other.last && other.first <= last;
    }
};

class Spans {
  public:
    explicit Spans(const Plan& plan) : plan_(plan), spans_(plan.buffers.size()) {
        for (; step_ < plan.steps.size(); ++step_)
            if (const auto* pass = std::get_if<Pass>(&plan.steps[step_])) add(*pass);
    }

    const std::vector<StepRange>& all() const { return spans_; }

  private:
    void add(const Pass& pass) {
        add(pass.prologue);
        add(pass.epilogue);
        if (const auto* gather = std::get_if<Gather>(&pass.core)) add(gather->term);
        for (const CoreInput& input : pass.inputs)
            if (input.buffer >= 0) add(input.buffer);
    }

    void add(const PointProgram& program) {
        for (const Instruction& instruction : program.code) {
            for (const int buffer : buffers_read(plan_, instruction)) add(buffer);
            if (instruction.op == Op::store_buffer) add(instruction.index);
        }
    }

    void add(int buffer) { spans_[static_cast<size_t>(buffer)].add(step_); }

    const Plan& plan_;
    std::vector<StepRange> spans_;
    size_t step_ = 0;
};

bool share_memory(const BufferMemory& a, const BufferMemory& b) {
    return a.at(0, 0) < b.at(0, 0) + b.bytes() && b.at(0, 0) < a.at(0, 0) + a.bytes();
}

}  // namespace

PlaneMemory place_planes(const Plan& plan, const std::vector<size_t>& sizes) {
    const Spans spans(plan);
    std::vector<size_t> order(sizes.size());
    std::iota(order.begin(), order.end(), size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](size_t a, size_t b) { return sizes[a] > sizes[b]; });
    PlaneMemory memory{std::vector<size_t>(sizes.size()), 0};
    std::vector<size_t> placed;
    for (const size_t buffer : order) {
        size_t offset = 0;
        for (const size_t other : placed) {
            if (!spans.all()[buffer].meets(spans.all()[other])) continue;
            if (offset + sizes[buffer] <= memory.offsets[other]) break;
            offset = std::max(offset, whole_lines(memory.offsets[other] + sizes[other]));
        }
        memory.offsets[buffer] = offset;
        memory.bytes = std::max(memory.bytes, offset + sizes[buffer]);
        const auto behind = [&](size_t a, size_t b) {
            return memory.offsets[a] < memory.offsets[b];
        };
        placed.insert(std::upper_bound(placed.begin(), placed.end(), buffer, behind), buffer);
    }
    return memory;
}

void add_planes_in_same_memory(const std::vector<BufferMemory>& planes,
                               std::vector<StepAccess>& accesses) {
    for (StepAccess& access : accesses) {
        for (const auto& [resource, index] : Resources(access.written)) {
            if (resource != Resource::buffer) continue;
            for (size_t i = 0; i < planes.size(); ++i) {
                if (share_memory(planes[static_cast<size_t>(index)], planes[i]))
                    access.written.emplace(Resource::buffer, static_cast<int>(i));
            }
        }
    }
}

}  // namespace tonelift
