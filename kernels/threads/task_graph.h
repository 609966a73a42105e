// SPDX-License-Identifier: BSD-2-Clause
//
// Tasks that depend on each other, for several threads.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include "kernels/threads/workers.h"

namespace tonelift {

// Work whose items can be processed in any order and at the same time.
struct Loop {
    int items = 0;
    int workers = 0;  // upper bound of the indices of workers, exclusive
    std::function<void(int item, int worker)> work;
};

struct Task {
    std::vector<Loop> loops;  // run one after the other

    // Indices of tasks that must end before this task starts. They come earlier in the list.
    std::vector<size_t> before;

    // Called when the tasks of `before` have ended. If it returns false, the task is skipped.
    std::function<bool()> is_needed{};

    // Items of tasks with a lower rank are processed first.
    int rank = 0;
};

class TaskGraph {
  public:
    explicit TaskGraph(const std::vector<Task>& tasks);
    ~TaskGraph();

    // Runs all tasks. If an item throws an exception, the other items may be left out, and the
    // exception is thrown again.
    void run(Workers& workers);

  private:
    struct Node;
    static size_t nodes_of(const Task& task);
    static void follow(Node& earlier, Node& later);
    Node* add(const Task& task, Node* node);
    void open(Node& node);
    void add_opened();
    void end(const Node& node);
    void work(int worker);
    bool take_item(int worker);
    bool take_item(Node& node, int worker);

    std::vector<Node> nodes_;
    std::vector<Node*> order_;                       // by the rank of their tasks
    std::vector<std::atomic<uint64_t>> with_items_;  // one bit per node of order_
    int most_workers_ = 1;
    std::atomic<int> opened_{0};  // number of nodes that wait for no other node, and of failures
    std::atomic<bool> failed_{false};
};

}  // namespace tonelift
