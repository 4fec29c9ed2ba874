#include "engine/games/book.h"

#include <algorithm>
#include <ostream>
#include <stdexcept>

#include "engine/core/little_endian.h"
#include "engine/core/zobrist.h"

namespace engine {
namespace {

constexpr std::size_t kEntryBytes = 14;

}  // namespace

Book Book::read(std::span<const unsigned char> file) {
  const auto end_of_line = std::ranges::find(file, '\n');
  if (end_of_line == file.end()) throw std::runtime_error("a book begins with a line of text");
  const auto bytes = static_cast<std::size_t>(file.end() - end_of_line) - 1;
  if (bytes % kEntryBytes != 0) throw std::runtime_error("the last entry of the book is cut short");
  Book book;
  book.entries_.resize(bytes / kEntryBytes);
  const unsigned char* from = file.data() + (file.size() - bytes);
  for (Entry& entry : book.entries_) {
    entry.key = read_little_endian<std::uint64_t>(from);
    entry.move = read_little_endian<std::uint16_t>(from + 8);
    entry.weight = read_little_endian<std::uint16_t>(from + 10);
    entry.score = read_little_endian<std::int16_t>(from + 12);
    from += kEntryBytes;
  }
  if (!std::ranges::is_sorted(book.entries_)) throw std::runtime_error("the book is not in order");
  return book;
}

void Book::write(std::vector<Entry> entries, const std::string& made_by, std::ostream& out) {
  std::ranges::sort(entries);
  std::string bytes = made_by + '\n';
  for (const Entry& entry : entries) {
    append_little_endian(bytes, entry.key);
    append_little_endian(bytes, entry.move);
    append_little_endian(bytes, entry.weight);
    append_little_endian(bytes, entry.score);
  }
  out << bytes;
}

std::vector<BookMove> Book::moves(const Match& match) const {
  std::vector<BookMove> found;
  const auto entries = std::ranges::equal_range(entries_, key_of(match), {}, &Entry::key);
  if (entries.empty()) return found;
  const std::vector<std::string> legal = match.legal_moves();
  for (const Entry& entry : entries)
    if (entry.move < legal.size()) found.push_back({legal[entry.move], entry.weight, entry.score});
  return found;
}

std::optional<Thought> Book::think(const Match& match, std::uint64_t seed) const {
  const std::vector<BookMove> known = moves(match);
  std::uint32_t sum = 0;
  for (const BookMove& move : known) sum += move.weight;
  if (sum == 0) return std::nullopt;
  SplitMix64 random(seed ^ key_of(match));
  std::uint32_t left = random.below(sum);
  auto chosen = known.begin();
  for (; left >= chosen->weight; ++chosen) left -= chosen->weight;
  return Thought{.best = chosen->move, .lines = {{.value = chosen->score, .pv = {chosen->move}}}};
}

std::uint64_t Book::key_of(const Match& match) {
  const std::string pos = match.look().pos;
  const std::size_t board = std::min(pos.find(' '), pos.size() - 1);
  std::uint64_t key = 0xcbf29ce484222325;
  for (const char c : std::string_view(pos).substr(0, pos.find(' ', board + 1)))
    key = (key ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return key;
}

}  // namespace engine
