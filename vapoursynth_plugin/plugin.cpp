// SPDX-License-Identifier: BSD-2-Clause
//
// Registers the plugin and its function Map.
#include <VapourSynth4.h>
#include <tonelift/version.h>

#include "arguments.h"
#include "map.h"

VS_EXTERNAL_API(void) VapourSynthPluginInit2(VSPlugin* plugin, const VSPLUGINAPI* api) {
    api->configPlugin("org.tonelift.vapoursynth", "tonelift", "Local tone mapping",
                      VS_MAKE_VERSION(TONELIFT_VERSION_MAJOR, TONELIFT_VERSION_MINOR),
                      VAPOURSYNTH_API_VERSION, 0, plugin);
    api->registerFunction("Map", tonelift::vapoursynth::argument_list().c_str(), "clip:vnode;",
                          tonelift::vapoursynth::create_map, nullptr, plugin);
}
