#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "engine/core/expected.h"
#include "server/formats/played_game.h"

/// Deflate, and zip files of it (PKWARE's APPNOTE 6.3), by zlib.
namespace server {

/// What raw deflate, or with a header of zlib, makes of the bytes; refused if that is more than `most` bytes,
/// or damaged.
engine::Expected<std::string, BadText> inflate(std::string_view bytes, std::size_t most, bool has_header);

bool is_zip(std::string_view bytes);

struct ZipBounds {
  std::size_t files, bytes;  ///< Of all together, unpacked.
};

/// Hands over each file of an archive, in its order: name (as it is written there) and content. Folders are
/// none. A file that cannot be unpacked has why not instead of its content. Refused where the archive has no
/// directory, or exceeds the bounds; what was handed over then is worth nothing.
using TakeZipped = std::function<void(std::string_view name, engine::Expected<std::string, BadText> content)>;
std::optional<BadText> unzip(std::string_view bytes, const ZipBounds& bounds, const TakeZipped& take);

}  // namespace server
