#pragma once

#include <iosfwd>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace load {

/// What a figure should not exceed, or should reach.
struct Bar {
  std::string_view figure;
  double value;
  bool at_least = false;
};

/// What a run found: figures in the order in which they were added, and what speaks against them.
class Report {
 public:
  explicit Report(std::string title, std::span<const Bar> bars = {})
      : title_(std::move(title)), bars_(bars.begin(), bars.end()) {}

  /// `name` is a word for programs ("ack_p50"), `unit` one for people ("ms").
  void add(std::string_view name, double value, std::string_view unit);
  /// The server broke a promise.
  void problem(std::string words) { problems_.push_back(std::move(words)); }
  /// The figures prove nothing.
  void invalid(std::string words) { invalid_.push_back(std::move(words)); }

  bool has_problems() const { return !problems_.empty(); }
  bool is_valid() const { return invalid_.empty(); }
  /// NaN if there is no such figure.
  double value(std::string_view name) const;

  void write_table(std::ostream& out) const;
  void write_json(std::ostream& out) const;

 private:
  struct Figure {
    std::string name, unit;
    double value = 0;
    const Bar* bar = nullptr;
  };

  std::string title_;
  std::vector<Bar> bars_;
  std::vector<Figure> figures_;
  std::vector<std::string> problems_, invalid_;
};

}  // namespace load
