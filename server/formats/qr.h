#pragma once

#include <string>

/// QR codes of short texts, with the quiet zone that readers want around them. Text in capitals makes smaller
/// ones.
namespace server {

/// For a page. Throws std::runtime_error if the text is too long for a QR code.
std::string qr_svg(const std::string& text);

/// For a terminal: half blocks, two rows of modules a line, dark on light whatever the colours of the
/// terminal.
std::string qr_blocks(const std::string& text);

}  // namespace server
