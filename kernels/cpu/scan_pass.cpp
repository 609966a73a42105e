// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cpu/scan_pass.h"

#include <algorithm>
#include <optional>

#include "kernels/cpu/program.h"
#include "kernels/program_has.h"
#include "kernels/scan/scan.h"

namespace tonelift {
namespace {

int group_size(Axis axis) { return axis == Axis::x ? scan_rows_at_once : scan_columns_at_once; }

struct Group {
    int x;
    int y;
    int width;
    int height;
};

class Groups {
  public:
    Groups(const Pass& pass, Axis axis) : axis_(axis), width_(pass.width), height_(pass.height) {}

    int lines() const { return axis_ == Axis::x ? height_ : width_; }
    int length() const { return axis_ == Axis::x ? width_ : height_; }
    int count() const { return (lines() + group_size(axis_) - 1) / group_size(axis_); }

    Group group(int i) const {
        const int first = i * group_size(axis_),
                  size = std::min(group_size(axis_), lines() - first);
        return axis_ == Axis::x ? Group{0, first, width_, size} : Group{first, 0, size, height_};
    }

  private:
    Axis axis_;
    int width_;
    int height_;
};

// Indices of the planes of a pass that computes nothing but its filter. The filter can then read
// and write these planes directly. `guide` is -1 if the filter has no guide.
struct Direct {
    int value;
    int guide;
    int out;
};

std::optional<Direct> direct_buffers(const Pass& pass, const Plan& plan) {
    const auto& epilogue = pass.epilogue.code;
    if (!program_has_only(pass.prologue, {Op::load_buffer, Op::store_core})) return {};
    if (epilogue.size() != 2 || epilogue[0].op != Op::load_core ||
        epilogue[1].op != Op::store_buffer)
        return {};
    std::vector<int> buffers{epilogue[1].index};
    for (const CoreInput& input : pass.inputs) {
        if (input.source != CoreInput::Source::loaded) return {};
        buffers.push_back(input.buffer);
    }
    for (int buffer : buffers) {
        if (plan.buffers[static_cast<size_t>(buffer)].storage != Storage::unorm16) return {};
    }
    return Direct{buffers.at(1), buffers.size() > 2 ? buffers[2] : -1, buffers[0]};
}

class DirectScanPass : public PassRunner {
  public:
    DirectScanPass(const Pass& pass, const Scan& scan, const Direct& direct, CpuContext& context)
        : context_(context), scan_(scan), direct_(direct), groups_(pass, scan.axis) {
        for (int i = 0; i < context.workers_for(groups_.count()); ++i) {
            scratch_.push_back(&context.shared.at(i, core_scratch));
            scratch_.back()->reserve(scan_scratch_unorm16(scan, groups_.length()));
        }
    }

    int items() const override { return groups_.count(); }
    int workers() const override { return static_cast<int>(scratch_.size()); }

    void run(int item, int worker) override {
        const Group group = groups_.group(item);
        const uint16_t* guide = direct_.guide < 0 ? nullptr : samples(direct_.guide, group);
        const ptrdiff_t pitch = context_.buffers[static_cast<size_t>(direct_.value)].pitch();
        const auto scan = scan_.axis == Axis::x ? scan_rows_unorm16 : scan_columns_unorm16;
        scan(scan_, samples(direct_.value, group), guide, samples(direct_.out, group),
             scan_.axis == Axis::x ? group.height : group.width, groups_.length(), pitch,
             scratch_[static_cast<size_t>(worker)]->data(), context_.set);
    }

  private:
    uint16_t* samples(int buffer, const Group& group) const {
        return reinterpret_cast<uint16_t*>(
            context_.buffers[static_cast<size_t>(buffer)].at(group.x, group.y));
    }

    CpuContext& context_;
    Scan scan_;
    Direct direct_;
    Groups groups_;
    std::vector<Aligned<float>*> scratch_;
};

class ScanPass : public PassRunner {
  public:
    ScanPass(const Pass& pass, const Scan& scan, CpuContext& context)
        : context_(context),
          scan_(scan),
          groups_(pass, scan.axis),
          reductions_(context, pass.width, pass.height,
                      scan.axis == Axis::x ? strip_pixels : scan_columns_at_once, groups_.count()),
          prologue_(pass.prologue, context, reductions_),
          epilogue_(pass.epilogue, context, reductions_) {
        const bool guided = pass.inputs.size() > 1;
        const Group group = groups_.group(0);
        for (int i = 0; i < reductions_.workers(); ++i) {
            const auto rows = [&](int place) {
                return FloatRows(context.shared.at(i, place), group.height, group.width);
            };
            workers_.push_back({rows(input_rows), guided ? rows(guide_rows) : FloatRows(),
                                context.shared.at(i, core_scratch)});
            workers_.back().scratch.reserve(scan_scratch(scan, groups_.length()));
        }
    }

    int items() const override { return groups_.count(); }
    int workers() const override { return reductions_.workers(); }
    std::vector<PassReductions*> reductions() override { return {&reductions_}; }

    void run(int item, int worker) override { run_group(groups_.group(item), worker); }

  private:
    struct Memory {
        FloatRows value;
        FloatRows guide;
        Aligned<float>& scratch;
    };

    void run_group(const Group& group, int worker) {
        const Memory& memory = workers_[static_cast<size_t>(worker)];
        const bool guided = memory.guide.pitch() > 0;
        for (int y = 0; y < group.height; ++y) {
            OutsideRows rows;
            rows.to[0] = memory.value.row(y);
            if (guided) rows.to[1] = memory.guide.row(y);
            prologue_.run(worker, group.x, group.y + y, group.width, rows);
        }
        const auto scan = scan_.axis == Axis::x ? scan_rows : scan_columns;
        scan(scan_, memory.value.row(0), guided ? memory.guide.row(0) : nullptr,
             scan_.axis == Axis::x ? group.height : group.width, groups_.length(),
             memory.value.pitch(), memory.scratch.data(), context_.set);
        for (int y = 0; y < group.height; ++y) {
            OutsideRows rows;
            rows.from[0] = memory.value.row(y);
            epilogue_.run(worker, group.x, group.y + y, group.width, rows);
        }
    }

    CpuContext& context_;
    Scan scan_;
    Groups groups_;
    PassReductions reductions_;
    PassProgram prologue_;
    PassProgram epilogue_;
    std::vector<Memory> workers_;
};

}  // namespace

std::unique_ptr<PassRunner> make_scan_pass(const Pass& pass, const Scan& scan,
                                           CpuContext& context) {
    if (const auto direct = direct_buffers(pass, context.plan)) {
        return std::make_unique<DirectScanPass>(pass, scan, *direct, context);
    }
    return std::make_unique<ScanPass>(pass, scan, context);
}

}  // namespace tonelift
