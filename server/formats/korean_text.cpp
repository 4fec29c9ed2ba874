#include "server/formats/korean_text.h"

#include <algorithm>

#include "server/base/utf8.h"

namespace server {

namespace {

/// Syllables of which names and plain words are made, by their code points. Of common Chinese characters one
/// in twenty has the bytes of one of them.
constexpr std::u32string_view kCommon =
    U"가강거건것게겠경계고곽관광교구국군권규균그근금기길김까나난남내너네노는니다단당대더덕데도돌동되된될두"
    U"드들등따때라란래량러려련렬령로록룡류륜률를름리린마만많말맹면명모목무묵문미민바박반받방배백범변별병보"
    U"복봉부분불비빈사산삼상생서석선설섭성세소속손솔송수숙순스슬습승시식신심아안않알애야양어언엄없에여연열"
    U"염영예오옥온와완왕요용우욱운웅원위유윤율으은을음의이익인일임입있자장재적전정제조졸종주준중지진차착찬"
    U"창채처천철청초최춘출충치크타탁태택터통패평포표필하학한할함합해했행향허헌혁현형혜호홍화환황효후훈흑흥"
    U"희";

bool is_between(char32_t point, char32_t first, char32_t last) {
  return first <= point && point <= last;
}

/// Fewer tell nothing.
constexpr std::size_t kFewestSyllables = 3;

struct Syllables {
  std::size_t characters = 0, common = 0;
};

/// None where it is no text.
Syllables count_syllables(std::string_view text) {
  Syllables letters;
  while (!text.empty()) {
    const auto point = take_code_point(text);
    if (!point) return {};
    // Punctuation and full-width signs are of all languages there.
    const bool is_letter = is_between(*point, 0x3400, 0xFAFF) || *point == 0xFFFD;
    letters.characters += is_letter;
    letters.common += is_letter && std::ranges::binary_search(kCommon, *point);
  }
  return letters;
}

}  // namespace

bool is_korean(std::string_view text) {
  const auto [characters, common] = count_syllables(text);
  return characters >= kFewestSyllables && 4 * common > 3 * characters;
}

bool may_be_korean(std::string_view text) {
  const auto [characters, common] = count_syllables(text);
  return characters > 0 && characters < kFewestSyllables && common == characters;
}

}  // namespace server
