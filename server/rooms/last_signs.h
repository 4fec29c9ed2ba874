#pragma once

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "server/match/game_log.h"
#include "storage/store.h"

namespace server {

/// Until when the server that kept a game is known to have lived: later no clock of the game has run. That
/// server was this one before it started anew, or another that shares the store, or is this one, if only the
/// room was given up.
///
/// What of() tells becomes Restored::lived_until of the room: time after it is charged to no clock, so that
/// an outage costs no player anything (docs/architecture.md, "What the server promises"). Clocks of days go
/// on while their game is not in memory: to them every outage before this server's start is given back, once.
/// Moments are by server_now(), which records bear too. Network thread only.
class LastSigns {
 public:
  /// `lived_until`: the last sign of life in the records when this server started; `outages`: those before
  /// it.
  LastSigns(TimePoint started, TimePoint lived_until, std::vector<storage::Outage> outages = {})
      : started_(started),
        sign_of_before_(lived_until),
        outages_(std::move(outages)),
        lived_until_(lived_until) {}

  /// A room is given up here, and may be loaded again: what is thought after `until` is charged to no clock.
  /// Only games whose clock runs are kept in mind.
  /// In kMostLeft games at most; one that is forgotten is judged by the record alone.
  void left(const GameLog& log, TimePoint until);
  /// Games are taken up of servers that are silent.
  /// Until kSilence before now they may have lived; a little of a turn may be given away, never taken.
  /// The entry of left() is used up.
  void others_are_silent(TimePoint now);
  /// Of a game that is made of its record. Asked once. Later than now: there was no outage.
  /// @param log just replayed from its record; its version tells whether another server went on with it
  TimePoint of(const GameLog& log, TimePoint now);

 private:
  Millis outage_since(TimePoint last_event) const;

  const TimePoint started_;
  const TimePoint sign_of_before_;
  const std::vector<storage::Outage> outages_;  // The last one, before this start, is not among them.
  TimePoint lived_until_;
  struct Left {
    int version;
    TimePoint until;
  };
  std::unordered_map<std::string, Left> left_;  // By game.
};

}  // namespace server
