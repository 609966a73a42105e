// SPDX-License-Identifier: BSD-2-Clause
//
// Objects that are made once and never destroyed. Threads can still use them while the process
// ends: exit() destroys static objects, but does not stop other threads.
#pragma once

namespace tonelift {

template <typename Make>
const auto& lasting(const Make& make) {
    return *new auto(make());
}

}  // namespace tonelift
