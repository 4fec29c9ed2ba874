#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "engine/core/expected.h"
#include "server/formats/played_game.h"

/// Deflate (RFC 1951, RFC 1950), and zip files of it (PKWARE's APPNOTE 6.3), by zlib. Bounds are given by the
/// caller and checked before memory is taken: bytes come from the network. Zip64, encryption and archives in
/// parts are not read. Everything is in memory, and safe from any thread.
namespace server {

/// What raw deflate, or with a header of zlib, makes of the bytes; refused if that is more than `most` bytes,
/// or damaged.
/// Bytes behind the end of the stream are ignored. Throws std::bad_alloc where zlib finds no memory.
engine::Expected<std::string, BadText> inflate(std::string_view bytes, std::size_t most, bool has_header);

/// By its first bytes; an empty archive counts.
bool is_zip(std::string_view bytes);

/// Whether a stream of zlib begins here, which is tried: its header alone is what other files have as well.
bool is_zlib(std::string_view bytes);

/// Checked before a file is unpacked, by what the directory claims.
struct ZipBounds {
  std::size_t files, bytes;  ///< Of all together, unpacked.
};

/// Hands over each file of an archive, in its order: name (as it is written there) and content. Folders are
/// none. A file that cannot be unpacked has why not instead of its content. Refused where the archive has no
/// directory, or exceeds the bounds; what was handed over then is worth nothing.
/// `name` lives for the call only as long as the archive does; its encoding is not known. Called on the
/// thread of unzip().
using TakeZipped = std::function<void(std::string_view name, engine::Expected<std::string, BadText> content)>;
std::optional<BadText> unzip(std::string_view bytes, const ZipBounds& bounds, const TakeZipped& take);

}  // namespace server
