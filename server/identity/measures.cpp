#include "server/identity/measures.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "server/protocol/obstacle.h"

namespace server {
namespace {

// In the order of MeasureTable::Kind.
constexpr std::array<std::string_view, 4> kKinds{"mute", "shadow", "ban", "address"};

}  // namespace

MeasureTable::MeasureTable(std::vector<storage::Measure> measures) {
  for (storage::Measure& measure : measures) {
    const auto kind = std::ranges::find(kKinds, measure.kind);
    if (kind == kKinds.end()) continue;  // Of a later version.
    OfKind& of_kind = kinds_.at(static_cast<std::size_t>(kind - kKinds.begin()));
    measure.appeal = measure.answer = std::string();  // Some kilobytes each, which are read from the store.
    std::string subject = measure.subject;
    of_kind.emplace(std::move(subject), std::move(measure));
  }
}

const storage::Measure* MeasureTable::find(Kind kind, const std::string& subject, TimePoint now) const {
  const OfKind& of_kind = kinds_.at(kind);
  const auto found = of_kind.find(subject);
  const bool holds = found != of_kind.end() && now < TimePoint(Millis(found->second.until));
  return holds ? &found->second : nullptr;
}

std::size_t MeasureTable::size() const {
  std::size_t size = 0;
  for (const OfKind& of_kind : kinds_) size += of_kind.size();
  return size;
}

std::optional<TimePoint> end_of_measure(const storage::Measure& measure) {
  return measure.until == storage::kNoEnd ? std::nullopt : std::optional(TimePoint(Millis(measure.until)));
}

protocol::Error muted(const storage::Measure& mute) {
  auto refusal = because(protocol::Obstacle::measure, protocol::not_allowed(mute.reason));
  refusal.until = end_of_measure(mute);
  return refusal;
}

protocol::Error banned(const storage::Measure& ban) {
  auto refusal = because(protocol::Obstacle::banned, error(protocol::ErrorCode::forbidden, ban.reason));
  refusal.until = end_of_measure(ban);
  return refusal;
}

std::optional<protocol::Error> Measures::refuse_to_speak(const std::string& user, TimePoint now) const {
  const storage::Measure* const mute = table_->find(MeasureTable::mute, user, now);
  return mute ? std::optional(muted(*mute)) : std::nullopt;
}

const storage::Measure* Measures::ban(const protocol::User& user, const std::string& address,
                                      TimePoint now) const {
  if (const auto* own = table_->find(MeasureTable::ban, user.id, now)) return own;
  return user.guest ? ban_of_address(address, now) : nullptr;
}

const storage::Measure* Measures::ban_of_address(const std::string& address, TimePoint now) const {
  return address.empty() ? nullptr : table_->find(MeasureTable::address, address, now);
}

}  // namespace server
