#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/protocol/messages.h"
#include "server/room/subscriber.h"

namespace server {

/// Who reads which analysis. Each reader has the number of the ply that it is told next, here and
/// elsewhere alike, so that it is told every ply once. Owned by Analyst, which bounds the games. Network
/// thread only.
class AnalysisReaders {
 public:
  /// It is told nothing before its first answer(). One that is there stays as it is.
  void add(const std::shared_ptr<Subscriber>& reader, const std::string& game);
  void remove(const Subscriber& reader, const std::string& game);
  void forget(const Subscriber& reader);
  /// The reader has been told the first plies in an answer of its own. One that has left stays away.
  void answered(const Subscriber& reader, const std::string& game, std::size_t plies);
  /// Tells each what it has not been told yet. After the end there are only readers whose first answer is on
  /// its way: they hear of it with the next news.
  /// @param news every ply from first_missing() on
  void tell(const protocol::Analysis& news);
  /// The first ply that a reader of the game lacks; none: there is no reader that may be told.
  std::optional<std::size_t> first_missing(const std::string& game) const;

  bool has(const std::string& game) const { return by_game_.contains(game); }
  bool empty() const { return by_game_.empty(); }
  std::size_t games() const { return by_game_.size(); }
  std::vector<std::string> all_games() const;

 private:
  struct Reader {
    std::shared_ptr<Subscriber> subscriber;
    std::optional<int> next{};  // None: its first answer is on its way.
  };

  std::unordered_map<std::string, std::unordered_map<const Subscriber*, Reader>> by_game_;
};

}  // namespace server
