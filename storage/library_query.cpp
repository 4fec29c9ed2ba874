#include <unicode/uchar.h>
#include <unicode/utf8.h>

#include <array>
#include <string>
#include <string_view>

#include "storage/library.h"

namespace storage {

namespace {

/// Letters of UTF-8 without their case, in any writing; other bytes become U+FFFD.
std::u32string fold_case(std::string_view text) {
  std::u32string letters;
  letters.reserve(text.size());
  for (std::size_t i = 0; i < text.size();) {
    UChar32 letter = 0;
    U8_NEXT_OR_FFFD(text.data(), i, text.size(), letter);
    letters.push_back(static_cast<char32_t>(u_foldCase(letter, U_FOLD_CASE_DEFAULT)));
  }
  return letters;
}

bool contains(std::string_view text, std::string_view part) {
  return part.empty() || fold_case(text).find(fold_case(part)) != std::u32string::npos;
}

}  // namespace

std::int64_t bytes_of(const LibraryGame& game) {
  std::size_t bytes = 0;
  for (const std::string* text :
       {&game.start_pos, &game.names[0], &game.names[1], &game.names[0], &game.names[1], &game.event,
        &game.site, &game.round, &game.moves.data, &game.tree.data})  // Names are in two indexes as well.
    bytes += text->size();
  return static_cast<std::int64_t>(bytes);
}

std::int64_t bytes_of(const AddGames& add) {
  std::int64_t bytes = 0;
  for (const LibraryGame& game : add.games) bytes += add.bytes_of_game + bytes_of(game);
  return bytes;
}

bool LibraryQuery::filters() const {
  const auto has_text = [](const std::string* text) { return !text->empty(); };
  return std::ranges::any_of(std::array{&player, &name, &event, &result, &opening, &from, &until},
                             has_text) ||
         least_plies > 0 || most_plies;
}

bool LibraryQuery::matches(const LibraryGame& game) const {
  const auto& [first, second] = game.names;
  return (player.empty() || player == first || player == second) &&
         (contains(first, name) || contains(second, name)) && contains(game.event, event) &&
         (result.empty() || result == game.result) && game.opening_code.starts_with(opening) &&
         (from.empty() || game.date >= from) &&
         // Dates are compared as text, byte by byte: 2019-??-?? comes after all days of 2019, since '?' is
         // greater than a digit.
         (until.empty() || (!game.date.empty() && game.date < until)) && game.plies >= least_plies &&
         game.plies <= most_plies.value_or(game.plies);
}

LibraryQuery::After LibraryQuery::position_of(const LibraryGame& game) const {
  switch (sort) {
    case LibrarySort::number:
      return {"", game.number};
    case LibrarySort::date:
      return {game.date, game.number};
    case LibrarySort::plies:
      return {std::to_string(game.plies), game.number};
    case LibrarySort::first_name:
      return {game.names[0], game.number};
    case LibrarySort::second_name:
      return {game.names[1], game.number};
  }
  return {};
}

}  // namespace storage
