// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/threads/task_graph.h"

#include <algorithm>
#include <bit>
#include <utility>

#include "kernels/threads/poll.h"

namespace tonelift {
namespace {

constexpr size_t word_bits = 64;

}  // namespace

// A loop of a task.
struct TaskGraph::Node {
    Loop loop;
    std::function<bool()> is_needed;
    std::vector<Node*> followers;
    int rank = 0;
    size_t place = 0;  // index in order_
    int predecessors = 0;
    alignas(64) std::atomic<int> next{0};  // the next item that a worker can take
    alignas(64) std::atomic<int> left{0};  // number of items that have not ended
    std::atomic<int> waits{0};             // number of predecessors that have not ended
};

TaskGraph::TaskGraph(const std::vector<Task>& tasks) {
    size_t count = 0;
    for (const Task& task : tasks) count += nodes_of(task);
    nodes_ = std::vector<Node>(count);
    std::vector<Node*> last;  // of each task
    Node* next = nodes_.data();
    for (const Task& task : tasks) {
        Node* const first = std::exchange(next, add(task, next));
        last.push_back(next - 1);
        for (const size_t before : task.before) follow(*last[before], *first);
    }
    for (Node& node : nodes_) order_.push_back(&node);
    std::ranges::stable_sort(order_, {}, &Node::rank);
    for (size_t i = 0; i < count; ++i) order_[i]->place = i;
    with_items_ = std::vector<std::atomic<uint64_t>>((count + word_bits - 1) / word_bits);
}

TaskGraph::~TaskGraph() = default;

// A task without loops has a node without items, which its followers wait for.
size_t TaskGraph::nodes_of(const Task& task) { return std::max(task.loops.size(), size_t{1}); }

void TaskGraph::follow(Node& earlier, Node& later) {
    earlier.followers.push_back(&later);
    ++later.predecessors;
}

// Fills the nodes of a task, which begin at `node`. Returns the node after them.
TaskGraph::Node* TaskGraph::add(const Task& task, Node* node) {
    for (size_t i = 0; i < nodes_of(task); ++i, ++node) {
        node->is_needed = task.is_needed;
        node->rank = task.rank;
        if (i > 0) follow(node[-1], *node);
        if (task.loops.empty()) continue;
        node->loop = task.loops[i];
        most_workers_ = std::max(most_workers_, node->loop.workers);
    }
    return node;
}

void TaskGraph::run(Workers& workers) {
    failed_ = false;
    opened_ = 0;
    for (auto& word : with_items_) word = 0;
    for (Node& node : nodes_) node.waits = node.predecessors;
    for (Node& node : nodes_) {
        if (node.predecessors == 0) open(node);
    }
    workers.together(most_workers_, [&](int worker) { work(worker); });
}

void TaskGraph::open(Node& node) {
    const bool needed = node.loop.items > 0 && (!node.is_needed || node.is_needed());
    node.left = node.loop.items;
    node.next = 0;
    if (needed) with_items_[node.place / word_bits] |= uint64_t{1} << node.place % word_bits;
    add_opened();
    if (!needed) end(node);
}

void TaskGraph::add_opened() {
    ++opened_;
    opened_.notify_all();
}

void TaskGraph::end(const Node& node) {
    for (Node* follower : node.followers) {
        if (--follower->waits == 0) open(*follower);
    }
}

// Processes items until all items are taken. A worker also stops after another worker has failed,
// because the items that it waits for may never come.
void TaskGraph::work(int worker) {
    try {
        for (;;) {
            const int opened = opened_;
            if (take_item(worker)) continue;
            if (failed_ || opened == static_cast<int>(nodes_.size())) return;
            if (!poll_for(longest_poll, [&] { return opened_ != opened; })) opened_.wait(opened);
        }
    } catch (...) {
        failed_ = true;
        add_opened();
        throw;
    }
}

// Returns false if no item was taken.
bool TaskGraph::take_item(int worker) {
    for (size_t word = 0; word < with_items_.size(); ++word) {
        for (uint64_t bits = with_items_[word]; bits != 0; bits &= bits - 1) {
            const auto bit = static_cast<size_t>(std::countr_zero(bits));
            if (take_item(*order_[word * word_bits + bit], worker)) return true;
        }
    }
    return false;
}

bool TaskGraph::take_item(Node& node, int worker) {
    const int items = node.loop.items;
    if (worker >= node.loop.workers || node.next >= items) return false;
    const int item = node.next++;
    if (item >= items) return false;
    if (item + 1 == items)
        with_items_[node.place / word_bits] &= ~(uint64_t{1} << node.place % word_bits);
    node.loop.work(item, worker);
    if (--node.left == 0) end(node);
    return true;
}

}  // namespace tonelift
