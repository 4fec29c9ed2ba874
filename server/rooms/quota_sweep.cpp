#include "server/rooms/quota_sweep.h"

#include <optional>
#include <utility>

#include "server/base/attempt.h"

namespace server {
namespace {

using Games = std::vector<UnfinishedGames::Entry>;

// Its record is gone: aborted games are removed after a day. For the quota that is an end.
UnfinishedGames::Entry gone(const std::string& id) {
  UnfinishedGames::Entry game;
  game.id = id;
  game.over = true;
  return game;
}

/// Those that are over, or of which there is no record any more.
Games ended_of(storage::Reader& records, const std::vector<std::string>& ids) {
  Games ended;
  for (const std::string& id : ids) {
    // The last event alone tells whether it is over.
    const auto end = records.load_end(id, 1);
    auto game = end ? UnfinishedGames::entry_of(*end) : gone(id);
    if (game.over) ended.push_back(std::move(game));
  }
  return ended;
}

}  // namespace

QuotaSweep::QuotaSweep(Executor network, RecordQueue& records, List list, Ended ended, Options options)
    : records_(records),
      list_(std::move(list)),
      ended_(std::move(ended)),
      options_(options),
      timer_(network, [this] { look(); }) {
  timer_.wait(options_.rest);
}

void QuotaSweep::look() {
  // Ids are noted before the read; list_ is called again for each page, so a game that came here meanwhile is
  // skipped by the caller's own check.
  GameQuota::Page page = list_(last_, options_.page);
  last_ = page.last;
  records_.read(
      {.lane = WorkPool::Lane::slow},
      [ids = std::move(page.games)](storage::Reader& records) { return ended_of(records, ids); },
      // A page that could not be read is skipped: the next round finds its games again.
      [this](std::optional<Games> games) {
        for (const UnfinishedGames::Entry& game : games.value_or(Games()))
          attempt("quota", [&] { ended_(game); });
        timer_.wait(last_.empty() ? options_.rest : options_.step);
      });
}

}  // namespace server
