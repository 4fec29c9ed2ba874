#include "tests/server/formats/binary_writers.h"

#include <zlib.h>

#include <algorithm>

namespace server {

namespace {

constexpr std::string_view kUsualSquares = "a0b0c0d0e0f0g0h0i0b2h2a3c3e3g3i3a9b9c9d9e9f9g9h9i9b7h7a6c6e6g6i6";
constexpr std::string_view kUsualBoard =
    "rnbakabnr..........c.....c.p.p.p.p.p..................P.P.P.P.P.C.....C..........RNBAKABNR";

void put(std::string& file, std::size_t at, std::string_view bytes) {
  std::ranges::copy(bytes, file.begin() + static_cast<std::ptrdiff_t>(at));
}

char byte(unsigned value) {
  return static_cast<char>(value & 0xFF);
}

std::string u32(std::size_t value) {
  std::string bytes;
  for (int i = 0; i < 4; ++i, value >>= 8) bytes += byte(static_cast<unsigned>(value));
  return bytes;
}

/// With a header of zlib, or without one.
std::string deflate(const std::string& plain, bool header) {
  z_stream stream{};
  deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, header ? MAX_WBITS : -MAX_WBITS, 8,
               Z_DEFAULT_STRATEGY);
  std::string packed(deflateBound(&stream, plain.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(plain.data()));
  stream.avail_in = static_cast<uInt>(plain.size());
  stream.next_out = reinterpret_cast<Bytef*>(packed.data());
  stream.avail_out = static_cast<uInt>(packed.size());
  ::deflate(&stream, Z_FINISH);
  packed.resize(packed.size() - stream.avail_out);
  deflateEnd(&stream);
  return packed;
}

/// file * 10 + rank
unsigned xqf_square(std::string_view square) {
  return square[0] == '.' ? 0xFFU : static_cast<unsigned>((square[0] - 'a') * 10 + (square[1] - '0'));
}

/// What a file of XQF is shifted by, as the description has it.
struct XqfKeys {
  explicit XqfKeys(const XqfFile& file) {
    if (file.version <= 0x0A) return;
    const auto f = [](unsigned k) { return 54 * k * k + 221; };
    const auto [a, b, c] = file.keys;
    xy = f(a) * a % 256;
    from = f(b) * xy % 256;
    to = f(c) * from % 256;
    sum = (256 - (a + b + c) % 256) % 256;
    remark = (sum * 256 + a) % 32000 + 767;
    const std::string_view pad = "[(C) Copyright Mr. Dong Shiwei.]";
    const std::array<unsigned, 4> base{sum, a, b, c};
    for (std::size_t i = 0; i < 32; ++i)
      stream[i] = static_cast<unsigned char>(pad[i]) & (base[i % 4] & 0xFF);
  }

  unsigned xy = 0, from = 0, to = 0, sum = 0, remark = 0;
  std::array<unsigned, 32> stream{};
};

void put_text(std::string& file, std::size_t at, const std::string& text) {
  file[at] = byte(static_cast<unsigned>(text.size()));
  put(file, at + 1, text);
}

std::string xqf_node(const FileNode& node, const XqfKeys& keys, bool plain) {
  const unsigned from = node.move.empty() ? 0 : xqf_square(node.move.substr(0, 2)) + 0x18 + keys.from;
  const unsigned to = node.move.empty() ? 0 : xqf_square(node.move.substr(2)) + 0x20 + keys.to;
  const bool tells = plain || !node.comment.empty();
  unsigned flags = 0;
  if (node.goes_on) flags |= plain ? 0xF0 : 0x80;
  if (node.has_variation) flags |= plain ? 0x0F : 0x40;
  if (!plain && tells) flags |= 0x20;
  std::string bytes{byte(from), byte(to), byte(flags), '\0'};
  if (tells) bytes += u32(node.comment.size() + keys.remark) + node.comment;
  return bytes;
}

std::string cbr_move(const FileNode& node, bool nibbles) {
  const auto square = [nibbles](std::string_view text) {
    const unsigned file = static_cast<unsigned>(text[0] - 'a'),
                   from_top = static_cast<unsigned>('9' - text[1]);
    return byte(nibbles ? from_top * 16 + file : from_top * 9 + file);
  };
  unsigned flags = 0;
  if (!node.goes_on) flags |= 0x01;
  if (node.has_variation) flags |= 0x02;
  if (!node.comment.empty()) flags |= 0x04;
  std::string bytes{byte(flags), '\0', node.move.empty() ? '\0' : square(node.move.substr(0, 2)),
                    node.move.empty() ? '\0' : square(node.move.substr(2))};
  if (!node.comment.empty()) bytes += u32(node.comment.size()) + node.comment;
  return bytes;
}

}  // namespace

std::string write_xqf(const XqfFile& file) {
  const XqfKeys keys(file);
  std::string bytes(1024, '\0');
  put(bytes, 0, "XQ");
  bytes[2] = byte(static_cast<unsigned>(file.version));
  bytes[3] = '\xFF';  // The mask.
  bytes[12] = byte(keys.sum);
  for (std::size_t i = 0; i < 3; ++i) bytes[13 + i] = byte(file.keys[i]);
  const std::string_view squares = file.squares.empty() ? kUsualSquares : std::string_view(file.squares);
  for (std::size_t i = 0; i < 32; ++i) {
    const std::size_t from = file.version >= 0x0C ? (i + 1 + keys.xy) % 32 : i;
    bytes[16 + i] = byte(xqf_square(squares.substr(2 * from, 2)) + keys.xy);
  }
  bytes[50] = byte(static_cast<unsigned>(file.side));
  bytes[51] = byte(static_cast<unsigned>(file.result));
  put_text(bytes, 80, file.title);
  put_text(bytes, 304, file.red);
  put_text(bytes, 320, file.black);
  for (const FileNode& node : file.nodes) {
    for (const char plain : xqf_node(node, keys, file.version <= 0x0A))
      bytes += byte(static_cast<unsigned char>(plain) + keys.stream[bytes.size() % 32]);
  }
  return bytes;
}

std::string utf16(std::u16string_view text) {
  std::string bytes;
  for (const char16_t unit : text) bytes += {byte(unit), byte(static_cast<unsigned>(unit) >> 8)};
  return bytes;
}

std::string write_cbr(const CbrFile& file) {
  const bool old = file.layout == 1;
  std::string bytes(old ? 1958 : 2214, '\0');
  put(bytes, 0, "CCBridge Record");
  bytes[19] = byte(static_cast<unsigned>(file.layout));
  put(bytes, old ? 52 : 180, utf16(file.title));
  put(bytes, old ? 948 : 1076, utf16(file.red));
  put(bytes, old ? 1172 : 1300, utf16(file.black));
  bytes[old ? 1820 : 2076] = byte(static_cast<unsigned>(file.result));
  bytes[old ? 1856 : 2112] = byte(static_cast<unsigned>(file.side));
  const std::string_view board = file.board.empty() ? kUsualBoard : std::string_view(file.board);
  for (std::size_t i = 0; i < board.size(); ++i) {
    const std::size_t red = std::string_view("RNBAKCP").find(board[i]);
    const std::size_t black = std::string_view("rnbakcp").find(board[i]);
    if (red != std::string_view::npos)
      bytes[(old ? 1864 : 2120) + i] = byte(0x11 + static_cast<unsigned>(red));
    if (black != std::string_view::npos)
      bytes[(old ? 1864 : 2120) + i] = byte(0x21 + static_cast<unsigned>(black));
  }
  for (const FileNode& node : file.nodes) bytes += cbr_move(node, old);
  return bytes;
}

std::string write_cbl(const std::vector<std::string>& records, std::size_t deleted) {
  constexpr std::size_t kRow = 276, kSlot = 4096;
  std::string index, slots;
  for (std::size_t i = 0; i < records.size(); ++i) {
    std::string row(kRow, '\0');
    const bool is_deleted = i >= records.size() - deleted;
    put(row, 0, u32(is_deleted ? 5 : 7) + u32(slots.size() / kSlot));
    index += row;
    slots += records[i];
    slots.resize((slots.size() + kSlot - 1) / kSlot * kSlot);
  }
  std::string bytes(66'624, '\0');
  put(bytes, 0, "CCBridgeLibrary");
  bytes[16] = 3;
  index.resize(128 * kRow);
  put(bytes, 60, u32(128));
  return bytes + index + slots;
}

std::string write_renlib(const std::vector<FileNode>& nodes, bool header) {
  std::string bytes;
  if (header) bytes = "\xFFRenLib\xFF\x03" + std::string(1, '\x04') + std::string(10, '\xFF');
  for (const FileNode& node : nodes) {
    unsigned point = 0, flags = 0;
    if (!node.move.empty())
      point = static_cast<unsigned>(16 * (15 - std::stoi(node.move.substr(1))) + (node.move[0] - 'a' + 1));
    if (node.has_variation) flags |= 0x80;
    if (!node.goes_on) flags |= 0x40;
    if (!node.comment.empty()) flags |= 0x08;
    bytes += {byte(point), byte(flags)};
    if (node.comment.empty()) continue;
    bytes += node.comment + '\0';
    if (node.comment.size() % 2 == 0) bytes += '\0';
  }
  return bytes;
}

std::string base64(std::string_view bytes) {
  constexpr std::string_view kDigits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string text;
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    unsigned bits = 0;
    for (std::size_t k = i; k < i + 3; ++k)
      bits = bits * 256 + (k < bytes.size() ? static_cast<unsigned char>(bytes[k]) : 0U);
    for (std::size_t k = 0; k < 4; ++k)
      text += i + k > bytes.size() ? '=' : kDigits[(bits >> (18 - 6 * k)) % 64];
  }
  return text;
}

std::string write_cbl2(const std::vector<Cbl2Game>& games, bool packed) {
  const auto text = [](std::string_view bytes) { return u32(bytes.size()) + std::string(bytes); };
  const std::string day(19, ' ');
  // A byte for each piece: file from 1, and rank from 1 at black's side.
  const std::string usual =
      "\x1A\x2A\x3A\x4A\x5A\x6A\x7A\x8A\x9A\x28\x88\x17\x37\x57\x77\x97"
      "\x11\x21\x31\x41\x51\x61\x71\x81\x91\x23\x83\x14\x34\x54\x74\x94";
  std::string plain = text("library") + text("") + text("") + text("author") + text("") + day + day +
                      u32(games.size()) + text("about it");
  for (const Cbl2Game& game : games) {
    std::string bytes = usual + u32(1) + text(game.event) + u32(1) + text("") + text("") + text("") +
                        text("") + text("2001-02-03") + text(game.red) + text(game.black) +
                        u32(static_cast<std::size_t>(game.result)) + text("") + text("") + text("") +
                        text("") + text(game.remark) + '\1' + day + day + u32(game.moves.size());
    const auto square = [](char file, char rank) {
      return byte(static_cast<unsigned>((file - 'a') << 4 | ('9' - rank)));
    };
    for (const Cbl2Move& move : game.moves)
      bytes += {byte(static_cast<unsigned>(move.serial)), '\0', square(move.move[0], move.move[1]),
                square(move.move[2], move.move[3]),       'x',  'x'};
    for (const Cbl2Move& move : game.moves) bytes += move.comment + "\r\n";
    plain += u32(bytes.size() + 4) + bytes;
  }
  return "CCBridge" + u32(0x15) + u32(packed ? 2 : 0) + u32(plain.size()) +
         (packed ? deflate(plain, true) : plain);
}

std::string write_zip(const std::vector<ZippedFile>& files) {
  std::string archive, directory;
  const auto u16 = [](std::size_t value) { return u32(value).substr(0, 2); };
  for (const ZippedFile& file : files) {
    const std::string packed = file.packed ? deflate(file.content, false) : file.content;
    const std::string sizes =
        u16(0) + u16(file.packed ? 8 : 0) + u32(0) +
        u32(crc32_z(0, reinterpret_cast<const Bytef*>(file.content.data()), file.content.size())) +
        u32(packed.size()) + u32(file.content.size()) + u16(file.name.size()) + u16(0);
    directory += "PK\1\2" + u16(20) + u16(20) + sizes + u16(0) + u16(0) + u16(0) + u32(0) +
                 u32(archive.size()) + file.name;
    archive += "PK\3\4" + u16(20) + sizes + file.name + packed;
  }
  return archive + directory + "PK\5\6" + u16(0) + u16(0) + u16(files.size()) + u16(files.size()) +
         u32(directory.size()) + u32(archive.size()) + u16(0);
}

}  // namespace server
