#include "server/analysis/opening_sweep.h"

#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "server/match/opening_code.h"

namespace server {

namespace {

using Writes = std::vector<storage::Write>;

/// A record that cannot be read has no opening, or it would be looked at again and again.
storage::ClassifyGame look_at(const std::string& game, storage::Reader& store) {
  try {
    const auto record = store.load(game);
    if (!record) return {game, {}};
    return {game, std::string(opening_code(*record)), final_position(*record)};
  } catch (const storage::Error&) {
    store.unclassified(1);  // Throws if it is not this record that cannot be read.
    return {game, {}};
  }
}

Writes classify(storage::Reader& store, int most) {
  Writes writes;
  for (const std::string& game : store.unclassified(most)) writes.emplace_back(look_at(game, store));
  return writes;
}

}  // namespace

OpeningSweep::OpeningSweep(Executor network, RecordQueue& records, Options options)
    : records_(records), options_(options), timer_(network, [this] { look(); }) {
  timer_.wait(options_.step);
}

void OpeningSweep::look() {
  records_.read([page = options_.page](storage::Reader& store) { return classify(store, page); },
                [this](std::optional<Writes> writes) {
                  if (!writes) return timer_.wait(options_.retry);
                  if (writes->empty()) return timer_.wait(options_.rest);
                  records_.commit(*std::move(writes), [this](Persisted) { timer_.wait(options_.step); });
                });
}

}  // namespace server
