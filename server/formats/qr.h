#pragma once

#include <string>

/// QR codes (ISO/IEC 18004) of short texts, by libqrencode, with the quiet zone that readers want around
/// them. Text in capitals makes smaller ones, since capitals and digits have a denser encoding. Not a format
/// of games: the addresses of rooms are shown so.
namespace server {

/// For a page. Throws std::runtime_error if the text is too long for a QR code.
/// A whole `<svg>` element without a size of its own, a unit a module.
std::string qr_svg(const std::string& text);

/// For a terminal: half blocks, two rows of modules a line, dark on light whatever the colours of the
/// terminal.
/// Throws as qr_svg() does.
std::string qr_blocks(const std::string& text);

}  // namespace server
