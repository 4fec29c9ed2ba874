#include "engine/games/antireversi/patterns.h"

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "engine/core/sparse_numbers.h"

/// pattern_weights.bin, or nothing where weights are left out (embedded_file.cmake).
extern "C" const unsigned char sanqi_antireversi_weights[], sanqi_antireversi_weights_end[];

namespace engine::antireversi {
namespace {

constexpr int kSymmetries = 8;

/// Where a symmetry of the board takes a square: bit 0 mirrors files, 1 ranks, 2 the main diagonal.
constexpr std::uint8_t image_of(std::uint8_t square, int symmetry) {
  int file = square % kFiles, rank = square / kFiles;
  if (symmetry & 4) std::swap(file, rank);
  if (symmetry & 1) file = kFiles - 1 - file;
  if (symmetry & 2) rank = kFiles - 1 - rank;
  return static_cast<std::uint8_t>(square_at(file, rank));
}

constexpr Pattern image_of(Pattern pattern, int symmetry) {
  for (int i = 0; i < pattern.size; ++i) pattern.squares[i] = image_of(pattern.squares[i], symmetry);
  return pattern;
}

constexpr Bitboard squares_of(const Pattern& pattern) {
  Bitboard set = 0;
  for (int i = 0; i < pattern.size; ++i) set |= bit(pattern.squares[i]);
  return set;
}

constexpr std::size_t contents_of(const Pattern& pattern) {
  std::size_t contents = 1;
  for (int i = 0; i < pattern.size; ++i) contents *= 3;
  return contents;
}

/// An image of a pattern, and where its weights begin among those of a stage.
struct Instance {
  Pattern pattern;
  std::uint32_t first;
};

// By sets of squares: a symmetry that maps a pattern onto an instance seen before gives no new one. The first
// image decides the order of the squares, and so the digits.
constexpr std::array<Instance, kInstances> make_instances() {
  std::array<Instance, kInstances> all{};
  std::size_t found = 0;
  std::uint32_t first = 0;
  for (const Pattern& pattern : kPatterns) {
    const std::size_t begin = found;
    for (int symmetry = 0; symmetry < kSymmetries; ++symmetry) {
      const Pattern image = image_of(pattern, symmetry);
      bool is_new = true;
      for (std::size_t i = begin; i < found; ++i) is_new &= squares_of(all[i].pattern) != squares_of(image);
      if (is_new) all[found++] = {image, first};
    }
    first += static_cast<std::uint32_t>(contents_of(pattern));
  }
  if (found != kInstances) throw "kInstances is wrong";
  return all;
}
constexpr std::array<Instance, kInstances> kPatternInstances = make_instances();
constexpr std::uint32_t kFirstCount = kStageWeights - count_kinds * kMaxCounted;

/// One number for each instance, added up side by side.
using Digits = std::array<std::uint16_t, kLanes>;

// Half ranks: 16 tables of 16 rows of 128 bytes are 32 KiB. Whole ranks would take 256 KiB.
constexpr int kHalfRanks = 16, kHalfRankContents = 16;

/// What the discs on half a rank add to the digits of each instance, were they all own.
constexpr std::array<std::array<Digits, kHalfRankContents>, kHalfRanks> make_digits() {
  std::array<std::array<Digits, kHalfRankContents>, kHalfRanks> all{};
  for (std::size_t lane = 0; lane < kInstances; ++lane) {
    const Pattern& pattern = kPatternInstances[lane].pattern;
    std::uint16_t digit_value = 1;
    for (int i = 0; i < pattern.size; ++i, digit_value = static_cast<std::uint16_t>(3 * digit_value)) {
      const int half = pattern.squares[i] / 4, disc = 1 << pattern.squares[i] % 4;
      for (int content = 0; content < kHalfRankContents; ++content)
        if (content & disc)
          all[half][content][lane] = static_cast<std::uint16_t>(all[half][content][lane] + digit_value);
    }
  }
  return all;
}
alignas(64) constexpr auto kDigits = make_digits();

/// The digits of a side's discs in every instance.
// 3^10 contents fit into 16 bits. Both sides' digits are added: own counts 1, the opponent's 2.
Digits digits_of(Bitboard discs) {
  // Vectors of the compiler: on every CPU as wide as it has them.
  using Vector = std::uint16_t __attribute__((vector_size(32)));
  constexpr std::size_t kVectors = sizeof(Digits) / sizeof(Vector);
  Vector sum[kVectors] = {};
  for (int half = 0; half < kHalfRanks; ++half, discs >>= 4) {
    const auto* row = reinterpret_cast<const Vector*>(kDigits[half][discs & 15].data());
    for (std::size_t i = 0; i < kVectors; ++i) sum[i] += row[i];
  }
  Digits digits;
  __builtin_memcpy(digits.data(), sum, sizeof digits);
  return digits;
}

/// The value of each digit of a pattern in the mirror that leaves the pattern in place: as always where there
/// is none.
// The lowest such symmetry is taken; it nearly halves the weights to learn.
std::array<std::size_t, 10> mirrored_digit_values(const Pattern& pattern) {
  Pattern seen = pattern;
  for (int symmetry = kSymmetries - 1; symmetry > 0; --symmetry)
    if (squares_of(image_of(pattern, symmetry)) == squares_of(pattern)) seen = image_of(pattern, symmetry);
  std::array<std::size_t, 10> digit_values{};
  for (int i = 0; i < pattern.size; ++i) {
    std::size_t digit_value = 1;
    for (int j = 0; pattern.squares[j] != seen.squares[i]; ++j) digit_value *= 3;
    digit_values[i] = digit_value;
  }
  return digit_values;
}

std::size_t mirrored(const std::array<std::size_t, 10>& digit_values, std::size_t content) {
  std::size_t result = 0;
  for (std::size_t i = 0; content > 0; ++i, content /= 3) result += content % 3 * digit_values[i];
  return result;
}

struct Places {
  std::vector<std::uint32_t> numbers;
  std::size_t distinct;
};

// The lower of two mirror images is numbered, the other one shares it.
Places make_places() {
  Places places;
  std::uint32_t next = 0;
  for (const Pattern& pattern : kPatterns) {
    const std::size_t first = places.numbers.size();
    const auto digit_values = mirrored_digit_values(pattern);
    for (std::size_t content = 0; content < contents_of(pattern); ++content) {
      const std::size_t mirror = mirrored(digit_values, content);
      places.numbers.push_back(mirror < content ? places.numbers[first + mirror] : next++);
    }
  }
  while (places.numbers.size() < kStageWeights) places.numbers.push_back(next++);
  places.distinct = next;
  return places;
}

const Places& places() {
  static const Places all = make_places();
  return all;
}

struct Counts {
  std::array<std::uint32_t, count_kinds> of;
  explicit Counts(const Discs& discs) {
    const Bitboard empty = discs.empty(), beside = with_neighbours(empty);
    of[moves_of_mover] = static_cast<std::uint32_t>(count(discs.moves()));
    of[moves_of_opponent] = static_cast<std::uint32_t>(count(discs.opponent_moves()));
    of[frontier_of_mover] = static_cast<std::uint32_t>(count(discs.own & beside));
    of[frontier_of_opponent] = static_cast<std::uint32_t>(count(discs.opponent & beside));
    of[empty_squares] = static_cast<std::uint32_t>(count(empty));
  }
};

}  // namespace

PatternIndices pattern_indices(const Discs& discs) {
  const Digits own = digits_of(discs.own), opponent = digits_of(discs.opponent);
  const Counts counts(discs);
  PatternIndices all;
  for (std::size_t i = 0; i < kInstances; ++i)
    all[i] = kPatternInstances[i].first + own[i] + 2u * opponent[i];
  for (std::size_t i = 0; i < count_kinds; ++i)
    all[kInstances + i] = kFirstCount + static_cast<std::uint32_t>(i * kMaxCounted) + counts.of[i];
  return all;
}

std::span<const std::uint32_t, kStageWeights> number_of_places() {
  return std::span<const std::uint32_t, kStageWeights>(places().numbers.data(), kStageWeights);
}

std::size_t distinct_places() {
  return places().distinct;
}

std::size_t pattern_stage_of(int empties) {
  constexpr int kStageEmpties = 6, kFewestEmpties = 8;
  return static_cast<std::size_t>(
      std::clamp((empties - kFewestEmpties) / kStageEmpties, 0, static_cast<int>(kPatternStages) - 1));
}

std::unique_ptr<PatternWeights> read_pattern_weights(std::span<const unsigned char> file) {
  const auto line = std::ranges::find(file, '\n');
  std::vector<std::int16_t> numbers(distinct_places() * kPatternStages);
  if (line == file.end() ||
      !read_sparse(file.subspan(static_cast<std::size_t>(line - file.begin()) + 1), numbers))
    throw std::runtime_error("pattern weights of " + std::to_string(file.size()) + " bytes");
  // The file has each weight once; the table in memory has it at every place, so a look-up needs no number.
  const auto number_of = number_of_places();
  auto weights = std::make_unique<PatternWeights>();
  for (std::size_t stage = 0; stage < kPatternStages; ++stage)
    for (std::size_t place = 0; place < kStageWeights; ++place)
      (*weights)[stage][place] = numbers[std::size_t{number_of[place]} * kPatternStages + stage];
  return weights;
}

const PatternWeights* pattern_weights() {
  static const std::unique_ptr<PatternWeights> weights = [] {
    const std::span<const unsigned char> file(&sanqi_antireversi_weights[0],
                                              &sanqi_antireversi_weights_end[0]);
    return file.empty() ? nullptr : read_pattern_weights(file);
  }();
  return weights.get();
}

Score pattern_estimate(const Discs& discs, const PatternWeights& weights) {
  const auto& stage = weights[pattern_stage_of(count(discs.empty()))];
  Score sum = 0;
  for (const std::uint32_t place : pattern_indices(discs)) sum += stage[place];
  return sum;
}

}  // namespace engine::antireversi
