// SPDX-License-Identifier: BSD-2-Clause
// Declarations that the source files of the CUDA driver's test double share.
#pragma once

#include <ffnvcodec/dynlink_cuda.h>

#include <memory>
#include <mutex>

#include "kernels/cuda/driver/driver.h"

constexpr int multiprocessors = 132;
constexpr auto invalid_value = static_cast<CUresult>(1);

using Inside = std::lock_guard<std::recursive_mutex>;
std::recursive_mutex& driver_door();

using PreparedLaunch = std::shared_ptr<void>;

PreparedLaunch prepare_launch(const tonelift::cuda::KernelNode& what);
CUresult enqueue_launch(const PreparedLaunch& prepared, CUstream stream);
CUresult take_allocation();
