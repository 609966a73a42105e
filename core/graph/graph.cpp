// SPDX-License-Identifier: BSD-2-Clause
#include "core/graph/graph.h"

#include <algorithm>
#include <cstring>

#include "core/graph/simplify.h"
#include "kernels/error.h"

namespace tonelift {
namespace {

constexpr size_t max_nodes = 100000;  // far more than real scripts have, but few enough for memory

template <typename T>
void append(std::string& key, const T& value) {
    key.append(reinterpret_cast<const char*>(&value), sizeof(value));
}

void append(std::string& key, const std::vector<float>& values) {
    append(key, values.size());
    for (float value : values) append(key, value);
}

struct CoreKey {
    std::string& key;
    void operator()(const Point&) const {}
    void operator()(const Scan& scan) const {
        append(key, scan.kind);
        append(key, scan.axis);
        for (float value : {scan.rate, scan.edge, scan.lambda, scan.sigma}) append(key, value);
    }
    void operator()(const Stencil& stencil) const {
        std::apply([&](const auto&... field) { (append(key, field), ...); }, stencil.fields());
    }
    void operator()(const Resample& resample) const {
        append(key, resample.kind);
        for (int size : {resample.in_width, resample.in_height}) append(key, size);
        for (float value : {resample.epsilon, resample.steepest, resample.overshoot})
            append(key, value);
    }
    void operator()(const Gather& gather) const { append(key, gather.radius); }
};

}  // namespace

std::string key_of(const Node& node) {
    std::string key;
    append(key, node.kind);
    append(key, node.op);
    append(key, node.result);
    append(key, node.index);
    append(key, node.value);
    append(key, node.reduction);
    append(key, node.frame_op);
    append(key, node.curve);
    append(key, node.width);
    append(key, node.height);
    for (NodeId operand : node.operands) append(key, operand);
    append(key, node.core.index());
    std::visit(CoreKey{key}, node.core);
    return key;
}

NodeId Graph::add(Node node) {
    std::string key = key_of(node);
    const auto found = shared_.find(key);
    if (found != shared_.end()) return found->second;
    if (nodes_.size() >= max_nodes) {
        throw Error(Failure::script,
                    "the script has more than 100000 operations after inlining and unrolling");
    }
    node.origin = origin_;
    nodes_.push_back(std::move(node));
    const NodeId id = static_cast<NodeId>(nodes_.size()) - 1;
    shared_.emplace(std::move(key), id);
    return id;
}

NodeId Graph::constant(float value) {
    Node node;
    node.kind = NodeKind::constant;
    node.type = NodeType::constant;
    node.value = value == 0 ? 0.0f : value;
    node.range = {node.value, node.value};
    return add(std::move(node));
}

NodeId Graph::input(int component) { return input_grid(component, width_, height_); }

NodeId Graph::input_rows(int component, int rows) { return input_grid(component, width_, rows); }

NodeId Graph::input_reduced(int component, int factor) {
    return input_grid(component, width_ / factor, height_ / factor);
}

NodeId Graph::input_grid(int component, int width, int height) {
    Node node = pixel_node(NodeKind::input, everything);
    node.index = component;
    node.width = width;
    node.height = height;
    return add(std::move(node));
}

NodeId Graph::coordinate(Axis axis, int width, int height) {
    const int size = axis == Axis::x ? width : height;
    Node node = pixel_node(NodeKind::coordinate, {0.0f, static_cast<float>(size)});
    node.width = width;
    node.height = height;
    node.op = axis == Axis::x ? Op::coordinate_x : Op::coordinate_y;
    return add(std::move(node));
}

NodeId Graph::parameter(int index, Interval range) {
    const auto i = static_cast<size_t>(index);
    if (i < baked_.size() && baked_[i].has_value()) return constant(*baked_[i]);
    return uniform_node(NodeKind::parameter, index, range);
}

NodeId Graph::frame_uniform(FrameUniform uniform) {
    return uniform_node(NodeKind::frame_uniform, static_cast<int>(uniform), everything);
}

NodeId Graph::given(int index) { return uniform_node(NodeKind::given, index, everything); }

Node Graph::pixel_node(NodeKind kind, Interval range) const {
    Node node;
    node.kind = kind;
    node.type = NodeType::plane;
    node.width = width_;
    node.height = height_;
    node.range = range;
    return node;
}

NodeId Graph::uniform_node(NodeKind kind, int index, Interval range) {
    Node node;
    node.kind = kind;
    node.type = NodeType::uniform;
    node.index = index;
    node.range = range;
    return add(std::move(node));
}

void Graph::take_operands(Node& node, std::span<const NodeId> operands) const {
    node.operands.assign(operands.begin(), operands.end());
    node.type = NodeType::constant;
    for (NodeId id : operands) {
        const Node& operand = at(id);
        node.type = std::max(node.type, operand.type);
        node.inner |= operand.inner;
        if (operand.type != NodeType::plane) continue;
        if (node.width != 0 && (node.width != operand.width || node.height != operand.height)) {
            throw Error(Failure::script, "planes of " + std::to_string(node.width) + "x" +
                                             std::to_string(node.height) + " and " +
                                             std::to_string(operand.width) + "x" +
                                             std::to_string(operand.height) +
                                             " cannot be combined; upsample() the smaller one");
        }
        node.width = operand.width;
        node.height = operand.height;
    }
}

NodeId Graph::operation(Op op, std::span<const NodeId> operands, int result) {
    Node node;
    node.kind = NodeKind::operation;
    node.op = op;
    node.result = static_cast<uint8_t>(result);
    take_operands(node, operands);
    const NodeId same = simplify(*this, node);
    if (same != no_node) return same;
    node.range = operation_range(*this, node);
    return add(std::move(node));
}

void Graph::refuse_inner(std::span<const NodeId> operands) const {
    for (NodeId id : operands) {
        if (at(id).inner)
            throw Error(Failure::script,
                        "the functions of 'gather' may apply only point operations to their "
                        "arguments, not neighborhoods, scans, resamples or statistics");
    }
}

NodeId Graph::neighbor(NodeId plane) {
    if (at(plane).type != NodeType::plane) return plane;
    refuse_inner(std::array{plane});
    Node node;
    node.kind = NodeKind::neighbor;
    take_operands(node, std::array{plane});
    node.range = at(plane).range;
    node.inner = true;
    return add(std::move(node));
}

NodeId Graph::neighbor_offset(Axis axis, int width, int height) {
    Node node = pixel_node(NodeKind::neighbor_offset, everything);
    node.index = static_cast<int>(axis);
    node.width = width;
    node.height = height;
    node.inner = true;
    return add(std::move(node));
}

NodeId Graph::sum(NodeId term, int radius, int index) {
    const float count = static_cast<float>((2 * radius + 1) * (2 * radius + 1));
    if (!at(term).inner) return op(Op::multiply, term, constant(count));
    Node so_far = pixel_node(NodeKind::sum_so_far, everything);
    so_far.index = index;
    so_far.width = at(term).width;
    so_far.height = at(term).height;
    so_far.inner = true;
    const NodeId before = add(std::move(so_far));
    const Node& share = at(term);
    const bool product = share.kind == NodeKind::operation && share.op == Op::multiply;
    const NodeId after = product
                             ? op(Op::multiply_add, share.operands[0], share.operands[1], before)
                             : op(Op::add, before, term);
    Node node;
    node.kind = NodeKind::sum;
    take_operands(node, std::array{after, before});
    node.index = radius;
    node.range = everything;
    return add(std::move(node));
}

std::vector<NodeId> Graph::gather(int radius, std::span<const NodeId> results, NodeId anything) {
    std::vector<NodeId> operands;
    for (NodeId id : results) {
        if (at(id).inner) operands.push_back(id);
    }
    operands.push_back(anything);
    Node node;
    node.kind = NodeKind::core;
    node.core = Gather{radius, 0, 0, 0, {}, {}};
    take_operands(node, operands);
    node.inner = false;
    std::vector<NodeId> planes(results.begin(), results.end());
    for (NodeId& id : planes) {
        if (!at(id).inner) continue;
        node.range = at(id).range;
        id = add(node);
        ++node.result;
    }
    return planes;
}

NodeId Graph::core(const Core& core, std::span<const NodeId> operands, int width, int height) {
    refuse_inner(operands);
    Node node;
    node.kind = NodeKind::core;
    node.type = NodeType::plane;
    node.core = core;
    node.operands.assign(operands.begin(), operands.end());
    node.width = width;
    node.height = height;
    node.range = core_range(core, at(operands[0]).range);
    return add(std::move(node));
}

NodeId Graph::reduce(ReductionKind kind, NodeId plane) {
    refuse_inner(std::array{plane});
    Node node;
    node.kind = NodeKind::reduce;
    node.type = NodeType::uniform;
    node.reduction = kind;
    node.operands = {plane};
    node.range = everything;
    return add(std::move(node));
}

NodeId Graph::frame(FrameOp op, std::span<const NodeId> operands, CurveKind curve) {
    refuse_inner(operands);
    Node node;
    node.kind = NodeKind::frame;
    const bool table = op == FrameOp::curve || op == FrameOp::histogram;
    node.type = table ? NodeType::table : NodeType::uniform;
    node.frame_op = op;
    node.curve = curve;
    node.operands.assign(operands.begin(), operands.end());
    if (single_frames_ && is_smoothed(op, curve)) node.operands.back() = constant(0);
    node.range = op == FrameOp::scene_change ? unit_range : everything;
    const NodeId id = add(std::move(node));
    if (remembers(op, curve))
        nodes_[static_cast<size_t>(id)].script_positions.insert(script_position_);
    return id;
}

void Graph::name_states(NodeId root, const std::string& name) {
    named_.resize(nodes_.size());
    std::vector<NodeId> stack{root};
    while (!stack.empty()) {
        const NodeId id = stack.back();
        stack.pop_back();
        if (id == no_node || named_[static_cast<size_t>(id)]) continue;
        named_[static_cast<size_t>(id)] = true;
        Node& node = nodes_[static_cast<size_t>(id)];
        if (node.kind == NodeKind::frame) node.name = name;
        stack.insert(stack.end(), node.operands.begin(), node.operands.end());
    }
}

NodeId Graph::lookup(NodeId table, NodeId x) {
    Node node;
    node.kind = NodeKind::operation;
    node.op = Op::lookup;
    node.operands = {x, table};
    node.inner = at(x).inner;
    node.type = std::max(at(x).type, NodeType::uniform);
    node.width = at(x).width;
    node.height = at(x).height;
    node.range = unit_range;
    return add(std::move(node));
}

}  // namespace tonelift
