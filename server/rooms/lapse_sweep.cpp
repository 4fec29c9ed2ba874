#include "server/rooms/lapse_sweep.h"

#include <optional>
#include <utility>
#include <vector>

#include "server/base/attempt.h"

namespace server {

LapseSweep::LapseSweep(Executor network, RecordQueue& records, Lapse lapse, Options options)
    : records_(records),
      lapse_(std::move(lapse)),
      options_(std::move(options)),
      timer_(network, [this] { look(); }) {
  // A flag of days may be near. Nothing lapses: a server that has just started is where players come back to.
  timer_.wait(options_.step);
}

void LapseSweep::look() {
  // By due date and id, so that what becomes due meanwhile is found by a later page.
  const storage::Millis now = options_.now().time_since_epoch().count();
  records_.read([last = last_, now,
                 page = options_.page](storage::Reader& store) { return store.overdue(last, now, page); },
                [this](std::optional<std::vector<storage::Cursor>> games) {
                  // A read that failed leaves the place as it is and tries again after `step`.
                  const bool is_last = games && games->empty();
                  if (is_last) last_ = {};
                  if (games && !is_last) last_ = games->back();
                  for (const storage::Cursor& game : games.value_or(std::vector<storage::Cursor>()))
                    attempt("lapse", [&] { lapse_(game.id, may_end_); });
                  if (!is_last) return timer_.wait(options_.step);
                  timer_.wait(std::exchange(may_end_, true) ? options_.rest : options_.first);
                });
}

}  // namespace server
