// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/threads/workers.h"

#include <oneapi/tbb/global_control.h>
#include <oneapi/tbb/info.h>
#include <oneapi/tbb/parallel_for.h>
#include <oneapi/tbb/task_arena.h>
#include <oneapi/tbb/task_group.h>
#include <unistd.h>

#include <atomic>
#include <mutex>
#include <utility>
#include <vector>

namespace tonelift {
namespace {

// The process that has started threads, or 0.
std::atomic<pid_t> process_with_threads{0};

// Returns whether this process is a child of the process that has started threads. The child lacks
// these threads, and locks of TBB can be locked forever, so the child must not use TBB.
bool has_lost_threads() {
    const pid_t process = process_with_threads;
    return process != 0 && process != getpid();
}

}  // namespace

struct Arena {
    explicit Arena(int threads) : tasks(threads) {}

    template <typename Body>
    void execute(const Body& body) {
        process_with_threads = getpid();
        tasks.execute(body);
    }

    // Reuses the paused helpers if there are `workers` - 1 of them. Otherwise, stops these helpers
    // and starts others.
    void call_helpers(int workers) {
        if (helped == workers && helpers.resume()) return;
        dismiss_helpers();
        helpers.start();
        helping.run([this, workers] {
            tbb::parallel_for(
                1, workers, [this](int worker) { helpers.help(worker); },
                tbb::static_partitioner());
        });
        helped = workers;
    }

    void dismiss_helpers() {
        if (helped == 0) return;
        helpers.stop();
        helping.wait();
        helped = 0;
    }

    tbb::task_arena tasks;
    Helpers helpers;
    int helped = 0;  // number of workers of the last call_helpers(), or 0 after dismiss_helpers()
    tbb::task_group helping;
};

// Stores unused arenas (thread pools of TBB) for reuse, because TBB does not free the threads of a
// destroyed arena at once.
class IdleArenas {
  public:
    std::unique_ptr<Arena> take(int threads) {
        const std::lock_guard lock(mutex_);
        const auto found = std::find_if(idle_.begin(), idle_.end(), [&](const auto& arena) {
            return arena->tasks.max_concurrency() == threads;
        });
        if (found == idle_.end()) return make(threads);
        std::unique_ptr<Arena> arena = std::exchange(*found, std::move(idle_.back()));
        idle_.pop_back();
        return arena;
    }

    void keep(std::unique_ptr<Arena> arena) noexcept {
        const std::lock_guard lock(mutex_);
        idle_.push_back(std::move(arena));
    }

  private:
    // Creates an arena. Also reserves the memory that keep() needs for it, so that keep() cannot
    // fail.
    std::unique_ptr<Arena> make(int threads) {
        idle_.reserve(made_ + 1);
        auto arena = std::make_unique<Arena>(threads);
        ++made_;
        return arena;
    }

    std::mutex mutex_;
    std::vector<std::unique_ptr<Arena>> idle_;
    size_t made_ = 0;
};

namespace {

// Returns the arenas of this process.
IdleArenas& idle_arenas() {
    // The object is never freed, because threads can still use it while the process ends.
    static auto* const all = new IdleArenas;
    return *all;
}

int count_of(int threads, int percent) {
    if (has_lost_threads()) return 1;
    constexpr auto limit = tbb::global_control::max_allowed_parallelism;
    const auto most = static_cast<int>(tbb::global_control::active_value(limit));
    const int part = std::max(tbb::info::default_concurrency() * percent / 100, 1);
    return std::min(threads > 0 ? threads : part, most);
}

}  // namespace

Workers::Workers(int threads, int percent) : count_(count_of(threads, percent)) {
    if (count_ > 1) arena_ = idle_arenas().take(count_);
}

Workers::~Workers() {
    leave_lost_arena();
    if (!arena_) return;
    if (arena_->helped > 0) arena_->execute([&] { arena_->dismiss_helpers(); });
    idle_arenas().keep(std::move(arena_));
}

// Leaves an arena whose threads are lost. All further work runs in the thread of the caller.
void Workers::leave_lost_arena() {
    if (!arena_ || !has_lost_threads()) return;
    arena_.release();
    count_ = 1;
}

struct Workers::Hold {
    Workers& of;
    ~Hold() {
        if (of.held_ > 1) of.arena_->helpers.pause();
        of.held_ = 0;
    }
};

void Workers::hold_workers(int most, Helpers::Work body, const void* of) {
    leave_lost_arena();
    held_ = std::min(most, count_);
    const Hold hold{*this};
    if (held_ == 1) return body(of, 0);
    arena_->execute([&] {
        arena_->call_helpers(held_);
        body(of, 0);
    });
}

void Workers::run_takers(int takers, Helpers::Work take, const void* of) {
    if (held_ > 1) return arena_->helpers.run(takers, take, of);
    leave_lost_arena();
    if (!arena_) return take(of, 0);
    arena_->execute([&] {
        tbb::parallel_for(
            0, takers, [&](int worker) { take(of, worker); }, tbb::static_partitioner());
    });
}

}  // namespace tonelift
