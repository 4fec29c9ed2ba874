#include "server/formats/other_files.h"

#include <algorithm>
#include <string>

#include "server/base/ascii_case.h"
#include "server/formats/archive.h"
#include "server/formats/bytes.h"
#include "server/formats/xqf_layout.h"

namespace server {

namespace {

struct OtherFile {
  std::string_view sign, reason, message;
};

// By their first bytes. Formats of ours with the same letters were looked for before: what is left of them is
// a version that is not known.
constexpr OtherFile kBinary[] = {
    {std::string_view("\xFF\xFE\0\0", 4), "encoding", "this is UTF-32: save it as UTF-8"},
    {std::string_view("\0\0\xFE\xFF", 4), "encoding", "this is UTF-32: save it as UTF-8"},
    {"SQLite format 3", "no_games", "this is a database, perhaps an opening book: it holds no games"},
    {"CCBridge", "unknown_version", "this version of CCBridge is not known here"},
    {"XQ", "unknown_version", "this version of XQF is not known here"},
    {"MXQ", "unknown_version", "this is MXQ, in which no moves can be found"},
    {"\x03MXQ", "unknown_version", "this is MXQ, in which no moves can be found"},
    {"Rar!", "archive", "this is an archive of RAR: unpack it, or give its files as zip"},
    {"7z\xBC\xAF\x27\x1C", "archive", "this is an archive of 7-Zip: unpack it, or give its files as zip"},
    {"\x1F\x8B", "archive", "this is packed by gzip: unpack it, or give it as zip"},
    {"BZh", "archive", "this is packed by bzip2: unpack it, or give it as zip"},
    {"\xFD"
     "7zXZ",
     "archive", "this is packed by xz: unpack it, or give it as zip"},
    {"\x28\xB5\x2F\xFD", "archive", "this is packed by zstd: unpack it, or give it as zip"},
    {"%PDF", "no_games", "this is a document (PDF), no game"},
    {"\xD0\xCF\x11\xE0", "no_games", "this is a document of an office program, no game"},
    {"\x89PNG", "no_games", "this is a picture, no game"},
    {"GIF8", "no_games", "this is a picture, no game"},
    {"BM", "no_games", "this is a picture, no game"},
    {"\xFF\xD8\xFF", "no_games", "this is a picture, no game"},
    {"II*", "no_games", "this is a picture, no game"},
    {"RIFF", "no_games", "this is a picture, a sound or a film, no game"},
    {"ID3", "no_games", "this is a sound, no game"},
    {"OggS", "no_games", "this is a sound or a film, no game"},
    {"MZ", "no_games", "this is a program, no game"},
    {"\x7F"
     "ELF",
     "no_games", "this is a program, no game"},
};

/// Where the text begins so.
constexpr OtherFile kTexts[] = {
    {"<!DOCTYPE svg", "no_games", "this is a picture, no game"},
    {"<svg", "no_games", "this is a picture, no game"},
    {"{\\rtf", "no_games", "this is a document (RTF), no game"},
    {"V1\n", "unknown_game", "this is a game of Shogi (CSA)"},
    {"V2", "unknown_game", "this is a game of Shogi (CSA)"},
};

constexpr std::string_view kGomocup = "these are messages of Gomocup's protocol: give the game as PSQ";

/// Where the text has it at the beginning of a line.
constexpr OtherFile kLines[] = {
    {"手合割", "unknown_game", "this is a game of Shogi (KIF)"},
    {"先手：", "unknown_game", "this is a game of Shogi (KIF)"},
    {"[Variant \"Shogi\"]", "unknown_game", "this is a game of Shogi"},
};

/// Whether so many rows of so many bytes stand behind a header of WTHOR.
bool has_wthor_rows(std::string_view bytes, std::size_t rows, std::size_t size) {
  constexpr std::size_t kHeader = 16;
  return rows > 0 && rows < bytes.size() && bytes.size() == kHeader + size * rows;
}

/// Whether a header begins with a day of 1900 to 2099.
bool has_wthor_day(const Bytes& file) {
  const auto is_in = [](int number, int least, int most) { return least <= number && number <= most; };
  return is_in(file.u8(0), 19, 20) && is_in(file.u8(2), 1, 12) && is_in(file.u8(3), 1, 31);
}

/// A database of WTHOR (.wtb) has no magic, but a size that its number of games tells; on 10 x 10 squares its
/// games are longer.
bool is_wthor(std::string_view bytes) {
  constexpr std::size_t kGame = 68, kLargeGame = 104;
  const Bytes file(bytes);
  const bool is_large = file.u8(12) == 10 && has_wthor_day(file);
  return has_wthor_rows(bytes, file.u32(4), kGame) ||
         (is_large && has_wthor_rows(bytes, file.u32(4), kLargeGame));
}

/// The lists of players (.jou) and tournaments (.trn) that come with it: they count their rows elsewhere.
bool is_wthor_list(std::string_view bytes) {
  constexpr std::size_t kPlayer = 20, kTournament = 26;
  const Bytes file(bytes);
  const std::size_t rows = file.u8(8) | static_cast<std::size_t>(file.u8(9)) << 8;
  for (const std::size_t size : {kPlayer, kTournament})
    if (has_wthor_rows(bytes, rows, size) || has_wthor_rows(bytes, file.u32(4), size))
      return has_wthor_day(file);
  return false;
}

/// Of a version that is known here, which its first bytes tell.
bool is_cut_xqf(std::string_view bytes) {
  constexpr std::uint8_t kNewest = 0x20;  // As is_xqf() has it.
  return bytes.starts_with("XQ") && bytes.size() < kXqfHeader && Bytes(bytes).u8(2) <= kNewest;
}

/// A line of a log without the arrow that says who sent it.
std::string_view message_of(std::string_view line) {
  line.remove_prefix(std::min(line.find_first_not_of(" \t<>-:"), line.size()));
  return line.substr(0, line.find_last_not_of(" \t") + 1);
}

bool has_numbers_alone(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789, ") == text.npos;
}

/// START 15, TURN 7,7 or INFO rule 1.
bool is_message_of_gomocup(std::string_view message) {
  for (const std::string_view word : {"START ", "RECTSTART ", "TURN ", "TAKEBACK "})
    if (message.starts_with(word) && has_numbers_alone(message.substr(word.size()))) return true;
  for (const std::string_view key : {"timeout_turn ", "timeout_match ", "max_memory ", "time_left ",
                                     "game_type ", "rule ", "evaluate ", "folder "})
    if (message.starts_with("INFO ") && message.substr(5).starts_with(key)) return true;
  return false;
}

/// BOARD, which points of the board follow, as the answer does BEGIN: alone they may be words of any text.
bool begins_points_of_gomocup(std::string_view message) {
  for (const std::string_view word : {"BOARD", "BEGIN", "YXBOARD", "SWAP2BOARD"})
    if (message == word) return true;
  return false;
}

/// Its moves are like those of .rec, behind any two lines.
bool is_log_of_gomocup(std::string_view text) {
  constexpr int kLines = 8;
  bool may_be_points = false;
  for (int i = 0; i < kLines && !text.empty(); ++i) {
    const std::string_view line = text.substr(0, text.find('\n')), message = message_of(line);
    const bool is_point = has_numbers_alone(message) && message.find(',') != message.npos;
    if (is_message_of_gomocup(message) || (may_be_points && is_point)) return true;
    may_be_points = begins_points_of_gomocup(message);
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return false;
}

/// Players are 先手 and 後手 in games of Xiangqi as well.
bool has_words_of_shogi(std::string_view text) {
  for (const std::string_view sign : {"手合割", "手数", "▲", "歩", "[Variant"})
    if (text.find(sign) != text.npos) return true;
  return false;
}

/// What is marked up and none of the formats that are found in pages and documents of XML.
std::optional<std::string_view> other_markup(std::string_view text) {
  for (const std::string_view ours : {"DhtmlXQ", "DHJHtmlXQ", "<ChineseChessRecord", "<n version", "<game",
                                      "[Event \"", "[Game \"", "[Red \"", "(;GM["})
    if (text.find(ours) != text.npos) return std::nullopt;
  const std::string head = lower(text.substr(0, 100));
  if (head.starts_with("<!doctype html") || head.starts_with("<html"))
    return "this is a page without a game in a format that is read here";
  if (head.starts_with("<?xml")) return "this is a document of XML in no format that is read here";
  return std::nullopt;
}

std::optional<BadText> refused(const OtherFile& file) {
  return bad_text(0, std::string(file.reason), file.message).error;
}

}  // namespace

std::optional<BadText> find_other_binary(std::string_view bytes) {
  if (is_wthor(bytes))
    return bad_text(0, "unknown_game", "this is WTHOR: its games are of normal Othello").error;
  if (is_wthor_list(bytes))
    return bad_text(0, "no_games", "this is a list of names of WTHOR, normal Othello: it holds no games")
        .error;
  // A text may begin with these letters, too.
  if (bytes.find('\0') == bytes.npos && !bytes.starts_with("\x1F\x8B")) return std::nullopt;
  if (is_cut_xqf(bytes))
    return bad_text(0, "truncated", "this file of XQF is cut off: it ends within its header").error;
  const auto other =
      std::ranges::find_if(kBinary, [&](const OtherFile& each) { return bytes.starts_with(each.sign); });
  if (other != std::end(kBinary)) return refused(*other);
  if (bytes.substr(0, 12).find("ftyp") == 4)  // MP4, HEIC and their relatives.
    return bad_text(0, "no_games", "this is a picture, a sound or a film, no game").error;
  if (is_zlib(bytes))
    return bad_text(0, "archive", "this is packed by zlib: unpack it, or give it as zip").error;
  return std::nullopt;
}

std::optional<BadText> find_other_text(std::string_view text) {
  text.remove_prefix(std::min(text.find_first_not_of(" \n\t"), text.size()));
  for (const OtherFile& each : kTexts)
    if (text.starts_with(each.sign)) return refused(each);
  // Its bytes are all of ASCII: escape sequences say what they stand for.
  if (text.find("\x1B$B") != text.npos || text.find("\x1B$@") != text.npos)
    return bad_text(0, "encoding", "this is ISO-2022-JP: save it as UTF-8").error;
  if (is_log_of_gomocup(text)) return bad_text(0, "no_games", kGomocup).error;
  // On 15 lines it may be Renju: its reader decides.
  if (text.starts_with("(;GM[1]") && text.find("SZ[15") == text.npos)
    return bad_text(0, "unknown_game", "this is a game of Go").error;
  if (text.starts_with('<'))
    if (const auto what = other_markup(text)) return bad_text(0, "no_games", *what).error;
  constexpr std::size_t kHead = 4096;
  const std::string_view head = text.substr(0, kHead);
  if (!has_words_of_shogi(head)) return std::nullopt;
  for (const OtherFile& each : kLines) {
    const std::size_t at = head.find(each.sign);
    if (at == 0 || (at != text.npos && text[at - 1] == '\n')) return refused(each);
  }
  return std::nullopt;
}

}  // namespace server
