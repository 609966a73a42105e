/* SPDX-License-Identifier: BSD-2-Clause
 *
 * Registers the plugin. GStreamer runs this code when it scans plugins, in a separate process and
 * also on machines without a GPU. The code must therefore not use CUDA.
 */
#include "gsttonelift.h"

#define PACKAGE "tonelift" /* GST_PLUGIN_DEFINE needs it */

static gboolean plugin_init(GstPlugin* plugin) { return GST_ELEMENT_REGISTER(tonelift, plugin); }

GST_PLUGIN_DEFINE(GST_VERSION_MAJOR, GST_VERSION_MINOR, tonelift, "Local tone mapping of video",
                  plugin_init, TONELIFT_VERSION, "BSD", PACKAGE, PACKAGE)
