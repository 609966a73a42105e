// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/steps/step_access.h"

#include <algorithm>
#include <map>

#include "kernels/program_has.h"
#include "kernels/steps/number_access.h"

namespace tonelift {
namespace {

void add(const Numbers& numbers, Resources& to) {
    for (const auto& [kind, index] : numbers)
        to.emplace(kind == NumberKind::table ? Resource::table : Resource::uniform, index);
}

void add(const Plan& plan, const PointProgram& program, StepAccess& access) {
    for (const Instruction& instruction : program.code) {
        const int index = instruction.index;
        for (const int buffer : buffers_read(plan, instruction))
            access.read.emplace(Resource::buffer, buffer);
        if (instruction.op == Op::store_buffer) access.written.emplace(Resource::buffer, index);
        if (instruction.op == Op::reduce) access.written.emplace(Resource::reduction, index);
    }
}

StepAccess access_of(const FrameStep& step) {
    StepAccess access;
    access.written = {{Resource::states, 0}};
    add(numbers_read(step), access.read);
    add(numbers_written(step), access.written);
    for (const FrameOperation& operation : step.operations) {
        if (operation.reduction >= 0) access.read.emplace(Resource::reduction, operation.reduction);
    }
    return access;
}

StepAccess access_of(const Plan& plan, const Pass& pass) {
    StepAccess access;
    add(plan, pass.prologue, access);
    add(plan, pass.epilogue, access);
    for (const CoreInput& input : pass.inputs) {
        if (input.buffer >= 0) access.read.emplace(Resource::buffer, input.buffer);
    }
    if (const auto* gather = std::get_if<Gather>(&pass.core)) add(plan, gather->term, access);
    add(numbers_read(pass), access.read);
    return access;
}

bool meet(const Resources& a, const Resources& b) {
    return std::any_of(a.begin(), a.end(), [&](const auto& thing) { return b.contains(thing); });
}

// The steps that have used a resource since its last change, and the step that changed it.
struct Users {
    std::vector<size_t> readers;
    std::vector<size_t> writer;  // empty before the first change
};

}  // namespace

std::vector<StepAccess> accesses_of(const Plan& plan) {
    std::vector<StepAccess> accesses;
    for (const auto& step : plan.steps) {
        const auto* pass = std::get_if<Pass>(&step);
        accesses.push_back(pass != nullptr ? access_of(plan, *pass)
                                           : access_of(std::get<FrameStep>(step)));
    }
    return accesses;
}

bool conflict(const StepAccess& earlier, const StepAccess& later) {
    return meet(earlier.written, later.read) || meet(earlier.written, later.written) ||
           meet(earlier.read, later.written);
}

std::vector<std::vector<size_t>> steps_before(const std::vector<StepAccess>& accesses) {
    std::map<Resources::value_type, Users> all;
    std::vector<std::vector<size_t>> result;
    for (size_t step = 0; step < accesses.size(); ++step) {
        std::set<size_t> before;
        for (const auto& resource : accesses[step].read) {
            Users& users = all[resource];
            before.insert(users.writer.begin(), users.writer.end());
            users.readers.push_back(step);
        }
        for (const auto& resource : accesses[step].written) {
            Users& users = all[resource];
            before.insert(users.writer.begin(), users.writer.end());
            before.insert(users.readers.begin(), users.readers.end());
            users = {{}, {step}};
        }
        before.erase(step);
        result.emplace_back(before.begin(), before.end());
    }
    return result;
}

std::vector<bool> leading_to_numbers(const Plan& plan, const std::vector<StepAccess>& accesses) {
    std::vector<bool> leads(plan.steps.size());
    for (size_t i = leads.size(); i-- > 0;) {
        leads[i] = std::holds_alternative<FrameStep>(plan.steps[i]);
        for (size_t k = i + 1; k < leads.size() && !leads[i]; ++k)
            leads[i] = leads[k] && meet(accesses[i].written, accesses[k].read);
    }
    return leads;
}

}  // namespace tonelift
