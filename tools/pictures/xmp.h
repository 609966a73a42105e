// SPDX-License-Identifier: BSD-2-Clause
//
// XMP (ISO 16684-1), properties of a picture in XML.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tonelift {

// A property by its namespace; an empty name stands for all of the namespace.
struct XmpName {
    std::string_view space, name;
};

namespace xmp_space {
constexpr std::string_view gain_map = "http://ns.adobe.com/hdr-gain-map/1.0/";
constexpr std::string_view apple_gain_map = "http://ns.apple.com/HDRGainMap/1.0/";
constexpr std::string_view container = "http://ns.google.com/photos/1.0/container/";
constexpr std::string_view container_item = "http://ns.google.com/photos/1.0/container/item/";
}  // namespace xmp_space

// The values of a property: a single one, or those of its list. Nothing if the packet lacks the
// property or is damaged.
std::optional<std::vector<std::string>> xmp_values(std::string_view packet, const XmpName& of);

// Whether a packet has a property of a namespace.
bool xmp_has(std::string_view packet, std::string_view space);

// A packet of one description, an element of RDF in whose text the prefix rdf is known.
std::string xmp_packet(const std::string& description);

// The packet for a picture that was made from another one: without orientation, thumbnails and
// properties of gain maps. Empty if the packet is damaged.
std::string xmp_for_new_picture(std::string_view packet);

}  // namespace tonelift
