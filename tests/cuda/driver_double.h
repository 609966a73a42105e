// SPDX-License-Identifier: BSD-2-Clause
//
// A stand-in for the NVIDIA driver on machines without a GPU: libcuda.so.1 with the functions that
// Tonelift calls. Device memory is host memory, copies are made, kernels do nothing unless somebody
// runs them (tests/cuda/interpreted_device.h).
//
// Work that is put on a stream is done as late as possible: when somebody waits for it, and then
// only what must come before. So whoever reads what it has not waited for reads old bytes.
//
// It fails when it is told to. A launch that fails takes its context with it, as on a GPU: from
// then on nothing can be put on a stream there, and memory can only be given back.
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
    void** parameters;  // those of the call: gone when it returns
};

struct DriverDouble {
    bool eager;            // streams that are made do their work as early as possible instead
    int fail_after;        // copies that still succeed; negative: all do
    int allocations;       // so far, on the device and page-locked
    int live_allocations;  // not freed yet
    int waits;             // of the host for work that was not done yet
    int pageable_copies;   // from or to host memory that is not page-locked

    // What the driver says when it is first asked.
    int version;
    int start_result;  // of cuInit
    int devices;
    int compute_major;

    // Calls that still succeed; negative: all do.
    int allocations_left;
    int launches_left;

    int module_result;  // of loading a kernel

    // Who runs kernels, where set: prepare() is told when a launch is put on its stream, and what
    // it gives is handed to run() when the stream comes to it.
    void* (*prepare)(const DoubleLaunch* launch);
    void (*run)(void* prepared);

    int launches;          // so far
    int cluster_launches;  // of them
    int most_clusters;     // of these launches
    int left_behind;       // allocations and kernels that went with their context, so far
    int live_contexts;     // not destroyed yet, and so on
    int live_modules;
    int live_streams;
    int live_events;
    int entered;  // contexts that were made current and not left yet
};

// tests/cuda/load_double.h finds it.
DriverDouble* tonelift_driver_double();
// The memory that an address lies in, of the device or page-locked; 0 bytes where there is none.
void tonelift_driver_double_piece(uintptr_t address, uintptr_t* begin, size_t* bytes);
}
