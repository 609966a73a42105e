/* SPDX-License-Identifier: BSD-2-Clause
 *
 * A library for LD_PRELOAD that holds zimg to AVX2. FFmpeg asks zimg for all that the processor
 * has, and neither has a setting for less. SAYS: what it says once on the standard error.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <zimg.h>

typedef zimg_filter_graph* Build(const zimg_image_format* from, const zimg_image_format* to,
                                 const zimg_graph_builder_params* params);

zimg_filter_graph* zimg_filter_graph_build(const zimg_image_format* from,
                                           const zimg_image_format* to,
                                           const zimg_graph_builder_params* params) {
    zimg_graph_builder_params held;
    zimg_graph_builder_params_default(&held, ZIMG_API_VERSION);
    if (params) held = *params;
    held.cpu_type = ZIMG_CPU_X86_AVX2;
    static int said;
    if (!said++) fputs(SAYS "\n", stderr);
    Build* build;
    *(void**)&build = dlsym(RTLD_NEXT, "zimg_filter_graph_build");
    return build(from, to, &held);
}
