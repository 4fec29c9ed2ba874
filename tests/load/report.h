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
  Report(Report&&) = default;  // Figures point to the bars, which a copy would have elsewhere.

  /// `name` is a word for programs ("ack_p50"), `unit` one for people ("ms").
  void add(std::string_view name, double value, std::string_view unit);
  /// The server broke a promise.
  void problem(std::string words) { problems_.push_back(std::move(words)); }
  /// The figures prove nothing.
  void invalid(std::string words) { invalid_.push_back(std::move(words)); }

  const std::vector<std::string>& problems() const { return problems_; }
  const std::vector<std::string>& invalid() const { return invalid_; }
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
