// SPDX-License-Identifier: BSD-2-Clause
//
// A program that links this file runs its GPU tests in the PTX interpreter.
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
