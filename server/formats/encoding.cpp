#include "server/formats/encoding.h"

#include <fmt/format.h>
#include <iconv.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <span>
#include <tuple>
#include <utility>

#include "server/base/ascii_case.h"
#include "server/base/utf8.h"
#include "server/formats/korean_text.h"
#include "server/formats/xml.h"

namespace server {

namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

constexpr std::string_view kReplacement = "\uFFFD";

constexpr std::pair<Encoding, std::string_view> kWords[] = {{Encoding::utf8, "utf-8"},
                                                            {Encoding::gb18030, "gb18030"},
                                                            {Encoding::big5, "big5"},
                                                            {Encoding::utf16le, "utf-16le"},
                                                            {Encoding::utf16be, "utf-16be"},
                                                            {Encoding::windows1250, "windows-1250"},
                                                            {Encoding::windows1251, "windows-1251"},
                                                            {Encoding::windows1252, "windows-1252"},
                                                            {Encoding::shift_jis, "shift_jis"},
                                                            {Encoding::euc_kr, "euc-kr"}};

const char* name_of(Encoding encoding) {
  switch (encoding) {
    case Encoding::gb18030:
      return "GB18030";
    case Encoding::big5:
      return "BIG5-HKSCS";
    case Encoding::utf16le:
      return "UTF-16LE";
    case Encoding::utf16be:
      return "UTF-16BE";
    case Encoding::windows1250:
      return "CP1250";
    case Encoding::windows1251:
      return "CP1251";
    case Encoding::windows1252:
      return "CP1252";
    case Encoding::shift_jis:
      return "CP932";  // As Windows has it; the standard's own has a yen for the backslash.
    case Encoding::euc_kr:
      return "CP949";  // As Windows has it, with all syllables.
    case Encoding::utf8:
      break;
  }
  return "UTF-8";
}

/// One conversion. Where the system knows no such encoding every byte is one that cannot be read.
class Converter {
 public:
  explicit Converter(Encoding from, Encoding to = Encoding::utf8)
      : converter_(iconv_open(name_of(to), name_of(from))) {}
  ~Converter() {
    if (is_open()) iconv_close(converter_);
  }
  Converter(const Converter&) = delete;
  Converter& operator=(const Converter&) = delete;

  bool is_open() const { return converter_ != reinterpret_cast<iconv_t>(-1); }

  /// Appends what can be read, takes it off `bytes`, and says whether that was all.
  bool convert(std::string_view& bytes, std::string& text) {
    if (!is_open()) return false;
    char* in = const_cast<char*>(bytes.data());  // iconv() does not write there.
    std::size_t left = bytes.size();
    bool done = false, is_full = true;
    while (is_full) {
      std::tie(done, is_full) = append(&in, &left, text);
    }
    if (done) append(nullptr, nullptr, text);  // Big5 keeps a sign back, which may get an accent.
    bytes.remove_prefix(bytes.size() - left);
    return done;
  }

  /// As much as there is room for, in whole characters; takes it off `text`. Whether it goes on after the
  /// first character that is left, which cannot be written.
  bool fill(std::string_view& text, std::span<char>& room) {
    char* in = const_cast<char*>(text.data());  // As above.
    char* out = room.data();
    std::size_t left = text.size(), space = room.size();
    const bool failed = iconv(converter_, &in, &left, &out, &space) == static_cast<std::size_t>(-1);
    const bool is_bad = failed && errno != E2BIG;
    text.remove_prefix(text.size() - left);
    room = room.last(space);
    return is_bad;
  }

 private:
  /// Whether all was read, and whether there was too little room for it.
  std::pair<bool, bool> append(char** in, std::size_t* left, std::string& text) {
    std::array<char, 4096> buffer;
    char* out = buffer.data();
    std::size_t room = buffer.size();
    const bool failed = iconv(converter_, in, left, &out, &room) == static_cast<std::size_t>(-1);
    const bool is_full = failed && errno == E2BIG;
    text.append(buffer.data(), buffer.size() - room);
    return {!failed, is_full};
  }

  iconv_t converter_;
};

std::size_t times_in(std::string_view text, std::string_view part) {
  std::size_t times = 0;
  for (std::size_t at = text.find(part); at != text.npos; at = text.find(part, at + part.size())) ++times;
  return times;
}

/// Of two bytes that begin with `lead`: what is common in each encoding lies together, and punctuation does.
bool is_rare(Encoding encoding, unsigned char lead, unsigned char trail) {
  // Big5 keeps its 5,401 frequent characters in A4 to C6, after punctuation in A1 to A3; GB 2312 its 3,755
  // frequent ones in B0 to D7, after punctuation and full-width letters in A1 to A3. A trail byte below A1 is
  // an addition of GBK.
  if (encoding == Encoding::big5) return lead < 0xA1 || lead > 0xC6;
  const bool is_common = (0xB0 <= lead && lead <= 0xD7) || (0xA1 <= lead && lead <= 0xA3);
  return !is_common || trail < 0xA1;
}

/// Less is better: bytes that make no character count most.
std::size_t badness(std::string_view bytes, Encoding encoding) {
  // A byte that is no character weighs as much as ten rare characters.
  constexpr std::size_t kUnread = 10;
  const std::string text = decode_text(bytes, encoding);
  std::size_t sum = kUnread * times_in(text, kReplacement);
  for (std::size_t i = 0; i + 1 < bytes.size(); ++i) {
    const auto lead = static_cast<unsigned char>(bytes[i]);
    if (lead < 0x80) continue;
    sum += is_rare(encoding, lead, static_cast<unsigned char>(bytes[++i]));
  }
  return sum;
}

bool is_lower_case(char c) {
  return 'a' <= c && c <= 'z';
}

/// Whether most characters would be rare ones in both encodings of Chinese, or stand behind a small letter.
bool is_hardly_chinese(std::string_view bytes) {
  std::size_t characters = 0, in_words = 0;
  bool is_behind_letter = false;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const bool is_behind = std::exchange(is_behind_letter, is_lower_case(bytes[i]));
    if (static_cast<unsigned char>(bytes[i]) < 0x80) continue;
    ++characters, ++i;
    in_words += is_behind;
  }
  const std::size_t rare = std::min(badness(bytes, Encoding::gb18030), badness(bytes, Encoding::big5));
  return 2 * (rare + in_words) > characters;
}

/// Bytes beyond ASCII between others.
struct Run {
  std::string_view bytes;
  char before, after;  ///< '\0' at an end of the text.
};

bool is_in_word(const Run& run) {
  return is_lower_case(run.before) || ('A' <= run.before && run.before <= 'Z') || is_lower_case(run.after);
}

/// É, ü, ł: alone or in pairs, in a word of ASCII. Quotes and apostrophes of Windows (0x91 to 0x97) as well.
bool is_latin(const Run& run) {
  constexpr std::string_view kLetters =
      "\x85\x8A\x8C\x8D\x8E\x8F\x91\x92\x93\x94\x96\x97\x9A\x9C\x9D\x9E\x9F"
      "\xA3\xA5\xAA\xAF\xB3\xB9\xBA\xBC\xBE\xBF";
  const auto is_letter = [&](char c) {
    return static_cast<unsigned char>(c) >= 0xC0 || kLetters.find(c) != kLetters.npos;
  };
  return run.bytes.size() <= 2 && is_in_word(run) && std::ranges::all_of(run.bytes, is_letter);
}

/// Letters that Windows-1252 lacks, or that no language of the West has: Š, Ť, Ž, Ź, Ł, Ą, Ż, Ľ.
bool is_central_european(const Run& run) {
  constexpr std::string_view kLetters = "\x8A\x8D\x8E\x8F\x9A\x9D\x9E\x9F\xA3\xA5\xAF\xB3\xB9\xBC\xBE\xBF";
  return is_latin(run) && run.bytes.find_first_of(kLetters) != run.bytes.npos;
}

/// A word of small letters behind one of any size, or of capitals.
bool is_cyrillic(const Run& run) {
  const auto is_small = [](char c) { return static_cast<unsigned char>(c) >= 0xE0 || c == '\xB8'; };
  const auto is_capital = [&](char c) {
    return (static_cast<unsigned char>(c) >= 0xC0 && !is_small(c)) || c == '\xA8';
  };
  const std::string_view rest = run.bytes.substr(1);
  return (is_small(run.bytes[0]) || is_capital(run.bytes[0])) &&
         (std::ranges::all_of(rest, is_small) || std::ranges::all_of(rest, is_capital));
}

/// Which alphabet four of five words are of, if the text is none of Chinese.
std::optional<Encoding> by_alphabet(std::string_view bytes) {
  constexpr std::size_t kWord = 3;  // Of so many letters one at least tells Cyrillic.
  const auto is_wide = [](char c) { return static_cast<unsigned char>(c) >= 0x80; };
  std::size_t runs = 0, latin = 0, central = 0, cyrillic = 0, words = 0;
  for (std::size_t at = 0; at < bytes.size(); ++at) {
    if (!is_wide(bytes[at])) continue;
    std::size_t end = at;
    while (end < bytes.size() && is_wide(bytes[end])) ++end;
    const Run run{bytes.substr(at, end - at), at > 0 ? bytes[at - 1] : '\0',
                  end < bytes.size() ? bytes[end] : '\0'};
    ++runs;
    latin += is_latin(run);
    central += is_central_european(run);
    cyrillic += is_cyrillic(run);
    words += is_cyrillic(run) && run.bytes.size() >= kWord;
    at = end;
  }
  const auto are_most = [runs](std::size_t some) { return runs > 0 && 5 * some >= 4 * runs; };
  const bool may_be_cyrillic = words > 0 && are_most(cyrillic);
  if ((!may_be_cyrillic && !are_most(latin)) || !is_hardly_chinese(bytes)) return std::nullopt;
  if (may_be_cyrillic) return Encoding::windows1251;
  return central > 0 ? Encoding::windows1250 : Encoding::windows1252;
}

bool is_readable(std::string_view bytes, Encoding encoding) {
  return decode_text(bytes, encoding).find(kReplacement) == std::string::npos;
}

/// Characters of two bytes, by their first: all, and those that Japanese has most. None where there are kana
/// of half a width, which hardly any text has: GBK and Big5 have their common characters there.
struct Japanese {
  std::size_t characters = 0, common = 0;
};
std::optional<Japanese> count_japanese(std::string_view bytes) {
  // Signs and kana, and kanji of the first level.
  const auto is_common = [](unsigned char lead) { return lead <= 0x83 || (0x88 <= lead && lead <= 0x98); };
  Japanese count;
  for (std::size_t i = 0; i + 1 < bytes.size(); ++i) {
    const auto lead = static_cast<unsigned char>(bytes[i]);
    if (lead < 0x80) continue;
    if (lead == 0x80 || (0xA0 <= lead && lead <= 0xDF)) return std::nullopt;
    ++count.characters, ++i;
    count.common += is_common(lead);
  }
  return count;
}

/// Whether most characters are common ones of Japanese, and rare ones of Chinese.
bool is_japanese(std::string_view bytes) {
  const auto count = count_japanese(bytes);
  return count && count->characters > 1 && 5 * count->common >= 4 * count->characters &&
         is_hardly_chinese(bytes) && is_readable(bytes, Encoding::shift_jis);
}

/// What SGF says of itself, in small letters; empty where it says nothing.
std::string told_by_sgf(std::string_view bytes) {
  constexpr std::size_t kHead = 4096, kWord = 12;
  const std::size_t at = bytes.substr(0, kHead).find("CA[");
  return at == bytes.npos ? std::string() : lower(bytes.substr(at + 3, kWord));
}

/// Of other encodings it is often wrong, and there are better signs.
bool tells_shift_jis(std::string_view bytes) {
  const std::string word = told_by_sgf(bytes);
  return word.starts_with("shift") || word.starts_with("sjis") || word.starts_with("x-sjis") ||
         word.starts_with("windows-31j") || word.starts_with("cp932");
}

bool tells_euc_kr(std::string_view bytes) {
  const std::string word = told_by_sgf(bytes);
  return word.starts_with("euc-kr") || word.starts_with("ks_c_5601") || word.starts_with("cp949") ||
         word.starts_with("windows-949") || word.starts_with("uhc");
}

/// What SGF says, of what its bytes may be.
std::optional<Encoding> by_sgf(std::string_view bytes) {
  if (tells_shift_jis(bytes) && count_japanese(bytes) && is_readable(bytes, Encoding::shift_jis))
    return Encoding::shift_jis;
  if (tells_euc_kr(bytes) && is_readable(bytes, Encoding::euc_kr)) return Encoding::euc_kr;
  return std::nullopt;
}

/// What a declaration of XML says, of what is known here.
std::optional<Encoding> by_declaration(std::string_view bytes) {
  const std::string_view head = bytes.substr(0, std::min(bytes.find("?>"), bytes.size()));
  if (!head.starts_with("<?xml") || head.size() > 200) return std::nullopt;
  const std::string word = lower(attribute(head, "encoding"));
  if (word == "gb2312" || word == "gbk") return Encoding::gb18030;
  if (word == "iso-8859-1") return Encoding::windows1252;
  return encoding_of(word);
}

/// A text of which here and there a byte is broken is still one in UTF-8: elsewhere hardly any byte of a
/// character fits.
bool is_nearly_utf8(std::string_view bytes) {
  // Lead bytes of longer sequences for each broken one.
  constexpr std::size_t kCharactersEach = 20;
  const std::size_t broken = times_in(decode_text(bytes, Encoding::utf8), kReplacement);
  const auto wide =
      std::ranges::count_if(bytes, [](char c) { return static_cast<unsigned char>(c) >= 0xC0; });
  return broken * kCharactersEach < static_cast<std::size_t>(wide);
}

/// Of each sign of ASCII, line ends among them, one byte of UTF-16 is zero: behind the other one in
/// little-endian text, before it in big-endian. 一 is the other way round: the likelier order comes first.
std::vector<Encoding> by_zeros(std::string_view bytes) {
  std::array<std::size_t, 2> zeros{};
  for (std::size_t i = 0; i < bytes.size(); ++i) zeros[i % 2] += bytes[i] == '\0';
  if (zeros[1] >= zeros[0]) return {Encoding::utf16le, Encoding::utf16be};
  return {Encoding::utf16be, Encoding::utf16le};
}

/// In place: a text may have a hundred megabytes.
void make_line_ends_plain(std::string& text) {
  std::size_t size = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    // \r\n and a lone \r both become one \n.
    if (text[i] != '\r') {
      text[size++] = text[i];
    } else if (i + 1 == text.size() || text[i + 1] != '\n') {
      text[size++] = '\n';
    }
  }
  text.resize(size);
}

/// As decode_text(); ends where more cannot be read than that. Takes off `bytes` what it has read.
std::string decode_at_most(std::string_view& bytes, Encoding encoding, std::size_t most_unread) {
  std::string text;
  text.reserve(bytes.size());
  Converter converter(encoding);
  for (std::size_t unread = 0; !converter.convert(bytes, text) && !bytes.empty() && unread <= most_unread;
       ++unread) {
    // iconv stops at what it cannot read: one unit of the encoding is given up, and reading goes on behind
    // it.
    const std::size_t unit = encoding == Encoding::utf16le || encoding == Encoding::utf16be ? 2 : 1;
    if (bytes.size() <= unit) break;  // Half a character, where a field cut it.
    text += kReplacement;
    bytes.remove_prefix(unit);
  }
  make_line_ends_plain(text);
  return text;
}

bool is_of_two_bytes(Encoding encoding) {
  return encoding == Encoding::gb18030 || encoding == Encoding::big5 || encoding == Encoding::shift_jis ||
         encoding == Encoding::euc_kr;
}

/// SGF and its relatives, DhtmlXQ, DHJ: their texts end with brackets.
bool has_fields_in_brackets(std::string_view bytes) {
  constexpr std::size_t kHead = 4096;
  const std::string_view head = bytes.substr(0, kHead);
  return head.find("(;") != head.npos || head.find("htmlXQ") != head.npos || head.find("HtmlXQ") != head.npos;
}

/// Whether `text` stands behind the value of a property of SGF: another one, a node, or the end of the game.
bool follows_value(std::string_view text) {
  const auto skip_blanks = [&] {
    text.remove_prefix(std::min(text.find_first_not_of(" \r\n\t"), text.size()));
  };
  skip_blanks();
  if (text.starts_with(')')) {
    text.remove_prefix(1);
    skip_blanks();
    return text.empty() || text.starts_with(')') || text.starts_with("(;");
  }
  if (text.starts_with('(')) text.remove_prefix(1);
  if (text.starts_with(';')) text.remove_prefix(1);
  skip_blanks();
  const std::size_t name = text.find_first_not_of("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
  return name != text.npos && name > 0 && text[name] == '[';
}

/// Half a character, or a letter of another encoding, makes one character with the bracket behind it: the
/// text would go on up to the next one. It becomes a byte that cannot be read.
std::string with_brackets(std::string_view bytes) {
  constexpr char kNoCharacter = '\xFF';
  std::string kept(bytes);
  for (std::size_t i = 0; i + 1 < kept.size(); ++i) {
    if (static_cast<unsigned char>(kept[i]) < 0x80) continue;
    const std::string_view rest = bytes.substr(i + 2);
    const bool ends_field = rest.starts_with("/DhtmlXQ") || rest.starts_with("/DHJHtmlXQ");
    if ((kept[i + 1] == ']' && follows_value(rest)) || (kept[i + 1] == '[' && ends_field))
      kept[i] = kNoCharacter;
    else
      ++i;
  }
  return kept;
}

/// Files that were joined have one each. In place, and in one pass.
void drop_byte_order_marks(std::string& text) {
  std::size_t to = text.find(kByteOrderMark);
  for (std::size_t from = to, next; from < text.size(); from = next) {
    // Where a file without a last line end was joined to another, its first tag would else stand behind a
    // result.
    const bool ends_line = to == 0 || text[to - 1] == '\n';
    from += kByteOrderMark.size();
    if (!ends_line && from < text.size() && text[from] == '[') text[to++] = '\n';  // It begins a file.
    next = std::min(text.find(kByteOrderMark, from), text.size());
    to = static_cast<std::size_t>(std::copy(text.begin() + static_cast<std::ptrdiff_t>(from),
                                            text.begin() + static_cast<std::ptrdiff_t>(next),
                                            text.begin() + static_cast<std::ptrdiff_t>(to)) -
                                  text.begin());
  }
  if (to != text.npos) text.resize(to);
}

/// For a system that knows no GB18030: a program that is linked statically finds the tables of its own C
/// library alone.
std::string to_ascii(std::string_view text, std::size_t most) {
  std::string bytes;
  for (const char c : text) {
    if (!begins_code_point(c)) continue;
    if (bytes.size() == most) break;
    bytes += static_cast<unsigned char>(c) < 0x80 ? c : '?';
  }
  return bytes;
}

}  // namespace

std::optional<Encoding> other_encoding(std::string_view bytes, Encoding encoding) {
  // Two characters: more bytes need not be decoded. Of many, some are not rare where they are read rightly.
  constexpr std::size_t kFewBytes = 4, kNotMany = 40;
  if (encoding != Encoding::gb18030 && encoding != Encoding::big5) return std::nullopt;
  if (by_declaration(bytes)) return std::nullopt;
  const auto wide = static_cast<std::size_t>(
      std::ranges::count_if(bytes, [](char c) { return static_cast<unsigned char>(c) >= 0x80; }));
  if (wide <= kFewBytes && may_be_korean(decode_text(bytes, Encoding::euc_kr))) return Encoding::euc_kr;
  if (encoding == Encoding::big5 || wide < kFewBytes || wide > kNotMany) return std::nullopt;
  const std::size_t rare = badness(bytes, encoding);
  const bool may_be_big5 = 2 * rare >= wide && badness(bytes, Encoding::big5) <= rare;
  return may_be_big5 ? std::optional(Encoding::big5) : std::nullopt;
}

bool may_be_euc_jp(std::string_view bytes) {
  if (by_declaration(bytes)) return false;
  // One of eight characters, several of them, and some side by side: の alone stands in names of people in
  // China, and Big5 has characters of names there.
  constexpr std::size_t kFewestKana = 3, kShare = 8;
  constexpr unsigned char kFirst = 0xA1, kHiragana = 0xA4, kKatakana = 0xA5, kLast = 0xF6;
  std::array<std::array<bool, 0x100>, 2> seen{};
  std::size_t characters = 0, kana = 0, kinds = 0, run = 0, longest = 0;
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    const auto lead = static_cast<unsigned char>(bytes[i]);
    const bool is_wide = lead >= 0x80;
    const auto trail = static_cast<unsigned char>(is_wide && ++i < bytes.size() ? bytes[i] : '\0');
    if (is_wide && (lead < kFirst || trail < kFirst)) return false;
    const bool is_kana = (lead == kHiragana || lead == kKatakana) && trail <= kLast;
    characters += is_wide;
    kana += is_kana;
    run = is_kana ? run + 1 : 0;
    longest = std::max(longest, run);
    if (is_kana) kinds += !std::exchange(seen[lead - kHiragana][trail], true);
  }
  return longest >= kFewestKana && kinds >= kFewestKana && kShare * kana >= characters;
}

Encoding guess_encoding(std::string_view bytes) {
  if (is_utf8(bytes)) return Encoding::utf8;
  if (const auto alphabet = by_alphabet(bytes)) return *alphabet;
  if (is_japanese(bytes)) return Encoding::shift_jis;
  constexpr std::size_t kOfKorean = 16 << 10;
  if (is_korean(decode_text(bytes.substr(0, kOfKorean), Encoding::euc_kr))) return Encoding::euc_kr;
  // A single rare character in a name tells nothing yet.
  return badness(bytes, Encoding::big5) + 1 < badness(bytes, Encoding::gb18030) ? Encoding::big5
                                                                                : Encoding::gb18030;
}

std::string decode_text(std::string_view bytes, Encoding encoding) {
  return decode_at_most(bytes, encoding, bytes.size());
}

std::string to_gb18030(std::string_view text, std::size_t most) {
  constexpr std::size_t kLongestSign = 4;
  Converter converter(Encoding::utf8, Encoding::gb18030);
  if (!converter.is_open()) return to_ascii(text, most);
  std::string bytes(std::min(most, kLongestSign * text.size()), '\0');
  std::span<char> room(bytes);
  while (!text.empty() && converter.fill(text, room) && !room.empty()) {
    room.front() = '?';
    room = room.subspan(1);
    do text.remove_prefix(1);
    while (!text.empty() && !begins_code_point(text.front()));
  }
  bytes.resize(bytes.size() - room.size());
  return bytes;
}

std::vector<Encoding> likely_encodings(std::string_view bytes) {
  constexpr std::size_t kSample = 256 << 10;
  if (bytes.starts_with("\xFF\xFE")) return {Encoding::utf16le};
  if (bytes.starts_with("\xFE\xFF")) return {Encoding::utf16be};
  const std::string_view sample = bytes.substr(0, kSample);
  // Text of ASCII in UTF-16 is valid UTF-8 with a zero in each second place.
  const bool is_valid = is_utf8(bytes);
  if (is_valid && bytes.find('\0') == bytes.npos) return {Encoding::utf8};
  if (is_valid || sample.find('\0') != sample.npos) return by_zeros(sample);
  // Not UTF-8 as a whole, or the lines above would have found it: a broken one all the same.
  if (bytes.starts_with(kByteOrderMark) || is_nearly_utf8(sample)) return {Encoding::utf8};
  if (const auto told = by_declaration(sample)) return {*told};
  const auto by_file = by_sgf(sample);
  const Encoding best = by_file ? *by_file : guess_encoding(sample);
  if (best != Encoding::gb18030 && best != Encoding::big5) return {best, Encoding::gb18030, Encoding::big5};
  // One character may be as common in either.
  const bool may_be_big5 = badness(sample, Encoding::big5) <= badness(sample, Encoding::gb18030);
  if (may_be_big5 && told_by_sgf(sample).starts_with("big5")) return {Encoding::big5, Encoding::gb18030};
  return {best, best == Encoding::big5 ? Encoding::gb18030 : Encoding::big5};
}

engine::Expected<std::string, BadText> to_utf8(std::string_view bytes, Encoding encoding,
                                               std::vector<BadText>& notes) {
  constexpr std::size_t kBytesEach = 50;  // What is read so badly is something else.
  // Reading ends where more cannot be read: bytes that are no text would become three times as many (U+FFFD
  // has three bytes).
  const std::size_t most_unread = bytes.size() / kBytesEach + 1;
  const std::string kept =
      is_of_two_bytes(encoding) && has_fields_in_brackets(bytes) ? with_brackets(bytes) : std::string();
  std::string_view rest = kept.empty() ? bytes : std::string_view(kept);
  std::string text = decode_at_most(rest, encoding, most_unread);
  drop_byte_order_marks(text);
  // Any bytes are characters of UTF-16, or nearly: of a file that is no text some are control characters.
  const bool is_wide = encoding == Encoding::utf16le || encoding == Encoding::utf16be;
  constexpr std::string_view kOfTexts = "\n\t\f\v\x1A";
  const auto is_foreign = [&](char c) {
    return c == '\0' || (is_wide && is_control(c) && kOfTexts.find(c) == kOfTexts.npos);
  };
  if (std::ranges::any_of(text, is_foreign)) return bad_text(0, "encoding", "this is no text");
  if (encoding == Encoding::utf8 && is_utf8(bytes)) return text;
  const std::size_t unread = times_in(text, kReplacement);
  if (unread > most_unread)
    return bad_text(0, "encoding",
                    fmt::format("the text is not {}: of its first {} bytes {} cannot be read",
                                name_of(encoding), bytes.size() - rest.size(), unread));
  if (unread == 0) return text;
  const auto line = 1 + std::count(text.data(), text.data() + text.find(kReplacement), '\n');
  notes.push_back(
      bad_text(static_cast<int>(line), "encoding", fmt::format("{} characters cannot be read", unread))
          .error);
  return text;
}

std::string_view word_of(Encoding encoding) {
  return std::ranges::find(kWords, encoding, &std::pair<Encoding, std::string_view>::first)->second;
}

std::optional<Encoding> encoding_of(std::string_view word) {
  const auto found = std::ranges::find(kWords, word, &std::pair<Encoding, std::string_view>::second);
  return found == std::end(kWords) ? std::nullopt : std::optional(found->first);
}

}  // namespace server
