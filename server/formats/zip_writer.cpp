#include "server/formats/zip_writer.h"

#include <zlib.h>

#include <new>
#include <utility>

#include "server/base/utf8.h"

namespace server {

namespace {

constexpr std::size_t kLongestZippedName = 120;  // Bytes: file systems take 255, of a whole path some.

void put_u16(std::string& bytes, std::size_t value) {
  bytes += {static_cast<char>(value & 0xFF), static_cast<char>(value >> 8 & 0xFF)};
}

void put_u32(std::string& bytes, std::size_t value) {
  put_u16(bytes, value & 0xFFFF);
  put_u16(bytes, value >> 16);
}

std::string deflated(std::string_view plain) {
  z_stream stream{};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY) != Z_OK)
    throw std::bad_alloc();
  std::string packed(deflateBound(&stream, static_cast<uLong>(plain.size())), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(plain.data()));  // zlib does not write there.
  stream.avail_in = static_cast<uInt>(plain.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);  // There is room for all of it.
  packed.resize(packed.size() - stream.avail_out);
  deflateEnd(&stream);
  return packed;
}

std::string safe_name(std::string_view name) {
  constexpr std::string_view kRefused = "/\\:*?\"<>|";
  std::string safe;
  for (const char sign : name) {
    if (safe.size() >= kLongestZippedName && begins_code_point(sign)) break;
    safe += is_control(sign) || kRefused.find(sign) != kRefused.npos ? '_' : sign;
  }
  return safe;
}

/// What the header of a file and its row in the directory share: APPNOTE 4.3.7, from the version on.
std::string zip_facts(std::string_view name, std::string_view content, std::string_view packed) {
  constexpr std::size_t kVersion = 20, kNameIsUtf8 = 1 << 11, kDeflate = 8;
  constexpr std::size_t kNoTime = 0, kFirstDay = 1 << 5 | 1;  // 1980-01-01: a file is the same at any time.
  std::string facts;
  for (const std::size_t value : {kVersion, kNameIsUtf8, kDeflate, kNoTime, kFirstDay}) put_u16(facts, value);
  put_u32(facts, crc32_z(0, reinterpret_cast<const Bytef*>(content.data()), content.size()));
  put_u32(facts, packed.size());
  put_u32(facts, content.size());
  put_u16(facts, name.size());
  put_u16(facts, 0);  // No extra field.
  return facts;
}

}  // namespace

void ZipWriter::add(std::string_view name, std::string_view end, std::string_view content) {
  const std::string safe = safe_name(name).append(".").append(end), packed = deflated(content);
  const std::string facts = zip_facts(safe, content, packed);
  directory_ += "PK\1\2";
  put_u16(directory_, 20);  // Made by a program of that version.
  directory_ += facts;
  directory_.append(10, '\0');  // No comment, one disk, attributes.
  put_u32(directory_, archive_.size());
  directory_ += safe;
  archive_.append("PK\3\4").append(facts).append(safe).append(packed);
  ++files_;
}

std::string ZipWriter::finish() {
  const std::size_t directory = archive_.size();
  archive_.append(directory_).append("PK\5\6").append(4, '\0');
  put_u16(archive_, files_);
  put_u16(archive_, files_);
  put_u32(archive_, directory_.size());
  put_u32(archive_, directory);
  put_u16(archive_, 0);
  return std::move(archive_);
}

}  // namespace server
