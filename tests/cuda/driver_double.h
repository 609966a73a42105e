// SPDX-License-Identifier: BSD-2-Clause
//
// A test double of libcuda.so.1, for machines without a GPU. It defers work until the host waits
// for it.
#pragma once

#include <cstddef>
#include <cstdint>

extern "C" {

struct DoubleLaunch {
    const char* ptx;
    const char* kernel;
    unsigned grid[3];
    unsigned block[3];
    unsigned shared_bytes;
    void** parameters;
};

struct DriverDouble {
    bool eager;
    int fail_after;
    int allocations;
    int live_allocations;
    int waits;
    int pageable_copies;

    int version;
    int start_result;
    int devices;
    int compute_major;

    // Number of calls that succeed before one call fails. If it is negative, all calls succeed.
    int allocations_left;
    int launches_left;

    int module_result;
    int compilations;
    int loads_refused;
    int writes_left;

    // The double calls prepare() when a launch is enqueued, run() each time it is executed, and
    // forget() after the last execution.
    void* (*prepare)(const DoubleLaunch* launch);
    void (*run)(void* prepared);
    void (*forget)(void* prepared);

    int launches;
    int graph_launches;
    int left_behind;
    int live_contexts;
    int live_modules;
    int live_linkers;
    int live_streams;
    int live_events;
    int live_graphs;
    int entered;
};

// load_double.h finds this function by its name.
DriverDouble* tonelift_driver_double();
void tonelift_driver_double_drop_work();
void tonelift_driver_double_piece(uintptr_t address, uintptr_t* begin, size_t* bytes);
}
