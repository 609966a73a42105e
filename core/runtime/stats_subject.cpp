// SPDX-License-Identifier: BSD-2-Clause
#include "core/runtime/stats_subject.h"

#include <algorithm>
#include <bit>
#include <filesystem>

#include "core/color/names.h"
#include "core/common/build_version.h"
#include "core/common/scanner.h"
#include "core/common/text.h"
#include "core/runtime/deband.h"
#include "core/runtime/frame_metadata.h"

namespace tonelift {
namespace {

std::string digest(std::string_view text) {
    std::string digits;
    append(digits, digest_of(text), 16);
    return digits;
}

// Returns the nodes that `roots` depend on, and `roots`, each node after its operands. The order
// does not depend on the numbers of the nodes. These numbers differ between compilers, because the
// compiler chooses the order in which the arguments of a call are evaluated.
std::vector<NodeId> made_of(const Graph& graph, std::vector<NodeId> roots) {
    std::vector<NodeId> order;
    std::vector<bool> opened(graph.size()), done(graph.size());
    std::ranges::reverse(roots);
    while (!roots.empty()) {
        const NodeId id = roots.back();
        const auto at = static_cast<size_t>(id);
        if (id != no_node && !opened[at]) {
            opened[at] = true;
            const std::vector<NodeId>& operands = graph.at(id).operands;
            roots.insert(roots.end(), operands.rbegin(), operands.rend());
            continue;
        }
        roots.pop_back();
        if (id == no_node || done[at]) continue;
        done[at] = true;
        order.push_back(id);
    }
    return order;
}

// Rounds a constant, because math libraries of two machines may differ in its last bit.
float without_noise(float value) {
    return std::bit_cast<float>(std::bit_cast<uint32_t>(value) & 0xfffff000u);
}

class Measured {
  public:
    Measured(const StatsSubject& subject, bool whole)
        : graph_(subject.graph),
          nodes_(made_of(graph_, {subject.roots.begin(), subject.roots.end()})) {
        if (!whole) nodes_ = made_of(graph_, with_state());
    }

    template <typename Condition>
    bool any(const Condition& condition) const {
        return std::ranges::any_of(nodes_, [&](NodeId id) { return condition(graph_.at(id)); });
    }
    bool has(FrameOp op) const {
        return any(
            [&](const Node& node) { return node.kind == NodeKind::frame && node.frame_op == op; });
    }
    bool has(NodeKind kind, int index) const {
        return any([&](const Node& node) { return node.kind == kind && node.index == index; });
    }
    // Returns a hash of the measured nodes. The nodes are numbered anew, so that all other nodes of
    // the graph do not affect the hash.
    std::string formula() const {
        std::vector<NodeId> number(graph_.size(), no_node);
        std::string keys;
        NodeId next = 0;
        for (const NodeId id : nodes_) {
            Node node = graph_.at(id);
            for (NodeId& operand : node.operands) operand = number[static_cast<size_t>(operand)];
            node.value = without_noise(node.value);
            number[static_cast<size_t>(id)] = next++;
            keys += key_of(node);
        }
        return digest(keys);
    }

  private:
    std::vector<NodeId> with_state() const {
        std::vector<NodeId> result;
        for (const NodeId id : nodes_) {
            const Node& node = graph_.at(id);
            if (node.kind != NodeKind::frame) continue;
            if (states_of(node.frame_op, node.curve) > 0) result.push_back(id);
        }
        return result;
    }

    const Graph& graph_;
    std::vector<NodeId> nodes_;
};

class Fields {
  public:
    void add(const std::string& key, std::string value, const std::string& note = {}) {
        fields_.push_back({key, std::move(value), printable(note)});
    }
    void number(const std::string& key, double value) {
        std::string text;
        append(text, value);
        add(key, text);
    }
    void named(const std::string& key, const char* option, int value) {
        add(key, std::to_string(value), color_name(option, value));
    }
    std::vector<StatsField> take() { return std::move(fields_); }

  private:
    std::vector<StatsField> fields_;
};

void add_params(Fields& fields, const StatsSubject& subject, const Measured& measured) {
    for (size_t i = 0; i < subject.params.size(); ++i) {
        if (!measured.has(NodeKind::parameter, static_cast<int>(i))) continue;
        std::string value;
        append(value, subject.params[i]);
        fields.add("param." + subject.ast.params[i].name, value);
    }
}

// Adds the hash of all computations. Some params change the structure of the graph and therefore
// the hash. The note of the hash lists the values of these params.
void add_formula(Fields& fields, const StatsSubject& subject, const Measured& measured) {
    std::string shaped_by;
    for (size_t i = 0; i < subject.params.size(); ++i) {
        if (!subject.structural[i]) continue;
        shaped_by += (shaped_by.empty() ? "with " : ", ") + subject.ast.params[i].name + " = " +
                     number_text(subject.params[i]);
    }
    fields.add(last_resort_key, measured.formula(), shaped_by);
}

void add_input(Fields& fields, const tonelift_video& in, const tonelift_options& options) {
    fields.add("size", std::to_string(in.width) + "x" + std::to_string(in.height));
    fields.add("samples", samples_of(*find_format(in.format)));
    fields.named("primaries", "primaries", in.primaries);
    fields.named("transfer", "transfer", in.transfer);
    fields.named("matrix", "matrix", in.matrix);
    fields.named("range", "range", in.range);
    fields.add("chroma_location", std::to_string(static_cast<int>(in.chroma_location)));
    if (in.transfer == h273::transfer_linear) fields.number("in_white", linear_white_nits(in));
    if (is_premultiplied(in)) fields.named("alpha_mode", "alpha_mode", in.alpha_mode);
    if (options.superwhite != TONELIFT_SUPERWHITE_CLIP)
        fields.named("superwhite", "superwhite", options.superwhite);
}

void add_output(Fields& fields, const StatsSubject& subject) {
    fields.named("output.primaries", "primaries", subject.out.primaries);
    fields.named("output.transfer", "transfer", subject.out.transfer);
    fields.named("gamut_mode", "gamut_mode", subject.settings.gamut_mode);
    fields.named("show", "show", subject.settings.show);
    fields.number("split", subject.settings.split);
}

void add_options(Fields& fields, const StatsSubject& subject, const Measured& measured,
                 bool light) {
    const auto frame_uniform = [&](FrameUniform uniform) {
        return measured.has(NodeKind::frame_uniform, static_cast<int>(uniform));
    };
    const GivenTones tones = MetadataUse(subject.settings, subject.in, subject.out).tones;
    const bool maps_input = tones == GivenTones::gains || tones == GivenTones::trims;
    if (measured.has(FrameOp::curve) || maps_input)
        fields.named("tonemap", "tonemap", subject.settings.tonemap);
    if (is_per_shot(subject.settings)) fields.add("smoothing", "shot");
    fields.number("scene_threshold_low", subject.settings.scene_threshold_low);
    if (removes_bands(subject.in, subject.settings.deband))
        fields.number("deband", subject.settings.deband);
    fields.number("scene_threshold_high", subject.settings.scene_threshold_high);
    const bool hlg = transfer_function(subject.in.transfer) == TransferFunction::hlg;
    if (light || hlg || frame_uniform(FrameUniform::source_peak))
        fields.number("source_peak", source_peak_nits(subject.in, subject.settings));
    if (light || maps_input || frame_uniform(FrameUniform::target_peak))
        fields.number("target_peak", target_peak_nits(subject.out, subject.settings));
}

}  // namespace

std::string samples_of(const Format& format) {
    static constexpr const char* families[] = {"yuv", "gray", "rgb"};
    static_assert(static_cast<int>(Family::RGB) == 2);
    return std::string(families[static_cast<size_t>(format.family)]) + "-" +
           std::to_string(format.depth) + "-" + std::to_string(1 << format.chroma_w) + "x" +
           std::to_string(1 << format.chroma_h);
}

std::vector<StatsField> input_fields(const tonelift_video& in, const tonelift_options& options) {
    Fields fields;
    add_input(fields, in, options);
    return fields.take();
}

std::vector<StatsField> stats_fields(const StatsSubject& subject) {
    const bool light = has_light_level(subject.out);
    const Measured measured(subject, light);
    const SourceText& script = subject.ast.source;
    Fields fields;
    fields.add("tonelift", build_version());
    fields.add("script", digest(script.text),
               std::filesystem::path(script.name).filename().string());
    add_input(fields, subject.in, subject.settings);
    fields.add("target", is_hdr(subject.out) ? "hdr" : "sdr");
    if (light) add_output(fields, subject);
    add_options(fields, subject, measured, light);
    add_params(fields, subject, measured);
    add_formula(fields, subject, measured);
    return fields.take();
}

}  // namespace tonelift
