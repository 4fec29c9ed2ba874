#include "server/identity/acts.h"

#include <algorithm>
#include <array>
#include <optional>
#include <sstream>
#include <utility>

#include "server/base/utf8.h"
#include "server/identity/names.h"
#include "server/identity/tokens.h"

namespace server {
namespace {

using engine::Unexpected;

constexpr std::array<std::string_view, 2> kPowers{"chat", "accounts"};
constexpr int kHoursOfWeek = 7 * 24, kHoursOfYear = 365 * 24;

/// What an act takes, and for how long its measure may hold.
struct Rule {
  std::string_view act;
  std::string_view power;
  int least_hours = 0, most_hours = 0;  // 0: it begins no measure.
  bool needs_reason = true;
};
constexpr std::array kRules{Rule{"mute", "chat", 1, kHoursOfYear},
                            Rule{"shadow", "chat", 1, kHoursOfWeek},
                            Rule{"ban", "accounts", 0, kHoursOfYear},
                            Rule{"address", "accounts", 1, kHoursOfWeek},
                            Rule{"lift", ""},
                            Rule{"uphold", ""},
                            Rule{"remove", "chat", 0, 0, false},
                            Rule{"dismiss", "chat", 0, 0, false},
                            Rule{"disband", "accounts"},
                            Rule{"grant", "owner", 0, 0, false},
                            Rule{"revoke", "owner", 0, 0, false}};

const Rule* rule_of(std::string_view act) {
  const auto* const found = std::ranges::find(kRules, act, &Rule::act);
  return found == kRules.end() ? nullptr : found;
}

/// Within its bounds, and in one line: it is shown in the log.
bool is_good(const std::string& reason, bool is_needed) {
  if (!is_utf8(reason)) return false;
  const std::size_t length = count_code_points(reason);
  return length <= kLongestReason && (length > 0 || !is_needed) &&
         std::ranges::none_of(reason, [](char c) { return is_control(c); });
}

/// What lifts a measure takes what makes it.
std::string power_for(const Rule& rule, const Act& act) {
  const Rule* const made = rule.power.empty() ? rule_of(act.kind) : &rule;
  return std::string(made ? made->power : "owner");
}

std::optional<std::string> fault_of_act(const Rule& rule, const Act& act) {
  if (!is_good(act.reason, rule.needs_reason)) return "reason";
  if (act.hours < rule.least_hours || act.hours > rule.most_hours) return "hours";
  const bool decides = rule.act == "remove" || rule.act == "dismiss";
  const bool is_of_measure = rule.power.empty();
  if (decides && act.game.empty()) return "gameId";
  // What is about no reports decides none.
  if (!decides && rule.most_hours == 0 && !act.game.empty()) return "gameId";
  if (is_of_measure && act.measure.empty()) return "measureId";
  // Nor is anything else done to an owner by a club's name.
  if ((rule.act == "disband") == act.club.empty()) return "clubId";
  if (rule.act == "grant" && powers_of(act.powers).empty()) return "powers";
  if (rule.act == "address" && act.address.empty()) return "address";
  return std::nullopt;
}

}  // namespace

engine::Expected<storage::Moderate, std::string> make_act(const Act& act, const Actor& by, TimePoint now) {
  const Rule* const rule = rule_of(act.what);
  if (!rule) return Unexpected(std::string("do"));
  if (auto wrong = fault_of_act(*rule, act)) return Unexpected(*std::move(wrong));
  storage::Moderate write;
  write.line = {.at = now.time_since_epoch().count(),
                .by = by.user,
                .by_name = by.name,
                .act = act.what,
                .subject = act.whom.id,
                .name = act.whom.name,
                .game = act.game,
                .reason = act.reason,
                .club = act.club_name};
  write.power = power_for(*rule, act);
  write.decides = !act.game.empty();
  if (rule->most_hours > 0) {
    const TimePoint until = now + std::chrono::hours(act.hours);
    write.begins = 'm' + new_game_id();
    write.line.until = act.hours == 0 ? storage::kNoEnd : until.time_since_epoch().count();
    write.address = act.what == "address" ? act.address : "";
  }
  if (rule->power.empty()) write.measure = act.measure;
  if (rule->act == "grant") write.powers = powers_of(act.powers);
  if (rule->act == "revoke") write.powers = "";
  write.disbands = act.club;
  return write;
}

void take_measure(Act& act, const storage::Measure& measure) {
  act.measure = measure.id;
  act.kind = measure.kind;
  act.whom.id = measure.kind == "address" ? "" : measure.subject;
  act.whom.name = measure.name;
}

void take_club(Act& act, const storage::Club& club) {
  act.club = club.id;
  act.club_name = club.name;
  act.whom.id = club.owner;
  act.whom.name = club.owner_name;
}

std::string powers_of(std::string_view words) {
  std::string text(words);
  std::ranges::replace(text, ',', ' ');
  std::array<bool, kPowers.size()> has{};
  std::istringstream in(text);
  for (std::string word; in >> word;) {
    if (word == "owner") return word;
    const auto* const found = std::ranges::find(kPowers, word);
    if (found == kPowers.end()) return {};
    has.at(static_cast<std::size_t>(found - kPowers.begin())) = true;
  }
  std::string powers;
  for (std::size_t i = 0; i < kPowers.size(); ++i)
    if (has.at(i)) powers.append(powers.empty() ? "" : " ").append(kPowers.at(i));
  return powers;
}

bool has_power(std::string_view powers, std::string_view power) {
  if (powers == "owner") return true;
  const std::string spaced = ' ' + std::string(powers) + ' ';
  return !power.empty() && spaced.find(' ' + std::string(power) + ' ') != std::string::npos;
}

std::optional<storage::User> find_person(storage::Reader& store, const std::string& whom) {
  if (auto user = store.user(whom)) return user;
  auto account = find_named(store, whom);
  return account ? std::optional(std::move(account->user)) : std::nullopt;
}

std::optional<storage::Club> find_club(storage::Reader& store, const std::string& which) {
  auto by_id = store.club(which);
  const storage::NameKeys names = name_keys(which);
  const auto id = store.club_named(names);
  auto by_name = id ? store.club(*id) : std::nullopt;
  if (by_name && !are_same_name(names, name_keys(by_name->name))) by_name.reset();
  if (!by_id || !by_name || by_id->id == by_name->id) return by_id ? by_id : by_name;
  // Ids tell upper and lower case apart.
  return by_name->name == which ? std::nullopt : by_id;
}

std::optional<storage::User> find_subject(storage::Reader& store, std::string_view act,
                                          const std::string& whom) {
  auto user = find_person(store, whom);
  const bool only_decides = act == "remove" || act == "dismiss";
  // Of an id that was never a user's there are no reports, and the store refuses the act.
  if (!user && only_decides && is_user_id(whom)) return storage::User{whom, whom, true, 0};
  return user;
}

std::optional<std::string> valid_appeal(std::string text) {
  std::ranges::replace_if(text, is_control, ' ');
  const std::size_t first = text.find_first_not_of(' ');
  if (first == std::string::npos || count_code_points(text) > kLongestAppeal) return std::nullopt;
  return text.substr(first, text.find_last_not_of(' ') - first + 1);
}

}  // namespace server
