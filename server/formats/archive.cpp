#include "server/formats/archive.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>

#include "server/formats/bytes.h"

namespace server {

namespace {

constexpr std::string_view kDirectoryEnd("PK\5\6", 4), kDirectoryRow("PK\1\2", 4), kLocalHeader("PK\3\4", 4);
// Fixed parts of the three records of a zip file; names, extra fields and comments of variable length follow.
// Offsets below are those of APPNOTE 4.3.
constexpr std::size_t kEndSize = 22, kRowSize = 46, kLocalSize = 30;
constexpr std::size_t kLongestComment = 65'535;
constexpr std::uint32_t kEncrypted = 0x01;
enum ZipMethod : std::uint32_t { kStored = 0, kDeflated = 8 };

std::uint32_t u16(const Bytes& bytes, std::size_t at) {
  return bytes.u32(at) & 0xFFFF;
}

/// A number of eight bytes of zip64; what is more than four bytes hold is more than any bound here.
std::size_t u64(const Bytes& bytes, std::size_t at) {
  return bytes.u32(at + 4) == 0 ? bytes.u32(at) : UINT32_MAX;
}

/// A row of the directory, which stands at the end of an archive.
struct ZipRow {
  std::uint32_t flags, method, checksum;
  std::size_t packed, plain, local;
  std::string_view name;
  std::size_t next;  ///< Where the row after it stands.
};

/// Where numbers of a row have no room in four bytes, zip64 has them in an extra field, in this order.
void take_long_numbers(const Bytes& bytes, std::size_t at, std::size_t length, ZipRow& row) {
  constexpr std::uint32_t kZip64 = 1;
  const std::size_t end = at + length;
  while (at + 4 <= end && u16(bytes, at) != kZip64) at += 4 + u16(bytes, at + 2);
  if (at + 4 > end) return;
  at += 4;
  for (std::size_t* const number : {&row.plain, &row.packed, &row.local}) {
    if (*number != UINT32_MAX) continue;
    *number = u64(bytes, at);
    at += 8;
  }
}

ZipRow row_at(std::string_view archive, std::size_t at) {
  const Bytes bytes(archive);
  const std::size_t name = u16(bytes, at + 28), extra = u16(bytes, at + 30), comment = u16(bytes, at + 32);
  ZipRow row{.flags = u16(bytes, at + 8),
             .method = u16(bytes, at + 10),
             .checksum = bytes.u32(at + 16),
             .packed = bytes.u32(at + 20),
             .plain = bytes.u32(at + 24),
             .local = bytes.u32(at + 42),
             .name = bytes.field(at + kRowSize, name),
             .next = at + kRowSize + name + extra + comment};
  take_long_numbers(bytes, at + kRowSize + name, extra, row);
  return row;
}

struct ZipDirectory {
  std::size_t at, rows;
};

/// @param end where the end record stands; that of zip64, which stands before it, counts where there is one
ZipDirectory directory_of(std::string_view archive, std::size_t end) {
  constexpr std::string_view kLocator("PK\6\7", 4), kLongEnd("PK\6\6", 4);
  constexpr std::size_t kLocatorSize = 20;
  const Bytes bytes(archive);
  const ZipDirectory usual{.at = bytes.u32(end + 16), .rows = u16(bytes, end + 10)};
  if (end < kLocatorSize || bytes.field(end - kLocatorSize, 4) != kLocator) return usual;
  const std::size_t at = u64(bytes, end - kLocatorSize + 8);
  if (bytes.field(at, 4) != kLongEnd) return usual;
  return {.at = u64(bytes, at + 48), .rows = u64(bytes, at + 32)};
}

engine::Expected<std::string, BadText> unpacked(std::string_view archive, const ZipRow& row) {
  const Bytes bytes(archive);
  if ((row.flags & kEncrypted) != 0) return bad_text(0, "encrypted", "it is locked by a password");
  if (row.method != kStored && row.method != kDeflated)
    return bad_text(0, "archive",
                    fmt::format("it is packed by method {}, which is not known here", row.method));
  if (bytes.field(row.local, 4) != kLocalHeader) return bad_text(0, "archive", "it is damaged");
  // The local header is asked for the length of its own name and extra field, which may differ from those of
  // the directory; sizes and checksum are the directory's, since a streaming writer leaves them out of the
  // header.
  const std::size_t from = row.local + kLocalSize + u16(bytes, row.local + 26) + u16(bytes, row.local + 28);
  const std::string_view packed = bytes.field(from, row.packed);
  const bool fits = row.method == kDeflated || row.packed == row.plain;
  if (packed.size() < row.packed || !fits) return bad_text(0, "archive", "it is damaged");
  auto plain = row.method == kStored ? engine::Expected<std::string, BadText>(std::string(packed))
                                     : inflate(packed, row.plain, false);
  if (!plain) return plain;
  const auto checksum = crc32_z(0, reinterpret_cast<const Bytef*>(plain->data()), plain->size());
  if (plain->size() != row.plain || checksum != row.checksum) return bad_text(0, "archive", "it is damaged");
  return plain;
}

}  // namespace

engine::Expected<std::string, BadText> inflate(std::string_view bytes, std::size_t most, bool has_header) {
  z_stream stream{};
  if (inflateInit2(&stream, has_header ? MAX_WBITS : -MAX_WBITS) != Z_OK) throw std::bad_alloc();
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));  // zlib does not write there.
  stream.avail_in = static_cast<uInt>(std::min<std::size_t>(bytes.size(), UINT32_MAX));
  std::string plain;
  std::array<char, 16'384> buffer;
  int state = Z_OK;
  while (state == Z_OK && plain.size() <= most) {
    stream.next_out = reinterpret_cast<Bytef*>(buffer.data());
    stream.avail_out = buffer.size();
    state = ::inflate(&stream, Z_NO_FLUSH);
    // The text grows by what is really there: its claimed size may be a lie.
    plain.append(buffer.data(), buffer.size() - stream.avail_out);
  }
  inflateEnd(&stream);
  if (plain.size() > most) return bad_text(0, "too_long", "it is longer than it says");
  if (state != Z_STREAM_END) return bad_text(0, "archive", "it is damaged");
  return plain;
}

bool is_zip(std::string_view bytes) {
  return bytes.starts_with(kLocalHeader) || bytes.starts_with(kDirectoryEnd);
}

bool is_zlib(std::string_view bytes) {
  constexpr std::size_t kTried = std::size_t{1} << 20;
  constexpr std::uint32_t kCheck = 31;  // RFC 1950: the first two bytes are a multiple of it.
  const Bytes file(bytes);
  if (file.u8(0) != 0x78 || (file.u8(0) * 256U + file.u8(1)) % kCheck != 0) return false;
  const auto plain = inflate(bytes, kTried, true);
  return plain || plain.error().reason == "too_long";
}

std::optional<BadText> unzip(std::string_view archive, const ZipBounds& bounds, const TakeZipped& take) {
  const Bytes bytes(archive);
  // The end record is the last thing of an archive but for a comment of at most 64 KiB.
  const std::size_t end = archive.rfind(kDirectoryEnd);
  if (end == archive.npos || archive.size() - end > kEndSize + kLongestComment)
    return bad_text(0, "archive", "this archive is damaged: its end is missing").error;
  auto [at, rows] = directory_of(archive, end);
  std::size_t files = 0, plain = 0, packed = 0;
  for (; rows > 0; --rows) {
    if (bytes.field(at, 4) != kDirectoryRow) return bad_text(0, "archive", "this archive is damaged").error;
    const ZipRow row = row_at(archive, at);
    at = row.next;
    if (row.name.ends_with('/')) continue;
    // The sizes are those that the directory claims: inflate() makes no more of them.
    plain += row.plain;
    packed += row.packed;
    // Files that share their bytes would be unpacked again and again.
    if (packed > archive.size()) return bad_text(0, "archive", "this archive is damaged").error;
    if (++files > bounds.files)
      return bad_text(0, "too_long", fmt::format("this archive has more than {} files", bounds.files)).error;
    if (plain > bounds.bytes)
      return bad_text(0, "too_long",
                      fmt::format("unpacked, this archive has more than {} MiB", bounds.bytes >> 20))
          .error;
    take(row.name, unpacked(archive, row));
  }
  return std::nullopt;
}

}  // namespace server
