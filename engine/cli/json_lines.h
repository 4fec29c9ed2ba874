#pragma once

#include <functional>
#include <iosfwd>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "engine/core/game.h"

/// JSON Lines: a request a line in, an answer a line out. nlohmann/json is a guest of the command line only;
/// the libraries of the engine know no JSON.
namespace engine::cli {

/// Why a line has no answer; becomes {"ok":false,"error":{...}}.
class BadRequest : public std::exception {
 public:
  explicit BadRequest(Rejection rejection) : rejection_(std::move(rejection)) {}
  const Rejection& rejection() const { return rejection_; }
  const char* what() const noexcept override { return rejection_.message.c_str(); }

 private:
  Rejection rejection_;
};

/// A request: an object, and reading with checks. What is wrong is thrown as BadRequest.
///
///     const std::int64_t depth = request.object("limits").integer("depth", 1, kMaxPly, 1);
class Request {
 public:
  explicit Request(nlohmann::json object) : object_(std::move(object)) {}

  /// A field of null is there, and is of the wrong type for every reader below.
  bool has(std::string_view field) const { return object_.contains(field); }
  /// `fallback` where it is absent; BadRequest for another type. Fields that are not asked for are ignored.
  std::string text(std::string_view field, std::string_view fallback = "") const;
  /// Empty where it is absent.
  std::vector<std::string> texts(std::string_view field) const;
  /// In [min, max].
  std::int64_t integer(std::string_view field, std::int64_t min, std::int64_t max,
                       std::int64_t fallback) const;
  /// An object within; an empty one when it is absent.
  Request object(std::string_view field) const;

 private:
  nlohmann::json object_;
};

/// Answers every line of `in` with answer(request); "ok":true is added to it. Blank lines are skipped; lines
/// that are too long, no JSON or no object, every BadRequest, and what needs more memory or threads than
/// there are, are answered with the error, and it goes on.
void serve_lines(std::istream& in, std::ostream& out,
                 const std::function<nlohmann::json(const Request&)>& answer);

/// A match as a request describes it: game, rule, pos, size, with its moves played.
struct Played {
  const Game* game;
  std::unique_ptr<Match> match;
  nlohmann::json notation;  ///< Of the moves: {"wxf": [...], ...}; null where the game has none.
};
/// Throws BadRequest: not_found, what Game::new_match and Match::read_move say, or bad_message.
Played play_request(const Request& request);

/// "first" or "second".
std::string_view name_of(Side side);

}  // namespace engine::cli
