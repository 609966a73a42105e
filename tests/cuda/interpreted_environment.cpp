// SPDX-License-Identifier: BSD-2-Clause
//
// Makes tests of a GPU run in the interpreter, when linked to them.
#include <gtest/gtest.h>

#include <memory>

#include "tests/cuda/interpreted_device.h"

namespace tonelift {
namespace {

class Interpreted : public testing::Environment {
  public:
    void SetUp() override { device_ = std::make_unique<InterpretedDevice>(); }
    void TearDown() override {
        EXPECT_EQ(InterpretedDevice::fault(), "");
        device_.reset();
    }

  private:
    std::unique_ptr<InterpretedDevice> device_;
};

[[maybe_unused]] const auto* const interpreted = testing::AddGlobalTestEnvironment(new Interpreted);

}  // namespace
}  // namespace tonelift
