#include "engine/games/book.h"

#include <algorithm>
#include <ostream>
#include <stdexcept>

#include "engine/core/zobrist.h"

namespace engine {
namespace {

constexpr std::size_t kEntryBytes = 14;

template <class Number>
void put(Number number, std::ostream& out) {
  auto bits = static_cast<std::uint64_t>(number);
  for (std::size_t i = 0; i < sizeof number; ++i, bits >>= 8) out.put(static_cast<char>(bits & 255));
}

template <class Number>
Number take(const unsigned char*& from) {
  std::uint64_t bits = 0;
  for (std::size_t i = 0; i < sizeof(Number); ++i) bits |= std::uint64_t{*from++} << (8 * i);
  return static_cast<Number>(bits);
}

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
    entry.key = take<std::uint64_t>(from);
    entry.move = take<std::uint16_t>(from);
    entry.weight = take<std::uint16_t>(from);
    entry.score = take<std::int16_t>(from);
  }
  if (!std::ranges::is_sorted(book.entries_)) throw std::runtime_error("the book is not in order");
  return book;
}

void Book::write(std::vector<Entry> entries, const std::string& made_by, std::ostream& out) {
  std::ranges::sort(entries);
  out << made_by << '\n';
  for (const Entry& entry : entries) {
    put(entry.key, out);
    put(entry.move, out);
    put(entry.weight, out);
    put(entry.score, out);
  }
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
