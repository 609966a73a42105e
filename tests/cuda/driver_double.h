// SPDX-License-Identifier: BSD-2-Clause
//
// A replacement of the NVIDIA driver for machines without a GPU: a libcuda.so.1 with the functions
// that Tonelift calls. Device memory is host memory. Copies are executed. Kernels are executed only
// with the interpreter (tests/cuda/interpreted_device.h).
//
// The work of a stream is deferred until the host waits for it. Only the work that the host waits
// for is done. So if the library forgets to wait, it reads old bytes, and the test fails.
//
// Tests can make calls fail. After a failed launch, as on a GPU, the context is lost: its streams
// accept no work, and its memory can only be freed.
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
    void** parameters;  // values of the parameters, valid during the call
};

struct DriverDouble {
    bool eager;            // streams do their work at once instead of deferring it
    int fail_after;        // number of copies that still succeed; negative: all
    int allocations;       // number of allocations so far, on the device and page-locked
    int live_allocations;  // number of allocations that are not freed
    int waits;             // number of times the host has waited for unfinished work
    int pageable_copies;   // number of copies from or to host memory that is not page-locked

    // Results of the driver's initialization.
    int version;
    int start_result;  // result of cuInit
    int devices;
    int compute_major;

    // Numbers of calls that succeed before one fails; negative: all succeed.
    int allocations_left;
    int launches_left;

    int module_result;  // result of compiling a kernel
    int compilations;   // number of compiled kernels so far
    int loads_refused;  // number of kernel loads that will fail
    // Number of clears, uploads and copies within the device that succeed before one fails;
    // negative: all.
    int writes_left;

    // The interpreter of kernels; null: kernels are not executed. prepare() is called when a launch
    // is enqueued or added to a graph. run() gets its result each time a stream executes the
    // launch. forget() gets it after the last time.
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
// Drops the work that is left on the default stream after its device has failed.
void tonelift_driver_double_drop_work();
// Finds the memory block that contains an address, on the device or page-locked. *bytes is 0 if
// there is none.
void tonelift_driver_double_piece(uintptr_t address, uintptr_t* begin, size_t* bytes);
}
