// SPDX-License-Identifier: BSD-2-Clause
//
// A stand-in for the NVIDIA driver on machines without a GPU: libcuda.so.1 with the functions that
// Tonelift calls. Device memory is host memory, copies are made, kernels do nothing.
//
// Work that is put on a stream is done as late as possible: when somebody waits for it, and then
// only what must come before. So whoever reads what it has not waited for reads old bytes.
#pragma once

extern "C" {

struct DriverDouble {
    bool eager;            // streams that are made do their work as early as possible instead
    int fail_after;        // copies that still succeed; negative: all do
    int allocations;       // so far, on the device and page-locked
    int live_allocations;  // not freed yet
    int waits;             // of the host for work that was not done yet
    int pageable_copies;   // from or to host memory that is not page-locked
};

// tests/cuda/load_double.h finds it.
DriverDouble* tonelift_driver_double();
}
