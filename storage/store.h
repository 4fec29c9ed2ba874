#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "storage/record.h"

namespace storage {

/// The world failed: no disk space, an unreadable file, a schema from the future.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// A new game. Refused when its id, or its code among the games being played, is taken.
struct CreateGame {
  Game game;
};

/// The next event of a game, and what it changes in the game's own row. Refused, as a whole, unless the
/// event's version is one more than the last: of two writers that both believe to own a room, only one can go
/// on.
struct Append {
  Event event;
  std::optional<Ending> ending;              ///< The event ended the game.
  std::optional<std::array<Seat, 2>> seats;  ///< Somebody sat down, or the sides were swapped.
};

/// A new user with a first token. Refused when either is known already.
struct CreateUser {
  User user;
  std::string token_hash;
};

/// A new name for a user. Refused when there is no such user.
struct RenameUser {
  std::string id;
  std::string name;
};

using Write = std::variant<CreateGame, Append, CreateUser, RenameUser>;

enum class WriteResult {
  done,
  refused,  ///< It contradicts what is stored and changed nothing.
};

/// Keeps games and users. One thread at a time; every function may throw Error.
/// tests/storage/store_test.cpp holds every implementation to this contract.
class Store {
 public:
  virtual ~Store() = default;

  /// Carries out all writes in order, in one transaction: when it returns they survive a power cut; when it
  /// throws none of them happened. A refused write does not hinder the others.
  virtual std::vector<WriteResult> commit(std::span<const Write> writes) = 0;

  virtual std::optional<Record> load(std::string_view game) = 0;
  /// Ids of the games being played, oldest first.
  virtual std::vector<std::string> unfinished() = 0;
  /// The game being played that is joined by this code.
  virtual std::optional<std::string> find_code(std::string_view code) = 0;
  virtual std::vector<Summary> list(const GameQuery& query) = 0;
  virtual std::optional<User> find_token(std::string_view token_hash) = 0;

  /// Writes a consistent copy while others may read and write. @pre `file` does not exist
  virtual void backup(const std::filesystem::path& file) = 0;
};

}  // namespace storage
