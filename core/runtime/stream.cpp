// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/stream.h"

#include "core/color/describe.h"
#include "core/runtime/stream_stats.h"

namespace tonelift {
namespace {

bool same_work(const Build& a, const Build& b) {
    return a.passthrough == b.passthrough && a.plan == b.plan;
}

std::unique_ptr<Executor> executor_for(const Stream& stream, const Machine& machine) {
    const Plan& plan = stream.build.plan;
    if (stream.build.passthrough) return machine.copier(plan.input);
    return measures(stream.settings) ? machine.measurer(plan) : machine.executor(plan);
}

}  // namespace

tonelift_video described(const tonelift_video& given, const Settings& settings, const Log& log) {
    std::string assumed;
    const tonelift_video result = describe_input(given, settings, &assumed);
    if (!assumed.empty()) log.warning(assumed);
    return result;
}

void complete(Stream& stream, const Stream* before, const tonelift_video& mapped,
              const Machine& machine, const Log& log) {
    const Params none;
    const Params& params = before != nullptr ? before->build.params : none;
    stream.build =
        build(stream.script, stream.settings, {stream.in, stream.form}, mapped, params, log);
    const Build& made = stream.build;
    if (!made.section.fields.empty())
        stream.build.section.fields.front().note = machine.computes_with();
    if (before != nullptr && same_work(before->build, made)) {
        stream.executor = before->executor;
        return;
    }
    stream.executor = executor_for(stream, machine);
    if (before != nullptr) stream.executor->continue_from(*before->executor);
}

}  // namespace tonelift
