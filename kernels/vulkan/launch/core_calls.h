// SPDX-License-Identifier: BSD-2-Clause
#pragma once

#include "kernels/gpu/core_calls.h"

namespace tonelift::vulkan {

extern const CoreCalls core_calls;

}  // namespace tonelift::vulkan
