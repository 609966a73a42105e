// SPDX-License-Identifier: BSD-2-Clause
//
// Functions for launches that the files of the driver double share.
#pragma once

#include <ffnvcodec/dynlink_cuda.h>

#include <memory>
#include <mutex>

#include "kernels/cuda/driver/driver.h"

constexpr int multiprocessors = 132;
constexpr auto invalid_value = static_cast<CUresult>(1);

// Locks the state of the double.
using Inside = std::lock_guard<std::recursive_mutex>;
std::recursive_mutex& driver_door();

// A launch that the interpreter has prepared, and may run several times. Null without an
// interpreter.
using PreparedLaunch = std::shared_ptr<void>;

PreparedLaunch prepare_launch(const tonelift::cuda::KernelNode& what);
CUresult enqueue_launch(const PreparedLaunch& prepared, CUstream stream);
// Counts an allocation. Fails if DriverDouble::allocations_left is 0.
CUresult take_allocation();
