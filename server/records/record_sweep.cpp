#include "server/records/record_sweep.h"

#include <utility>

namespace server {

RecordSweep::RecordSweep(Executor network, RecordQueue& records, Options options)
    : records_(records), options_(std::move(options)), timer_(network, [this] { sweep(); }) {
  timer_.wait(options_.step);
}

void RecordSweep::sweep() {
  const auto ago = [now = options_.now()](std::chrono::hours time) -> storage::Millis {
    return std::chrono::floor<std::chrono::milliseconds>(now - time).time_since_epoch().count();
  };
  const storage::SweepRecords write{.aborted_before = ago(options_.aborted_stay),
                                    .reports_before = ago(options_.reports_stay),
                                    .cancelled_before = ago(options_.cancelled_stay),
                                    .challenges_before = ago(std::chrono::hours(0)),
                                    .most = options_.page};
  const storage::SweepPush pushes{.now = ago(std::chrono::hours(0))};
  const storage::SweepModeration moderation{.measures_before = ago(options_.measures_stay),
                                            .log_before = ago(options_.acts_stay)};
  // Refused: nothing was left to remove. A failure is tried again after a step.
  records_.commit({write, pushes, moderation}, [this](Persisted outcome) {
    timer_.wait(outcome == Persisted::refused ? options_.rest : options_.step);
  });
}

}  // namespace server
