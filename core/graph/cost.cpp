// SPDX-License-Identifier: BSD-2-Clause
#include "core/graph/cost.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "core/graph/working_memory.h"
#include "kernels/evaluate.h"

namespace tonelift {
namespace {

// The limits of smaller frames are those of a frame with this number of pixels. For memory, the
// frame also counts as at least smallest_height rows high.
constexpr double smallest_frame = 256 * 256;
constexpr int smallest_height = 16;

double pixels_of(const Plan& plan) { return double(plan.input.width) * plan.input.height; }

double room_of(const Plan& plan) {
    const int height = std::max(plan.input.height, smallest_height);
    return std::max(std::ceil(plan.input.width / 32.0) * 32 * height, smallest_frame);
}

struct CoreWork {
    const Pass& pass;

    double operator()(const Point&) const { return 0; }

    double operator()(const Scan& scan) const {
        constexpr double each[] = {16, 24, 32, 2};  // additions per pixel, in the order of ScanKind
        return each[static_cast<size_t>(scan.kind)];
    }

    double operator()(const Stencil& s) const {
        const double across = 2 * s.radius_x + 1, down = 2 * s.radius_y + 1;
        switch (s.kind) {
#define TONELIFT_STENCIL(name, title, inputs, range, work) \
    case StencilKind::name:                                \
        return work;
#include "kernels/stencils.def"
        }
        return 0;
    }

    double operator()(const Gather& gather) const;

    double operator()(const Resample& resample) const {
        const double in = double(resample.in_width) * resample.in_height;
        constexpr double each[] = {2, 8, 48, 1, 1, 1};  // additions, in the order of ResampleKind
        const double share = resample.kind == ResampleKind::area
                                 ? std::max(1.0, in / (double(pass.width) * pass.height))
                                 : 1;
        return each[static_cast<size_t>(resample.kind)] * share;
    }
};

double program_work(const PointProgram& program) {
    double work = 0;
    for (const Instruction& instruction : program.code) work += operation_info(instruction.op).cost;
    return work;
}

double CoreWork::operator()(const Gather& gather) const {
    return program_work(gather.term) * gather.side() * gather.side();
}

double work_of(const Pass& pass) {
    const double out = double(pass.width) * pass.height;
    const auto* resample = std::get_if<Resample>(&pass.core);
    const double in = resample != nullptr ? double(resample->in_width) * resample->in_height : out;
    return program_work(pass.prologue) * in +
           (program_work(pass.epilogue) + std::visit(CoreWork{pass}, pass.core)) * out;
}

double weights_bytes(const Pass& pass) {
    const auto* gather = std::get_if<Gather>(&pass.core);
    if (gather == nullptr) return 0;
    return double(gather->weights.size()) * gather->side() * gather->side() * sizeof(float);
}

class Counter {
  public:
    explicit Counter(const Plan& plan) : plan_(plan), made_(plan.buffers.size()) {}

    Cost run() {
        cost_.memory = double(plan_.tables) * curve_entries * sizeof(float) + working_memory(plan_);
        for (const auto& step : plan_.steps) {
            const Pass* pass = std::get_if<Pass>(&step);
            if (pass == nullptr) continue;
            cost_.memory += weights_bytes(*pass);
            add_work(*pass);
            for (const PointProgram* program : {&pass->prologue, &pass->epilogue})
                add_buffers(*program, *pass);
        }
        return cost_;
    }

  private:
    static void larger(Part& part, double amount, const Pass& pass) {
        if (amount > part.amount) part = {amount, pass.origin};
    }

    void add_work(const Pass& pass) {
        const double work = work_of(pass) / pixels_of(plan_);
        cost_.work += work;
        larger(cost_.heaviest, work, pass);
    }

    void add_buffers(const PointProgram& program, const Pass& pass) {
        for (const Instruction& instruction : program.code) {
            if (instruction.op != Op::store_buffer || made_[instruction.index]) continue;
            made_[instruction.index] = true;
            const Buffer& buffer = plan_.buffers[instruction.index];
            const double bytes =
                rows_bytes(buffer.height, buffer.width, storage_bytes(buffer.storage));
            cost_.memory += bytes;
            cost_.planes += bytes;
            larger(cost_.largest, bytes, pass);
        }
    }

    const Plan& plan_;
    std::vector<bool> made_;
    Cost cost_;
};

std::string size_text(const Plan& plan) {
    return std::to_string(plan.input.width) + "x" + std::to_string(plan.input.height);
}

std::string remedy(const char* option, double amount) {
    char text[80];
    std::snprintf(text, sizeof text, "set %s=%.0f to allow it", option, std::ceil(1.05 * amount));
    return text;
}

}  // namespace

Cost cost_of(const Plan& plan) { return Counter(plan).run(); }

void check_cost(const Plan& plan, const Allowance& allowed) {
    const Cost cost = cost_of(plan);
    const double room = room_of(plan), pixels = std::max(pixels_of(plan), smallest_frame);
    const double operations = cost.work * pixels_of(plan);
    if (cost.memory > allowed.memory * room) {
        const bool in_planes = cost.planes > 0.1 * cost.memory;
        throw Excess(cost.largest.origin,
                     "the script takes " + memory_text(cost.memory) + " for a frame of " +
                         size_text(plan) + "; allowed is " + memory_text(allowed.memory * room),
                     (in_planes ? "the largest plane is made here, " +
                                      memory_text(cost.largest.amount) + "; "
                                : "tables and the memory of threads take more than planes; ") +
                         remedy("script_memory", cost.memory / room));
    }
    if (operations > allowed.work * pixels) {
        throw Excess(cost.heaviest.origin,
                     "the script takes about " + work_text(cost.work) +
                         " operations per pixel of a frame of " + size_text(plan) +
                         "; allowed is " + work_text(allowed.work * pixels / pixels_of(plan)),
                     "most of it is done here, " + work_text(cost.heaviest.amount) + "; " +
                         remedy("script_work", operations / pixels));
    }
}

std::string cost_text(const Plan& plan) {
    const Cost cost = cost_of(plan);
    return "takes " + memory_text(cost.memory) + " of working memory for a frame of " +
           size_text(plan) + ", and about " + work_text(cost.work) + " operations per pixel";
}

std::string memory_text(double bytes) {
    char text[32];
    std::snprintf(text, sizeof text, bytes < 1e7 ? "%.1f MB" : "%.0f MB", bytes / 1e6);
    return text;
}

std::string work_text(double operations) {
    char text[32];
    std::snprintf(text, sizeof text, "%.0f", operations);
    return text;
}

}  // namespace tonelift
