// SPDX-License-Identifier: BSD-2-Clause
#include "kernels/cuda/launch/prepared_plan.h"

#include "kernels/gpu/deferred_numbers.h"
#include "kernels/gpu/early_prologues.h"
#include "kernels/gpu/shared_halving.h"
#include "kernels/shortcut.h"

namespace tonelift::cuda {

Plan prepared_plan(const Plan& plan) {
    return with_shortcut(with_deferred_numbers(with_early_prologues(with_shared_halvings(plan))));
}

}  // namespace tonelift::cuda
