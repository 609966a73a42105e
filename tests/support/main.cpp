// SPDX-License-Identifier: BSD-2-Clause
#include "tests/support/run_tests.h"

int main(int count, char** arguments) { return tonelift::run_tests(count, arguments); }
