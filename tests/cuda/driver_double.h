// SPDX-License-Identifier: BSD-2-Clause
//
// A stand-in for the NVIDIA driver on machines without a GPU: a libcuda.so.1 with the functions
// that Tonelift calls. Device memory is host memory. Copies are executed; kernels are executed only
// if an interpreter is set (tests/cuda/interpreted_device.h).
//
// Work on a stream is deferred until the host waits for it, and then only that work is done. A
// reader that does not wait therefore reads old bytes.
//
// The double fails on request. As on a GPU, a failed launch breaks its context: nothing can be
// enqueued on its streams any more, and memory can only be freed.
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
    void** parameters;  // values of the call's parameters, valid until it returns
};

struct DriverDouble {
    bool eager;            // streams do their work at once instead of deferring it
    int fail_after;        // number of copies that still succeed; negative: all
    int allocations;       // number of allocations so far, on the device and page-locked
    int live_allocations;  // number of allocations that are not freed
    int waits;             // number of times the host has waited for unfinished work
    int pageable_copies;   // number of copies from or to host memory that is not page-locked

    // Answers of the driver at initialization.
    int version;
    int start_result;  // result of cuInit
    int devices;
    int compute_major;

    // Number of calls that still succeed; negative: all.
    int allocations_left;
    int launches_left;

    int module_result;  // result of compiling a kernel
    int compilations;   // number of compiled kernels so far
    int loads_refused;  // number of kernel loads that will fail
    // Number of clears, uploads and copies within the device that still succeed; negative: all.
    int writes_left;

    // The interpreter of kernels, if set. prepare() is called when a launch is enqueued or added to
    // a graph. Its result is passed to run() each time a stream executes the launch, and to
    // forget() after the last time.
    void* (*prepare)(const DoubleLaunch* launch);
    void (*run)(void* prepared);
    void (*forget)(void* prepared);

    int launches;        // number of kernel launches so far
    int graph_launches;  // number of graph launches so far; their kernels also count as launches
    int left_behind;     // number of objects destroyed with their context so far
    int live_contexts;   // live_*: number of objects that are not destroyed
    int live_modules;
    int live_linkers;
    int live_streams;
    int live_events;
    int live_graphs;  // graphs, instantiated or not
    int entered;      // number of contexts that are still current in a thread
};

// Returns the state of the double; tests/cuda/load_double.h looks the function up by name.
DriverDouble* tonelift_driver_double();
// Drops the unfinished work that a failed device leaves on the default stream.
void tonelift_driver_double_drop_work();
// Finds the memory block, on the device or page-locked, that contains an address; 0 bytes if
// there is none.
void tonelift_driver_double_piece(uintptr_t address, uintptr_t* begin, size_t* bytes);
}
