#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/core/expected.h"
#include "server/formats/played_game.h"

/// Bytes of unknown encoding as UTF-8, by iconv. Files name their encoding seldom, and wrongly at times, so
/// it is judged: in the end by which decoding has more legal moves (see GameReader), here only as far as
/// bytes tell. All functions are pure, safe from any thread, and linear in the length of the bytes.
namespace server {

/// to_utf8() takes byte order marks off.
enum class Encoding {
  utf8,
  gb18030,
  big5,
  utf16le,
  utf16be,
  windows1250,
  windows1251,
  windows1252,
  shift_jis,
  euc_kr
};

/// How the texts of one file are encoded, given one after another. UTF-8 if they are; else GB18030 (with GBK,
/// its older part) or Big5 with the signs of Hong Kong, whichever leaves fewer bytes unread and makes fewer
/// rare characters: statistics of letters fail on a few names. Where both make rare ones above all, and the
/// bytes are like words of Cyrillic or Latin letters, Windows-1251 or Windows-1252, or with letters of
/// Central Europe Windows-1250; like Japanese, Shift_JIS; like Korean, EUC-KR.
/// @pre not UTF-16, which only formats with fields of it have
Encoding guess_encoding(std::string_view bytes);

/// What bytes of Chinese may be as well: Korean, where there are one or two characters; Big5, where all of
/// some characters are rare in GB18030 and no rarer there. None where its XML tells.
std::optional<Encoding> other_encoding(std::string_view bytes, Encoding encoding);

/// Whether bytes that are read as Chinese may be Japanese in EUC-JP, which is not read here: kana stand there
/// where GB 2312 has them, and texts of China have hardly any. False where its XML tells what it is. Linear.
bool may_be_euc_jp(std::string_view bytes);

/// In UTF-8, line ends \n; what cannot be read becomes U+FFFD, and ends of half a character are dropped.
/// Never fails. Where the C library lacks the encoding, every byte becomes U+FFFD.
std::string decode_text(std::string_view bytes, Encoding encoding);

/// In GB18030, as many whole characters as `most` bytes hold; what it has no sign for becomes a question
/// mark.
/// @pre `text` is UTF-8
std::string to_gb18030(std::string_view text, std::size_t most);

/// The encodings that a file of text may have, the likeliest first: one where a byte order mark, zeros or
/// UTF-8 tell, or the declaration of XML, else GB18030 and Big5, of which the better is that under which more
/// moves are legal; before them the alphabet that guess_encoding() sees, or Shift_JIS or EUC-KR where CA of
/// SGF says so and all of it can be read. Never empty. Looks at all bytes for UTF-8, and at the first 256 KiB
/// for everything else.
std::vector<Encoding> likely_encodings(std::string_view bytes);

/// The bytes of a file as UTF-8 with plain line ends and no byte order mark. What cannot be read becomes
/// U+FFFD, with a note of the first line that has it; refused where that is much, or it is no text.
engine::Expected<std::string, BadText> to_utf8(std::string_view bytes, Encoding encoding,
                                               std::vector<BadText>& notes);

/// "utf-8", "gb18030", "big5", "utf-16le", "utf-16be", "windows-1250", "windows-1251", "windows-1252",
/// "shift_jis" or "euc-kr".
std::string_view word_of(Encoding encoding);
std::optional<Encoding> encoding_of(std::string_view word);

}  // namespace server
