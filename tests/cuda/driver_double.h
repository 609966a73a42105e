// SPDX-License-Identifier: BSD-2-Clause
//
// A stand-in for the NVIDIA driver on machines without a GPU: libcuda.so.1 with the functions that
// Tonelift calls. Device memory is host memory, copies are made, kernels do nothing unless an
// interpreter runs them (tests/cuda/interpreted_device.h).
//
// Work on a stream is done as late as possible: when the host waits for it, and then only the work
// before it. A reader that did not wait therefore reads old bytes.
//
// It fails on request. A launch that fails breaks its context, as on a GPU: from then on nothing
// can be enqueued on a stream there, and memory can only be freed.
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
    void** parameters;  // arrays of the call, valid until it returns
};

struct DriverDouble {
    bool eager;            // streams work as early as possible, not as late as possible
    int fail_after;        // copies that still succeed; negative: all do
    int allocations;       // allocations so far, on the device and page-locked
    int live_allocations;  // not freed yet
    int waits;             // waits of the host for unfinished work
    int pageable_copies;   // from or to host memory that is not page-locked

    // The answers of the driver at initialization.
    int version;
    int start_result;  // of cuInit
    int devices;
    int compute_major;

    // Calls that still succeed; negative: all do.
    int allocations_left;
    int launches_left;

    int module_result;  // of compiling a kernel
    int compilations;   // so far
    int loads_refused;  // loads of kernels that still fail
    // Clearings, uploads and copies within the device that still succeed; negative: all do.
    int writes_left;

    // The interpreter of kernels, if set: prepare() is called when a launch is enqueued or added to
    // a graph, and its result is passed to run() whenever a stream executes the launch, and to
    // forget() when it will not be again.
    void* (*prepare)(const DoubleLaunch* launch);
    void (*run)(void* prepared);
    void (*forget)(void* prepared);

    int launches;        // so far
    int graph_launches;  // graphs that were launched; their kernels count as launches
    int left_behind;     // allocations and kernels that were destroyed with their context, so far
    int live_contexts;   // not destroyed yet, and so on
    int live_modules;
    int live_linkers;
    int live_streams;
    int live_events;
    int live_graphs;  // prepared or not
    int entered;      // contexts that were made current and not left yet
};

// tests/cuda/load_double.h finds it.
DriverDouble* tonelift_driver_double();
// Drops the unfinished work of a failed device on the default stream.
void tonelift_driver_double_drop_work();
// The memory block, on the device or page-locked, that contains an address; 0 bytes if there is
// none.
void tonelift_driver_double_piece(uintptr_t address, uintptr_t* begin, size_t* bytes);
}
