#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>

#include "engine/core/types.h"

namespace engine::gomoku {

/// The variants, in the order of kRuleNames.
enum class Rule : std::uint8_t { freestyle, standard, renju, caro };

inline constexpr std::array<std::string_view, 4> kRuleNames{"freestyle", "standard", "renju", "caro"};

/// None for any other text; case counts.
constexpr std::optional<Rule> rule_named(std::string_view name) {
  for (std::size_t i = 0; i < kRuleNames.size(); ++i) {
    if (kRuleNames[i] == name) return static_cast<Rule>(i);
  }
  return std::nullopt;
}

// Code outside of this file asks for these properties, not for the rule: a new rule is a row of demands().
/// What a side needs in order to win, and what it must not do.
struct Demands {
  bool exact;     ///< Six or more in a row do not win.
  bool open_end;  ///< A five between two stones of the opponent does not win; the edge of the board is no
                  ///< stone.
  bool fouls;     ///< Renju's black: overlines, double-fours and double-threes are forbidden.
};

constexpr Demands demands(Rule rule, Side side) {
  switch (rule) {
    case Rule::freestyle:
      return {.exact = false, .open_end = false, .fouls = false};
    case Rule::standard:
      return {.exact = true, .open_end = false, .fouls = false};
    case Rule::renju:
      return {.exact = side == Side::first, .open_end = false, .fouls = side == Side::first};
    case Rule::caro:
      return {.exact = true, .open_end = true, .fouls = false};
  }
  return {};
}

// Patterns, solver and policy are compiled once a rule, so that their tables and radius are constants.
/// Calls `f.template operator()<rule>()`: the one place where a rule chosen at run time becomes a type.
template <class F>
decltype(auto) with_rule(Rule rule, F&& f) {
  switch (rule) {
    case Rule::standard:
      return std::forward<F>(f).template operator()<Rule::standard>();
    case Rule::renju:
      return std::forward<F>(f).template operator()<Rule::renju>();
    case Rule::caro:
      return std::forward<F>(f).template operator()<Rule::caro>();
    case Rule::freestyle:
      break;
  }
  return std::forward<F>(f).template operator()<Rule::freestyle>();
}

}  // namespace engine::gomoku
