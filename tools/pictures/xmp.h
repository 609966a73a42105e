// SPDX-License-Identifier: BSD-2-Clause
//
// Reads and edits XMP (ISO 16684-1), which stores properties of a picture in XML.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tonelift {

// Namespace and name of a property. An empty name means all properties of the namespace.
struct XmpName {
    std::string_view space, name;
};

namespace xmp_space {
constexpr std::string_view gain_map = "http://ns.adobe.com/hdr-gain-map/1.0/";
constexpr std::string_view apple_gain_map = "http://ns.apple.com/HDRGainMap/1.0/";
constexpr std::string_view container = "http://ns.google.com/photos/1.0/container/";
constexpr std::string_view container_item = "http://ns.google.com/photos/1.0/container/item/";
constexpr std::string_view camera = "http://ns.google.com/photos/1.0/camera/";
}  // namespace xmp_space

// Returns the values of a property. Returns nothing if the packet is damaged or lacks the property.
std::optional<std::vector<std::string>> xmp_values(std::string_view packet, const XmpName& of);

bool xmp_has(std::string_view packet, std::string_view space);

// Returns whether the packet states that a short film follows the picture in its file (Motion Photo
// format 1.0, "Camera metadata").
bool xmp_names_film(std::string_view packet);

// Returns an XMP packet with `description`, an RDF element. The element can use the prefix rdf.
std::string xmp_packet(const std::string& description);

// Adds `description`, an RDF element that declares all its prefixes, to the RDF of a packet. If the
// packet has no properties, returns a new packet.
std::string xmp_with(std::string_view packet, const std::string& description);

// Returns the packet without orientation, thumbnails and properties of gain maps and of motion
// photos. Returns an empty string if the packet is damaged.
std::string xmp_for_new_picture(std::string_view packet);

}  // namespace tonelift
