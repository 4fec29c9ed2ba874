#pragma once

#include <array>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "server/protocol/messages.h"
#include "server/protocol/time.h"
#include "storage/moderation.h"

namespace server {

/// The measures of moderators that hold, as they stood in the store: at most storage::kMostMeasures. Never
/// changes, so any thread may build it and read it.
class MeasureTable {
 public:
  enum Kind { mute, shadow, ban, address };

  MeasureTable() = default;
  explicit MeasureTable(std::vector<storage::Measure> measures);

  /// Null: none holds at this moment. @param subject Measure::subject
  const storage::Measure* find(Kind kind, const std::string& subject, TimePoint now) const;
  std::size_t size() const;

 private:
  using OfKind = std::unordered_map<std::string, storage::Measure>;  // By subject.

  std::array<OfKind, 4> kinds_;
};

/// The newest of them that this server knows. Every look-up is a hash table's. Network thread only.
class Measures {
 public:
  void replace(std::shared_ptr<const MeasureTable> table) { table_ = std::move(table); }
  const MeasureTable& table() const { return *table_; }

  /// Why this user may not speak.
  std::optional<protocol::Error> refuse_to_speak(const std::string& user, TimePoint now) const;
  /// Whether what this user says is shown to the user alone.
  bool is_shadow(const std::string& user, TimePoint now) const {
    return table_->find(MeasureTable::shadow, user, now) != nullptr;
  }
  /// Why this user may not come in. Of an address guests are kept out: others share it, and accounts have
  /// measures of their own. @param address as limits count it; empty: never
  const storage::Measure* ban(const protocol::User& user, const std::string& address, TimePoint now) const;
  /// Whether from this address no guest and no new account comes.
  const storage::Measure* ban_of_address(const std::string& address, TimePoint now) const;

 private:
  std::shared_ptr<const MeasureTable> table_ = std::make_shared<MeasureTable>();
};

/// "not_allowed", with the moderator's reason and the end.
protocol::Error muted(const storage::Measure& mute);
/// "forbidden", likewise.
protocol::Error banned(const storage::Measure& ban);
/// None: it has no end.
std::optional<TimePoint> end_of_measure(const storage::Measure& measure);

}  // namespace server
