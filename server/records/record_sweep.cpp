#include "server/records/record_sweep.h"

#include <utility>

namespace server {

RecordSweep::RecordSweep(Executor network, RecordQueue& records, Options options)
    : records_(records), options_(std::move(options)), timer_(network, [this] { sweep(); }) {
  timer_.wait(options_.step);
}

storage::Millis RecordSweep::ago(std::chrono::hours time) const {
  return std::chrono::floor<std::chrono::milliseconds>(options_.now() - time).time_since_epoch().count();
}

void RecordSweep::sweep() {
  const Moment now = options_.now();
  const storage::Millis before = ago(options_.aborted_stay);
  // Also where the clock was set back.
  if (now - all_seen_ >= options_.between_looks || before < aborted_since_) aborted_since_ = 0;
  const storage::SweepRecords games{
      .aborted_since = aborted_since_, .aborted_before = before, .most = options_.page, .rows = 0};
  records_.commit({games}, [this, now, before](Persisted outcome) {
    // Refused: those that are left are kept.
    if (outcome == Persisted::refused) {
      if (aborted_since_ == 0) all_seen_ = now;
      aborted_since_ = before;
    }
    sweep_others(outcome);
  });
}

void RecordSweep::sweep_others(Persisted games) {
  const storage::SweepRecords write{.reports_before = ago(options_.reports_stay),
                                    .cancelled_before = ago(options_.cancelled_stay),
                                    .challenges_before = ago(std::chrono::hours(0)),
                                    .most = options_.page};
  const storage::SweepPush pushes{.now = ago(std::chrono::hours(0))};
  const storage::SweepModeration moderation{.measures_before = ago(options_.measures_stay),
                                            .log_before = ago(options_.acts_stay)};
  // Refused: nothing was left to remove. A failure is tried again after a step.
  records_.commit({write, pushes, moderation}, [this, games](Persisted outcome) {
    const bool is_all = games == Persisted::refused && outcome == Persisted::refused;
    timer_.wait(is_all ? options_.rest : options_.step);
  });
}

}  // namespace server
