// SPDX-License-Identifier: BSD-2-Clause
#include "core/graph/cost.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "kernels/evaluate.h"

namespace tonelift {
namespace {

constexpr double smallest_frame = 256 * 256;  // pixels

double pixels_of(const Plan& plan) { return double(plan.input.width) * plan.input.height; }

// Returns the number of pixels of the frame, for memory: rows are padded to whole cache lines.
double room_of(const Plan& plan) {
    return std::max(std::ceil(plan.input.width / 32.0) * 32 * plan.input.height, smallest_frame);
}

// Returns the size of a plane; rows start at multiples of a cache line.
double plane_bytes(double width, double height, int sample_bytes) {
    return std::ceil(width * sample_bytes / 64) * 64 * height;
}

double float_bytes(double width, double height) { return plane_bytes(width, height, 4); }

// Working memory on the CPU: each thread has a band of float planes for the inputs and outputs of
// the core. Bands of neighborhood operations overlap.
struct WorkMemory {
    const Pass& pass;

    double operator()(const Point&) const { return 4 * float_bytes(pass.width, pass.height); }

    // Returns the memory of a scan, which works on groups of lines with scratch memory for each
    // group.
    double operator()(const Scan& scan) const {
        const bool rows = scan.axis == Axis::x;
        const double length = rows ? pass.width : pass.height, lines = rows ? 16 : 64;
        const double groups = std::ceil((rows ? pass.height : pass.width) / lines);
        return groups * float_bytes(length + 16, 2 * lines + 128);
    }

    double operator()(const Stencil& stencil) const {
        const double around = neighborhood(stencil.radius_x, stencil.radius_y);
        // The median sorts values and keeps their ranks.
        const double scratch = stencil.kind == StencilKind::median ? 6 * around : around;
        return stencil_info(stencil.kind).inputs * around + scratch +
               float_bytes(pass.width, pass.height);
    }

    double operator()(const Gather& gather) const {
        return gather.inputs * neighborhood(gather.radius, gather.radius) +
               gather.sums * float_bytes(pass.width, pass.height);
    }

    double operator()(const Resample& resample) const {
        const int planes = resample.kind == ResampleKind::joint ? 2 : 1;
        const double bands = std::ceil(pass.height / 16.0);
        return planes * (float_bytes(resample.in_width, resample.in_height + 2 * bands) +
                         2 * float_bytes(pass.width, pass.height));
    }

    double neighborhood(int radius_x, int radius_y) const {
        const double band = std::clamp(2 * radius_y, 16, 128);
        const double bands = std::ceil(pass.height / band);
        return float_bytes(pass.width + 2 * radius_x + 32, bands * (band + 2 * radius_y));
    }
};

// Operations of a core per pixel of its result.
struct CoreWork {
    const Pass& pass;

    double operator()(const Point&) const { return 0; }

    double operator()(const Scan& scan) const {
        constexpr double each[] = {16, 24, 32, 2};  // edge, gauss, smooth, sum
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
        constexpr double each[] = {2, 8, 48, 1, 1, 1};  // area, bilinear, joint, flips, transpose
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

// Returns the operations of a pass per frame.
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
        cost_.memory = double(plan_.tables) * curve_entries * sizeof(float);
        double working = 0;
        for (const auto& step : plan_.steps) {
            const Pass* pass = std::get_if<Pass>(&step);
            if (pass == nullptr) continue;
            const double memory = std::visit(WorkMemory{*pass}, pass->core);
            working = std::max(working, memory);
            cost_.memory += weights_bytes(*pass);
            add_work(*pass);
            for (const PointProgram* program : {&pass->prologue, &pass->epilogue})
                add_buffers(*program, *pass);
        }
        cost_.memory += working;
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

    // Adds the buffers that this program is the first to write.
    void add_buffers(const PointProgram& program, const Pass& pass) {
        for (const Instruction& instruction : program.code) {
            if (instruction.op != Op::store_buffer || made_[instruction.index]) continue;
            made_[instruction.index] = true;
            const Buffer& buffer = plan_.buffers[instruction.index];
            const double bytes =
                plane_bytes(buffer.width, buffer.height, storage_bytes(buffer.storage));
            cost_.memory += bytes;
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

// Returns the option setting that allows an amount per pixel, with some reserve.
std::string remedy(const char* option, double amount) {
    char text[80];
    std::snprintf(text, sizeof text, "the option %s=%.0f allows it", option,
                  std::ceil(1.05 * amount));
    return text;
}

}  // namespace

Cost cost_of(const Plan& plan) { return Counter(plan).run(); }

void check_cost(const Plan& plan, const Allowance& allowed) {
    const Cost cost = cost_of(plan);
    const double room = room_of(plan), pixels = std::max(pixels_of(plan), smallest_frame);
    const double operations = cost.work * pixels_of(plan);
    if (cost.memory > allowed.memory * room) {
        throw Excess(cost.largest.origin,
                     "the script takes " + memory_text(cost.memory) + " for a frame of " +
                         size_text(plan) + ", and " + memory_text(allowed.memory * room) +
                         " are allowed",
                     "the largest plane is made here, " + memory_text(cost.largest.amount) + "; " +
                         remedy("script_memory", cost.memory / room));
    }
    if (operations > allowed.work * pixels) {
        throw Excess(cost.heaviest.origin,
                     "the script takes about " + work_text(cost.work) +
                         " operations per pixel of a frame of " + size_text(plan) + ", and " +
                         work_text(allowed.work * pixels / pixels_of(plan)) + " are allowed",
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
