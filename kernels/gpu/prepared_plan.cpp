// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/gpu/prepared_plan.h"

#include "kernels/gpu/early_prologues.h"
#include "kernels/gpu/shared_halving.h"
#include "kernels/shortcut.h"
#include "kernels/steps/deferred_numbers.h"

namespace tonelift {

Plan prepared_for_cuda(const Plan& plan) {
    return with_shortcut(with_deferred_numbers(with_early_prologues(with_shared_halvings(plan))));
}

Plan prepared_for_vulkan(const Plan& plan) { return with_shortcut(with_shared_halvings(plan)); }

}  // namespace tonelift
