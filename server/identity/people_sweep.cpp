#include "server/identity/people_sweep.h"

#include <utility>

#include "server/identity/sessions.h"

namespace server {

PeopleSweep::PeopleSweep(Executor network, RecordQueue& records, Here here, Options options)
    : records_(records),
      here_(std::move(here)),
      options_(std::move(options)),
      timer_(network, [this] { look(); }) {
  timer_.wait(options_.step);
}

void PeopleSweep::look() {
  records_.read([after = after_,
                 page = options_.page](storage::Reader& store) { return store.last_user_of(after, page); },
                [this](std::optional<std::optional<std::string>> until) {
                  if (until && *until) return sweep(**until);
                  if (until) after_.clear();  // Else the records cannot be read now.
                  timer_.wait(until ? options_.rest : options_.step);
                });
}

void PeopleSweep::sweep(const std::string& until) {
  const TimePoint now = options_.now();
  storage::SweepUsers write{.after = after_, .until = until, .here = here_()};
  // Only those of this page: the write holds no longer list than it needs.
  std::erase_if(write.here, [&](const std::string& user) { return user <= after_ || user > until; });
  write.now = now.time_since_epoch().count();
  write.sessions_before = (now - kSessionLife).time_since_epoch().count();
  write.guests_before = (now - options_.guests_stay).time_since_epoch().count();
  write.players_before = (now - options_.players_stay).time_since_epoch().count();
  write.notices_before = (now - options_.notices_stay).time_since_epoch().count();
  write.mail_before = now.time_since_epoch().count() - storage::kMailDay;
  records_.commit({std::move(write)}, [this, until](Persisted outcome) {
    // Else the same page again: nothing is skipped.
    if (outcome == Persisted::done) after_ = until;
    timer_.wait(options_.step);
  });
}

}  // namespace server
