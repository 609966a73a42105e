// SPDX-License-Identifier: BSD-2-Clause
#include "core/graph/why.h"

#include <algorithm>
#include <iterator>

namespace tonelift {
namespace {

const char* text_of(Refusal refusal) {
    static const char* const texts[] = {
        "no other pass computes its plane",
        "its plane is the first that is computed",
        "a frame step lies between its plane and the previous pass",
        "the previous pass has another size",
        "the previous pass is a scan or a gather, which is fastest when it only stores",
        "the previous pass already computes the maximum number of planes for other passes",
    };
    static_assert(std::size(texts) == static_cast<size_t>(Refusal::count_));
    return texts[static_cast<size_t>(refusal)];
}

const char* text_of(Need need) {
    switch (need) {
        case Need::upsampled:
            return "the passes that read it upsample it themselves";
        case Need::joint_guide:
            return "a joint upsampling reads it at the size of its result";
        case Need::joint_value:
            return "a joint upsampling reads 16 bits faster than floats";
        case Need::reduced_input:
            return "a scan reads it, and it is computed from the reduced input";
        case Need::along_columns:
            return "a scan along columns reads it and is fastest when it does nothing else";
        case Need::from_core:
            return "a core reads it, and only the result of this pass is needed to compute it";
    }
    return "";
}

const char* text_of(Host host) {
    switch (host) {
        case Host::own_core:
            return "this pass makes its plane";
        case Host::computes_it:
            return "this pass is the first that computes its plane";
        case Host::previous_pass:
            return "no pass computes its plane, and this one has its size";
        case Host::point_pass:
            return "no pass computes its plane";
    }
    return "";
}

std::string count_text(int count, const std::string& noun) {
    const char* const plural = noun.back() == 's' ? "es" : "s";
    return std::to_string(count) + " " + noun + (count == 1 ? "" : plural);
}

std::string pass_text(const PassDraft& pass) {
    if (pass.fused.is_output) return "makes the output picture";
    if (pass.core != no_node) return "a core has a pass of its own";
    return text_of(pass.fused.refusal);
}

std::string store_text(const Selection& selection, const StoredPlane& plane) {
    const int users = selection.users_of(plane);
    const std::string costs = "used by " + count_text(users, "pass") + " and costs " +
                              count_text(plane.cost, "operation");
    switch (plane.reason) {
        case StoreReason::result:
            return "result of the core, read by " + count_text(users - 1, "pass");
        case StoreReason::needed:
            return text_of(plane.need);
        case StoreReason::used_again:
            return costs;
        case StoreReason::colors_there:
            return costs + ", and this pass has the colors that the plane depends on";
    }
    return "";
}

std::string statistic_text(const Schedule& schedule, int reduction) {
    const auto reduce = std::ranges::find_if(
        schedule.reductions, [&](const auto& entry) { return entry.second == reduction; });
    return text_of(schedule.hosts.at(reduce->first));
}

void add_statistics(const Schedule& schedule, const std::vector<Sink>& sinks,
                    std::vector<std::string>& lines) {
    std::map<std::string, int> counts;
    for (const Sink& sink : sinks) {
        if (sink.op == Op::reduce) ++counts[statistic_text(schedule, sink.index)];
    }
    for (const auto& [text, count] : counts)
        lines.push_back(std::to_string(count) + (count == 1 ? " statistic: " : " statistics: ") +
                        text);
}

}  // namespace

std::vector<std::string> reasons_of(const Schedule& schedule, const PassDraft& pass,
                                    const std::map<NodeId, int>& buffers) {
    std::vector<std::string> lines{pass_text(pass)};
    for (const auto* sinks : {&pass.prologue, &pass.epilogue}) {
        for (const Sink& sink : *sinks) {
            if (sink.op == Op::store_buffer)
                lines.push_back(
                    "b" + std::to_string(buffers.at(sink.node)) + " stored: " +
                    store_text(schedule.selection, *schedule.selection.find(sink.node)));
        }
        add_statistics(schedule, *sinks, lines);
    }
    return lines;
}

}  // namespace tonelift
