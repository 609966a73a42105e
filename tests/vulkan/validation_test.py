#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-2-Clause
"""Runs the tests of the Vulkan executor under Khronos' validation layer: validation_test.py
PROGRAM.

The layer writes every misuse of Vulkan to the output of the program. Without the layer, the tests
run without validation; if they pass, the result is "skipped".
"""
import os
import subprocess
import sys

LAYER = "VK_LAYER_KHRONOS_validation"
SKIPPED = 77


def main():
    environment = {**os.environ, "VK_INSTANCE_LAYERS": LAYER, "VK_LOADER_DEBUG": "layer,error"}
    done = subprocess.run(sys.argv[1:], env=environment, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, check=False)
    misuses = [line for line in done.stdout.splitlines()
               if "VUID-" in line or "Validation Error" in line or "UNASSIGNED-" in line]
    print(*misuses[:20], sep="\n")
    print(done.stdout[-1500:])
    if misuses or done.returncode != 0:
        sys.exit(1)
    if f"Insert instance layer \"{LAYER}\"" not in done.stdout:
        print(f"{LAYER} is not here; Debian has it in vulkan-validationlayers")
        sys.exit(SKIPPED)


if __name__ == "__main__":
    main()
