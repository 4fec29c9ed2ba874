#include <algorithm>
#include <array>

#include "storage/library.h"

namespace storage {

namespace {

char small(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool contains(std::string_view text, std::string_view part) {
  return part.empty() || !std::ranges::search(text, part, {}, small, small).empty();
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
