/* SPDX-License-Identifier: BSD-2-Clause
 *
 * A library for LD_PRELOAD that limits zimg to AVX2. FFmpeg lets zimg use the best instruction set
 * of the processor, and neither FFmpeg nor zimg has a setting that limits it. The library prints
 * the line SAYS once to standard error.
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
