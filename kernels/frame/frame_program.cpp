// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/frame/frame_program.h"

#include <algorithm>

#include "kernels/error.h"
#include "kernels/frame/frame.h"

namespace tonelift::frame {
namespace {

struct OperationAccess {
    std::vector<int> reads;
    std::vector<int> writes;
};

struct Placed {
    const FrameOperation* from;
    StepOperation device;
    int level = 0;
};

bool works_together(FrameOp op) {
    switch (op) {
        case FrameOp::arithmetic:
        case FrameOp::percentile:
        case FrameOp::minimum:
        case FrameOp::maximum:
        case FrameOp::smooth:
        case FrameOp::distance:
        case FrameOp::scene_change:
        case FrameOp::previous:
        case FrameOp::largest:
            return false;
        default:
            return true;
    }
}

bool needs_histogram(const StepOperation& operation) {
    switch (operation.op) {
        case FrameOp::percentile:
        case FrameOp::distance:
        case FrameOp::entropy:
            return true;
        default:
            return operation.op == FrameOp::curve && operation.reduction != no_reduction;
    }
}

class ProgramMaker {
  public:
    ProgramMaker(const Plan& plan, const ReductionLayout& reductions, int first_program)
        : plan_(plan), reductions_(reductions), next_program_(first_program) {
        const auto resources = static_cast<size_t>(plan.uniforms + plan.tables + 1);
        read_.assign(resources, -1);
        written_.assign(resources, -1);
    }

    FrameProgram run(const FrameStep& step) {
        for (const FrameOperation& operation : step.operations)
            placed_.push_back({&operation, device_operation(operation)});
        std::stable_partition(placed_.begin(), placed_.end(), [](const Placed& placed) {
            return placed.device.cuts || placed.device.op == FrameOp::distance;
        });
        for (Placed& placed : placed_) place(placed);
        int levels = 0;
        for (const Placed& placed : placed_) levels = std::max(levels, placed.level + 1);
        for (int level = 0; level < levels; ++level) add_level(level);
        return std::move(program_);
    }

  private:
    StepOperation device_operation(const FrameOperation& operation) {
        StepOperation device{};
        device.op = operation.op;
        device.curve = operation.curve;
        device.cuts = cuts_early(operation, plan_);
        device.state = static_cast<int16_t>(operation.state);
        device.result = operation.result;
        device.table = operation.table;
        device.program = operation.program.empty() ? -1 : next_program_++;
        set_reduction(device, operation.reduction);
        set_arguments(device, operation);
        return device;
    }

    void set_reduction(StepOperation& device, int index) const {
        device.reduction = no_reduction;
        const bool counts = device.op != FrameOp::curve || device.curve == CurveKind::adaptive;
        if (index < 0 || !counts) return;
        const PlacedReduction& reduction = reductions_.reductions[static_cast<size_t>(index)];
        device.kind = reduction.kind;
        device.unit_range = reduction.unit_range;
        device.reduction = reduction.offset;
        device.partials = reduction.partials;
        device.samples = static_cast<double>(std::max<int64_t>(reduction.samples, 1));
    }

    static void set_arguments(StepOperation& device, const FrameOperation& operation) {
        if (operation.arguments.size() > frame_arguments) {
            throw Error(Failure::internal, "a frame operation has too many arguments");
        }
        for (StepArgument& argument : device.arguments) argument = {-1, 0};
        if (operation.op == FrameOp::percentile) device.arguments[1].constant = all_samples;
        if (operation.op == FrameOp::scene_change) device.arguments[3].constant = largest_distance;
        for (size_t i = 0; i < operation.arguments.size(); ++i) {
            const Operand& operand = operation.arguments[i];
            const bool varies = operand.kind == Operand::Kind::uniform;
            device.arguments[i] = {varies ? operand.index : -1, operand.constant_value};
        }
    }

    int table(int index) const { return plan_.uniforms + index; }
    int cut() const { return plan_.uniforms + plan_.tables; }

    OperationAccess access_of(const Placed& placed) const {
        OperationAccess access;
        const FrameOperation& operation = *placed.from;
        for (const Operand& operand : operation.arguments) add_operand(operand, access);
        for (const Instruction& instruction : operation.program.code) {
            for (const Operand& operand : instruction.in) add_operand(operand, access);
            if (instruction.op == Op::lookup) access.reads.push_back(table(instruction.index));
            if (instruction.op == Op::store_uniform) access.writes.push_back(instruction.index);
        }
        const bool curve = operation.op == FrameOp::curve;
        if (operation.op == FrameOp::smooth || (curve && operation.state >= 0)) {
            access.reads.push_back(cut());
        }
        if (placed.device.cuts) access.writes.push_back(cut());
        if (operation.result >= 0) access.writes.push_back(operation.result);
        if (operation.table >= 0) access.writes.push_back(table(operation.table));
        return access;
    }

    static void add_operand(const Operand& operand, OperationAccess& access) {
        if (operand.kind == Operand::Kind::uniform) access.reads.push_back(operand.index);
    }

    void place(Placed& placed) {
        const OperationAccess access = access_of(placed);
        int& level = placed.level;
        for (int r : access.reads) level = std::max(level, at(written_, r) + 1);
        for (int w : access.writes) {
            level = std::max({level, at(written_, w) + 1, at(read_, w) + 1});
        }
        for (int r : access.reads) at(read_, r) = std::max(at(read_, r), level);
        for (int w : access.writes) at(written_, w) = level;
    }

    static int& at(std::vector<int>& levels, int i) { return levels[static_cast<size_t>(i)]; }

    void add_level(int level) {
        std::vector<StepOperation> alone, together;
        for (const Placed& placed : placed_) {
            if (placed.level == level)
                (works_together(placed.device.op) ? together : alone).push_back(placed.device);
        }
        while (!alone.empty()) {
            start_phase(false);
            std::erase_if(alone, [&](const StepOperation& operation) { return add(operation); });
        }
        for (const StepOperation& operation : together) {
            start_phase(true);
            add(operation);
        }
    }

    void start_phase(bool together) {
        StepPhase phase{static_cast<int32_t>(program_.operations.size()), 0, together, {}};
        std::ranges::fill(phase.taken, no_reduction);
        program_.phases.push_back(phase);
    }

    bool add(StepOperation operation) {
        if (operation.op == FrameOp::histogram || needs_histogram(operation)) {
            operation.held = hold(operation.reduction);
            if (operation.held < 0) return false;
            if (operation.op == FrameOp::histogram) places_[operation.held].holds = no_reduction;
        }
        if (operation.op == FrameOp::distance) {
            operation.held_before = hold(operation.reduction | of_frame_before);
            if (operation.held_before < 0) return false;
        }
        program_.operations.push_back(operation);
        ++program_.phases.back().count;
        return true;
    }

    // Returns the place of a histogram for the current phase, or -1 if the phase uses all places.
    int8_t hold(uint32_t histogram) {
        auto* const end = std::end(places_);
        auto* place = std::find_if(std::begin(places_), end,
                                   [&](const Slot& known) { return known.holds == histogram; });
        if (place == end) place = std::ranges::min_element(places_, {}, &Slot::used);
        if (place->holds != histogram && place->used == current_phase()) return -1;
        const auto index = place - std::begin(places_);
        const auto phase = place->used < 0 ? 0 : program_.phases.size() - 1;
        if (place->holds != histogram) program_.phases[phase].taken[index] = histogram;
        *place = {histogram, current_phase()};
        return static_cast<int8_t>(index);
    }

    int current_phase() const { return static_cast<int>(program_.phases.size()) - 1; }

    struct Slot {
        uint32_t holds = no_reduction;
        int used = -1;
    };

    const Plan& plan_;
    const ReductionLayout& reductions_;
    int next_program_;
    std::vector<Placed> placed_;
    std::vector<int> read_;
    std::vector<int> written_;
    Slot places_[held_histograms];
    FrameProgram program_;
};

}  // namespace

FrameProgram make_frame_program(const FrameStep& step, const Plan& plan,
                                const ReductionLayout& reductions, int first_program) {
    return ProgramMaker(plan, reductions, first_program).run(step);
}

std::vector<const PointProgram*> arithmetic_of(const Plan& plan) {
    std::vector<const PointProgram*> programs;
    for (const auto& any_step : plan.steps) {
        const auto* step = std::get_if<FrameStep>(&any_step);
        if (step == nullptr) continue;
        for (const FrameOperation& operation : step->operations) {
            if (!operation.program.empty()) programs.push_back(&operation.program);
        }
    }
    return programs;
}

}  // namespace tonelift::frame
