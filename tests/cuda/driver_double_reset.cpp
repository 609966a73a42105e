// SPDX-License-Identifier: BSD-2-Clause
// Resets the CUDA driver's test double before each test.
#include <gtest/gtest.h>

#include "tests/cuda/load_double.h"

namespace tonelift {
namespace {

class ResetsDriverDouble : public testing::EmptyTestEventListener {
    void OnTestStart(const testing::TestInfo&) override {
        double_function<void()>("tonelift_driver_double_drop_work")();
        static const DriverDouble working = driver_double();
        const DriverDouble used = driver_double();
        DriverDouble& next = driver_double();
        next = working;
        next.live_allocations = used.live_allocations;
        next.live_contexts = used.live_contexts;
        next.live_modules = used.live_modules;
        next.live_linkers = used.live_linkers;
        next.live_streams = used.live_streams;
        next.live_events = used.live_events;
        next.live_graphs = used.live_graphs;
        next.entered = used.entered;
    }
};

[[maybe_unused]] const bool resets = [] {
    testing::UnitTest::GetInstance()->listeners().Append(new ResetsDriverDouble);
    return true;
}();

}  // namespace
}  // namespace tonelift
