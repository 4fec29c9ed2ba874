#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <iterator>

#include "engine/games/gomoku/geometry.h"

namespace engine::gomoku {

/// A set of points, a bit each; walked through in ascending order.
class PointSet {
 public:
  /// Every number that fits, also those beyond kPoints: for intersections only.
  static PointSet all() {
    PointSet set;
    set.words_.fill(~std::uint64_t{0});
    return set;
  }

  /// Both do nothing where there is nothing to do.
  void insert(Point p) { words_[word(p)] |= bit(p); }
  void erase(Point p) { words_[word(p)] &= ~bit(p); }
  bool contains(Point p) const { return (words_[word(p)] & bit(p)) != 0; }
  /// Looks at all seven words. PatternBoard counts its sets instead.
  bool empty() const {
    std::uint64_t any = 0;
    for (const std::uint64_t word : words_) any |= word;
    return any == 0;
  }
  /// @pre !empty()
  Point first() const { return *begin(); }

  PointSet& operator|=(const PointSet& other) {
    for (std::size_t i = 0; i < kWords; ++i) words_[i] |= other.words_[i];
    return *this;
  }
  PointSet& operator&=(const PointSet& other) {
    for (std::size_t i = 0; i < kWords; ++i) words_[i] &= other.words_[i];
    return *this;
  }
  bool operator==(const PointSet&) const = default;

  /// Valid while the set lives. It sees changes of words (64 points) that it has not reached yet.
  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;
    using value_type = Point;
    using difference_type = std::ptrdiff_t;
    using pointer = const Point*;
    using reference = Point;

    Iterator(const PointSet& set, std::size_t word) : set_(&set), word_(word) {
      if (word_ < kWords) rest_ = set.words_[word_];
      skip_empty_words();
    }
    Point operator*() const { return static_cast<Point>(64 * word_) + std::countr_zero(rest_); }
    Iterator& operator++() {
      rest_ &= rest_ - 1;
      skip_empty_words();
      return *this;
    }
    bool operator==(const Iterator& other) const { return word_ == other.word_ && rest_ == other.rest_; }

   private:
    void skip_empty_words() {
      while (rest_ == 0 && word_ < kWords) {
        if (++word_ < kWords) rest_ = set_->words_[word_];
      }
    }
    const PointSet* set_;
    std::size_t word_;
    std::uint64_t rest_ = 0;
  };
  Iterator begin() const { return {*this, 0}; }
  Iterator end() const { return {*this, kWords}; }

 private:
  static constexpr std::size_t kWords = (kPoints + 63) / 64;
  static constexpr std::size_t word(Point p) { return static_cast<std::size_t>(p) / 64; }
  static constexpr std::uint64_t bit(Point p) { return std::uint64_t{1} << (p % 64); }

  std::array<std::uint64_t, kWords> words_{};
};

}  // namespace engine::gomoku
