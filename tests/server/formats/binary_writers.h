#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Files of other programs, made from the same descriptions that the readers follow (docs/formats.md), not
/// from the readers.
namespace server {

/// A move in the order of XQF, CCBridge and RenLib: then what continues it, then what may stand in its place.
struct FileNode {
  std::string move{};     ///< "h2e2" or "h8"; empty: the root.
  std::string comment{};  ///< In the encoding of the file.
  bool goes_on = true;
  bool has_variation = false;
};

struct XqfFile {
  int version = 0x0A;
  std::array<std::uint8_t, 3> keys{};  ///< XY, from and to, of enciphered versions.
  std::string red = "", black = "", title = "";
  std::string squares =
      "";  ///< Of the 32 pieces, two letters each ("e0"), ".." off the board; empty: the usual ones.
  int side = 0;
  int result = 0;
  std::vector<FileNode> nodes{};  ///< The first is the root.
};
std::string write_xqf(const XqfFile& file);

struct CbrFile {
  int layout = 2;
  std::u16string title = u"", red = u"", black = u"";
  std::string board =
      "";  ///< 90 letters of a FEN from black's left corner, '.' for no piece; empty: the usual start.
  int side = 1;
  int result = 0;
  std::vector<FileNode> nodes{};  ///< Comments in UTF-16LE.
};
std::string write_cbr(const CbrFile& file);
/// `deleted` records stand in the file, but no longer in its index.
std::string write_cbl(const std::vector<std::string>& records, std::size_t deleted = 0);

struct Cbl2Move {
  int serial;
  std::string move, comment;
};
struct Cbl2Game {
  std::string event = "", red = "", black = "";
  int result = 4;
  std::string remark = "";
  std::vector<Cbl2Move> moves{};
};
/// Of CCBridge 2.1, from the usual start.
std::string write_cbl2(const std::vector<Cbl2Game>& games, bool packed = false);

struct ZippedFile {
  std::string name, content;
  bool packed = true;
};
std::string write_zip(const std::vector<ZippedFile>& files);

std::string write_renlib(const std::vector<FileNode>& nodes, bool header = true);

std::string utf16(std::u16string_view text);
std::string base64(std::string_view bytes);

}  // namespace server
