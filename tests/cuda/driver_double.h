// SPDX-License-Identifier: BSD-2-Clause
//
// A replacement of the NVIDIA driver for machines without a GPU: a libcuda.so.1 with the functions
// that Tonelift calls. Device memory is host memory, and kernels run only in the interpreter
// (interpreted_device.h).
//
// The work of a stream is deferred until the host waits for it. So if the library forgets to wait,
// it reads old bytes, and the test fails.
//
// Tests can make calls fail. After a failed launch, as on a GPU, the streams of the context accept
// no work.
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

    // Numbers of calls that still succeed; negative: all.
    int allocations_left;
    int launches_left;

    int module_result;
    int compilations;
    int loads_refused;
    int writes_left;

    // prepare() is called when a launch is enqueued or added to a graph, run() each time it is
    // executed, and forget() after the last time. Null: kernels are not executed.
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
