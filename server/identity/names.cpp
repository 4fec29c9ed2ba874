#include "server/identity/names.h"

#include <sodium.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uset.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>
#include <unicode/uversion.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <set>
#include <stdexcept>
#include <vector>

#include "server/base/utf8.h"
#include "server/identity/tokens.h"
#include "storage/store.h"

namespace server {

namespace {

using storage::NameKeys;
using Points = std::vector<char32_t>;

constexpr std::size_t kShortest = 2, kLongest = 20;  // Code points.
constexpr int kMostMarks = 2;                        // On a letter.

/// What the server could be called: names as a whole.
constexpr auto kReserved =
    std::to_array<std::string_view>({"ai", "anonymous", "root", "server", "三棋", "系统", "系統", "系统消息",
                                     "系統消息", "系统通知", "系統通知", "服务器", "伺服器"});
/// What those who run it could be called: no word of a name, with a number or without. Chinese words stand
/// in a name without separators.
constexpr auto kOffices =
    std::to_array<std::string_view>({"admin", "administrator", "mod", "moderator", "official", "operator",
                                     "sanqi", "staff", "support", "system"});
constexpr auto kChineseOffices =
    std::to_array<std::string_view>({"官方", "客服", "版主", "管理员", "管理員"});
/// What its players could be called, with a number or without, in Chinese with a word for levels after it.
constexpr auto kBots = std::to_array<std::string_view>(
    {"bot", "computer", "computer level", "level", "机器人", "機器人", "电脑", "電腦"});
constexpr auto kLevels = std::to_array<std::string_view>({"级", "級"});

/// Throws for what can only be a broken installation of ICU.
void check(UErrorCode error) {
  if (U_FAILURE(error)) throw std::runtime_error(std::string("ICU failed: ") + u_errorName(error));
}

// ---- texts of ICU ----------------------------------------------------------------------------------------

/// What `convert(target, capacity, error)` writes.
template <class Convert>
std::u16string converted(std::size_t source, Convert convert) {
  std::u16string target(18 * source + 16, u'\0');  // No mapping of Unicode makes more of a text.
  UErrorCode error = U_ZERO_ERROR;
  const std::int32_t size = convert(target.data(), static_cast<std::int32_t>(target.size()), &error);
  check(error);
  target.resize(static_cast<std::size_t>(size));
  return target;
}

std::int32_t size_of(std::u16string_view text) {
  return static_cast<std::int32_t>(text.size());
}

std::u16string normalized(const UNormalizer2* form, const std::u16string& text) {
  return converted(text.size(), [&](char16_t* to, std::int32_t capacity, UErrorCode* error) {
    return unorm2_normalize(form, text.data(), size_of(text), to, capacity, error);
  });
}

std::u16string in_small_letters(const std::u16string& text) {
  return converted(text.size(), [&](char16_t* to, std::int32_t capacity, UErrorCode* error) {
    return u_strToLower(to, capacity, text.data(), size_of(text), "", error);
  });
}

std::u16string in_capitals(const std::u16string& text) {
  return converted(text.size(), [&](char16_t* to, std::int32_t capacity, UErrorCode* error) {
    return u_strToUpper(to, capacity, text.data(), size_of(text), "", error);
  });
}

std::u16string without_case(const std::u16string& text) {
  return converted(text.size(), [&](char16_t* to, std::int32_t capacity, UErrorCode* error) {
    return u_strFoldCase(to, capacity, text.data(), size_of(text), U_FOLD_CASE_DEFAULT, error);
  });
}

/// @pre it is UTF-8
std::u16string to_utf16(std::string_view text) {
  return converted(text.size(), [&](char16_t* to, std::int32_t capacity, UErrorCode* error) {
    std::int32_t size = 0;
    u_strFromUTF8(to, capacity, &size, text.data(), static_cast<std::int32_t>(text.size()), error);
    return size;
  });
}

std::string to_utf8(const std::u16string& text) {
  std::string bytes(3 * text.size(), '\0');
  std::int32_t size = 0;
  UErrorCode error = U_ZERO_ERROR;
  u_strToUTF8(bytes.data(), static_cast<std::int32_t>(bytes.size()), &size, text.data(), size_of(text),
              &error);
  check(error);
  bytes.resize(static_cast<std::size_t>(size));
  return bytes;
}

/// What stands between the words of a name, and makes it no other name.
bool is_separator(char32_t point) {
  return point == U' ' || point == U'_' || point == U'-';
}

std::u16string without_separators(std::u16string text) {
  std::erase_if(text, [](char16_t unit) { return is_separator(unit); });
  return text;
}

// ---- tables ----------------------------------------------------------------------------------------------

/// ICU's tables, as names need them. Never changed, so any thread may read them.
struct Tables {
  const UNormalizer2 *nfc, *nfkc, *nfkc_casefold;
  USet* allowed;  ///< Recommended for identifiers, and separators.
  USpoofChecker* checker;
};

Tables open_tables() {
  UErrorCode error = U_ZERO_ERROR;
  Tables tables{.nfc = unorm2_getNFCInstance(&error),
                .nfkc = unorm2_getNFKCInstance(&error),
                .nfkc_casefold = unorm2_getNFKCCasefoldInstance(&error),
                .allowed = nullptr,
                .checker = uspoof_open(&error)};
  check(error);
  tables.allowed = uset_cloneAsThawed(uspoof_getRecommendedSet(&error));
  for (const UChar32 separator : {U' ', U'_', U'-'}) uset_add(tables.allowed, separator);
  uset_freeze(tables.allowed);
  // Identifier_Status Allowed and separators. The restriction level bounds which scripts may be mixed,
  // MIXED_NUMBERS digits of several systems, HIDDEN_OVERLAY a mark that its letter hides, INVISIBLE
  // characters without a shape and repeated marks.
  uspoof_setAllowedChars(tables.checker, tables.allowed, &error);
  uspoof_setRestrictionLevel(tables.checker, USPOOF_HIGHLY_RESTRICTIVE);
  uspoof_setChecks(tables.checker,
                   USPOOF_CHAR_LIMIT | USPOOF_RESTRICTION_LEVEL | USPOOF_INVISIBLE | USPOOF_MIXED_NUMBERS |
                       USPOOF_HIDDEN_OVERLAY,
                   &error);
  check(error);
  return tables;
}

const Tables& tables() {
  static const Tables opened = open_tables();
  return opened;
}

/// What the eye makes of a text; of letters that a text in capitals has, too.
std::u16string skeleton(const std::u16string& text) {
  // The skeleton of UTS #39 maps what looks alike to one text, but not in case: it is folded afterwards.
  const std::u16string seen =
      converted(text.size(), [&](char16_t* to, std::int32_t capacity, UErrorCode* error) {
        return uspoof_getSkeleton(tables().checker, 0, text.data(), size_of(text), to, capacity, error);
      });
  return without_case(seen);
}

// ---- what a name is made of ------------------------------------------------------------------------------

bool is_allowed(char32_t point) {
  return uset_contains(tables().allowed, static_cast<UChar32>(point)) != 0;
}

/// A form of full or half width.
bool is_wide_or_narrow(char32_t point) {
  const int kind = u_getIntPropertyValue(static_cast<UChar32>(point), UCHAR_DECOMPOSITION_TYPE);
  return kind == U_DT_WIDE || kind == U_DT_NARROW;
}

bool is_letter_or_digit(char32_t point) {
  return (U_GET_GC_MASK(static_cast<UChar32>(point)) & (U_GC_L_MASK | U_GC_N_MASK)) != 0;
}

bool has_too_many_marks(const Points& points) {
  int marks = 0;
  return std::ranges::any_of(points, [&](char32_t point) {
    const bool is_mark = (U_GET_GC_MASK(static_cast<UChar32>(point)) & (U_GC_MN_MASK | U_GC_ME_MASK)) != 0;
    marks = is_mark ? marks + 1 : 0;
    return marks > kMostMarks;
  });
}

bool has_form_of_name(const Points& points) {
  const auto both_blank = [](char32_t a, char32_t b) { return a == U' ' && b == U' '; };
  return points.size() >= kShortest && points.size() <= kLongest && is_letter_or_digit(points.front()) &&
         points.back() != U' ' && std::ranges::adjacent_find(points, both_blank) == points.end() &&
         !has_too_many_marks(points);
}

bool passes_checks(const std::u16string& name) {
  UErrorCode error = U_ZERO_ERROR;
  const std::int32_t failed = uspoof_check(tables().checker, name.data(), size_of(name), nullptr, &error);
  check(error);
  return failed == 0;
}

// ---- names that are not to be had ------------------------------------------------------------------------

template <std::size_t size>
std::set<std::string> keys_of_words(const std::array<std::string_view, size>& words) {
  std::set<std::string> all;
  for (const std::string_view word : words) {
    const NameKeys keys = name_keys(word);
    all.insert(keys.begin(), keys.end());
  }
  return all;
}

bool is_any_of(const std::set<std::string>& words, const NameKeys& keys) {
  return std::ranges::any_of(keys, [&](const std::string& key) { return words.contains(key); });
}

bool is_reserved(const NameKeys& keys) {
  static const std::set<std::string> reserved = keys_of_words(kReserved);
  return is_any_of(reserved, keys);
}

/// `word` without the digits around it.
std::string_view without_number(std::string_view word) {
  constexpr std::string_view kDigits = "0123456789";
  const std::size_t first = word.find_first_not_of(kDigits);
  if (first == std::string_view::npos) return {};
  return word.substr(first, word.find_last_not_of(kDigits) + 1 - first);
}

/// "Admin Lina", "Staff 2", "ad-min": a name of those who run the server.
bool is_like_an_office(std::string_view name, const NameKeys& keys) {
  static const std::set<std::string> offices = keys_of_words(kOffices);
  static const std::set<std::string> chinese = keys_of_words(kChineseOffices);
  // Word by word, for "Admin Lina"; the whole without separators afterwards, for "ad-min".
  const auto is_office = [](std::string_view word) {
    return is_any_of(offices, name_keys(without_number(word)));
  };
  for (std::string_view rest = name; !rest.empty();) {
    const std::size_t end = std::min(rest.find_first_of(" _-"), rest.size());
    if (is_office(rest.substr(0, end))) return true;
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  return is_any_of(offices, keys) || std::ranges::any_of(chinese, [&](const std::string& office) {
           return std::ranges::any_of(
               keys, [&](const std::string& key) { return key.find(office) != std::string::npos; });
         });
}

/// A digit, or what a skeleton has for 0 and 1.
bool is_like_digit(char c) {
  return ('0' <= c && c <= '9') || c == 'o' || c == 'l';
}

/// Digits, in Chinese with a word for levels after them.
bool is_level(std::string_view text) {
  static const std::set<std::string> levels = keys_of_words(kLevels);
  text.remove_prefix(static_cast<std::size_t>(std::ranges::find_if_not(text, is_like_digit) - text.begin()));
  return text.empty() || levels.contains(std::string(text));
}

/// "Bot 3", "Computer level 3": the computer is called that.
bool is_bots_name(const NameKeys& keys) {
  static const std::set<std::string> bots = keys_of_words(kBots);
  return std::ranges::any_of(keys, [](const std::string& key) {
    return std::ranges::any_of(bots, [&](const std::string& bot) {
      return key.starts_with(bot) && is_level(std::string_view(key).substr(bot.size()));
    });
  });
}

bool is_like_guest(const NameKeys& keys) {
  static const std::set<std::string> guest = keys_of_words(std::array<std::string_view, 1>{"Guest"});
  return std::ranges::any_of(keys, [](const std::string& key) {
    return std::ranges::any_of(guest, [&](const std::string& word) { return key.starts_with(word); });
  });
}

}  // namespace

std::optional<std::string> valid_name(std::string_view text) {
  if (text.size() > kLongestNameBytes || !code_points(text)) return std::nullopt;
  // What was typed is judged before NFKC makes plain letters of it: full and half width comes from input
  // methods, every other letter in disguise is refused.
  const std::u16string composed = normalized(tables().nfc, to_utf16(text));
  const Points typed = code_points(to_utf8(composed)).value();
  const auto may_be_typed = [](char32_t point) { return is_allowed(point) || is_wide_or_narrow(point); };
  if (!std::ranges::all_of(typed, may_be_typed)) return std::nullopt;
  const std::u16string plain = normalized(tables().nfkc, composed);
  std::string name = to_utf8(plain);
  if (!has_form_of_name(code_points(name).value()) || !passes_checks(plain)) return std::nullopt;
  if (is_user_id(name)) return std::nullopt;
  const NameKeys keys = name_keys(name);
  if (is_reserved(keys) || is_like_an_office(name, keys) || is_bots_name(keys)) return std::nullopt;
  return name;
}

std::optional<std::string> valid_account_name(std::string_view text) {
  auto name = valid_name(text);
  if (name && is_like_guest(name_keys(*name))) name.reset();
  return name;
}

NameKeys name_keys(std::string_view name) {
  if (name.empty() || name.size() > kLongestNameBytes || !code_points(name)) return {};
  const std::u16string text = to_utf16(name);
  const std::u16string plain = without_separators(normalized(tables().nfkc, text));
  return {std::string(name), to_utf8(without_separators(normalized(tables().nfkc_casefold, text))),
          to_utf8(skeleton(plain)), to_utf8(skeleton(in_small_letters(plain))),
          to_utf8(skeleton(in_capitals(plain)))};
}

bool are_same_name(const NameKeys& one, const NameKeys& other) {
  return one[0] == other[0] || (!one[1].empty() && one[1] == other[1]);
}

std::optional<storage::Account> find_named(storage::Reader& store, std::string_view name) {
  const NameKeys names = name_keys(name);
  auto account = store.find_account(names);
  if (account && !are_same_name(names, name_keys(account->user.name))) account.reset();
  return account;
}

std::string name_rules() {
  UVersionInfo version;
  u_getVersion(version);
  std::array<char, U_MAX_VERSION_STRING_LENGTH> text;
  u_versionToString(version, text.data());
  return std::string("1, ICU ") + text.data();
}

std::string new_guest_name() {
  return "Guest" + std::to_string(1000 + randombytes_uniform(9000));
}

}  // namespace server
