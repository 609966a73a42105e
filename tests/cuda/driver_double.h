// SPDX-License-Identifier: BSD-2-Clause
//
// A libcuda.so.1 for machines without a GPU; work is deferred until the host waits.
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

    // Numbers of calls that succeed before one fails; negative numbers let all succeed.
    int allocations_left;
    int launches_left;

    int module_result;
    int compilations;
    int loads_refused;
    int writes_left;

    // prepare() runs at enqueue, run() at each execution, and forget() after the last.
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

// tests/cuda/load_double.h looks this function up by name.
DriverDouble* tonelift_driver_double();
void tonelift_driver_double_drop_work();
void tonelift_driver_double_piece(uintptr_t address, uintptr_t* begin, size_t* bytes);
}
