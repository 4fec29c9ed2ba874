#include "server/identity/names.h"

#include <locale.h>
#include <sodium.h>
#include <wctype.h>

#include <algorithm>
#include <array>
#include <optional>
#include <vector>

#include "server/base/utf8.h"

namespace server {

namespace {

constexpr std::size_t kShortest = 2, kLongest = 20;

constexpr auto kReserved =
    std::to_array<std::string_view>({"admin", "administrator", "ai", "anonymous", "bot", "computer",
                                     "moderator", "operator", "root", "sanqi", "server", "system"});

/// The C library's Unicode tables, whatever locale the program was started in; null where there are none.
locale_t unicode() {
  static const locale_t tables = ::newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
  return tables;
}

bool is_letter_or_digit(char32_t point) {
  if (unicode() == nullptr) return point >= 0x80 || std::isalnum(static_cast<int>(point));
  return ::iswalnum_l(static_cast<wint_t>(point), unicode()) != 0;
}

char32_t lower_case(char32_t point) {
  if (unicode() == nullptr) return point;
  return static_cast<char32_t>(::towlower_l(static_cast<wint_t>(point), unicode()));
}

/// Full-width forms look like ASCII and are folded to it.
char32_t folded(char32_t point) {
  if (0xff01 <= point && point <= 0xff5e) point -= 0xff01 - U'!';
  return U'A' <= point && point <= U'Z' ? point + (U'a' - U'A') : point;
}

bool is_reserved(const std::vector<char32_t>& points) {
  return std::ranges::any_of(kReserved, [&](std::string_view word) {
    return std::ranges::equal(
        word, points, {}, [](char c) { return static_cast<char32_t>(c); }, folded);
  });
}

/// What stands between the words of a name, and makes it no other name.
bool is_separator(char32_t point) {
  return point == U' ' || point == U'_' || point == U'-';
}

/// "Bot 3": the computer is called that.
bool is_bots_name(const std::vector<char32_t>& points) {
  std::u32string plain;
  for (const char32_t point : points) {
    if (!is_separator(point)) plain += folded(point);
  }
  const auto is_digit = [](char32_t point) { return point >= U'0' && point <= U'9'; };
  return plain.starts_with(U"bot") && std::ranges::all_of(plain.substr(3), is_digit);
}

/// Letters, once in lower case, that look like a Latin one (or, like l and 1, can hardly be told apart).
struct LookAlike {
  char32_t point;
  char32_t latin;
};
constexpr auto kLookAlikes = std::to_array<LookAlike>(
    {{U'0', U'o'}, {U'1', U'l'}, {U'i', U'l'}, {U'ı', U'l'},                              // Latin, digits
     {U'а', U'a'}, {U'е', U'e'}, {U'ё', U'e'}, {U'о', U'o'}, {U'р', U'p'}, {U'с', U'c'},  // Cyrillic
     {U'у', U'y'}, {U'х', U'x'}, {U'і', U'l'}, {U'ї', U'l'}, {U'ј', U'j'}, {U'ѕ', U's'},
     {U'к', U'k'}, {U'м', U'm'}, {U'н', U'h'}, {U'т', U't'}, {U'в', U'b'}, {U'ԁ', U'd'},
     {U'һ', U'h'}, {U'ԛ', U'q'}, {U'ԝ', U'w'}, {U'ӏ', U'l'}, {U'α', U'a'}, {U'β', U'b'},
     {U'ε', U'e'}, {U'η', U'n'}, {U'ι', U'l'}, {U'κ', U'k'},  // Greek
     {U'ν', U'v'}, {U'ο', U'o'}, {U'ρ', U'p'}, {U'τ', U't'}, {U'υ', U'u'}, {U'χ', U'x'},
     {U'ϲ', U'c'}, {U'ϳ', U'j'}});

char32_t seen(char32_t point) {
  const char32_t plain = lower_case(folded(point));
  const auto found = std::ranges::find(kLookAlikes, plain, &LookAlike::point);
  return found == kLookAlikes.end() ? plain : found->latin;
}

}  // namespace

bool is_valid_name(std::string_view name) {
  if (name.size() > kLongestNameBytes) return false;
  const auto points = code_points(name);
  if (!points || points->size() < kShortest || points->size() > kLongest) return false;
  const auto allowed = [](char32_t point) { return is_separator(point) || is_letter_or_digit(point); };
  const auto both_blank = [](char32_t a, char32_t b) { return a == U' ' && b == U' '; };
  return is_letter_or_digit(points->front()) && points->back() != U' ' &&
         std::ranges::adjacent_find(*points, both_blank) == points->end() &&
         std::ranges::all_of(*points, allowed) && !is_reserved(*points) && !is_bots_name(*points);
}

bool is_valid_account_name(std::string_view name) {
  return is_valid_name(name) && !name_skeleton(name).starts_with(name_skeleton("Guest"));
}

std::string name_skeleton(std::string_view name) {
  if (name.size() > kLongestNameBytes) return {};
  std::string skeleton;
  for (const char32_t point : code_points(name).value_or(std::vector<char32_t>())) {
    if (!is_separator(point)) append_utf8(skeleton, seen(point));
  }
  return skeleton;
}

std::string new_guest_name() {
  return "Guest" + std::to_string(1000 + randombytes_uniform(9000));
}

}  // namespace server
