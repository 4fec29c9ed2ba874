#include "server/moderate.h"

#include <algorithm>
#include <ctime>
#include <limits>
#include <ostream>
#include <stdexcept>
#include <string>
#include <vector>

#include "server/base/addresses.h"
#include "server/base/utf8.h"
#include "server/identity/acts.h"
#include "storage/store.h"

namespace server {
namespace {

constexpr int kLines = 50;  // Of a list.

/// In UTC.
std::string moment(storage::Millis at) {
  if (at == storage::kNoEnd) return "no end";
  const std::time_t seconds = at / 1000;
  std::tm parts{};
  ::gmtime_r(&seconds, &parts);
  char text[32];
  return {text, std::strftime(text, sizeof text, "%F %T", &parts)};
}

storage::User user_of(storage::Reader& store, const std::string& act, const std::string& whom) {
  if (auto user = find_subject(store, act, whom)) return *std::move(user);
  throw std::runtime_error("there is no account '" + whom + "', nor a user with this id");
}

/// As limits count it, which is how the log names it, too: of IPv6 a /64.
std::string address_of(const std::string& text) {
  const auto slash = text.find('/');
  boost::system::error_code error;
  const auto address = boost::asio::ip::make_address(text.substr(0, slash), error);
  if (error) throw std::runtime_error(text + " is not an address");
  std::string key = address_key(address);
  if (slash != std::string::npos && key != text)
    throw std::runtime_error(text + " is not an address, nor one of the log");
  return key;
}

Act act_of(const Moderating& order, storage::Reader& store) {
  Act act{.what = order.what,
          .reason = order.reason,
          .hours = order.hours,
          .game = order.game,
          .powers = order.powers};
  if (order.whom.empty()) throw std::runtime_error(order.what + " needs to be told whom");
  if (order.what == "address") {
    act.address = address_of(order.whom);
    return act;
  }
  if (order.what == "disband") {
    const auto club = find_club(store, order.whom);
    if (!club)
      throw std::runtime_error("there is no club '" + order.whom + "', or its id is the name of another");
    take_club(act, *club);
    return act;
  }
  if (order.what != "lift" && order.what != "uphold") {
    act.whom = user_of(store, order.what, order.whom);
    return act;
  }
  const auto measure = store.measure(order.whom);
  if (!measure) throw std::runtime_error("there is no measure '" + order.whom + "': see moderate list");
  take_measure(act, *measure);
  return act;
}

void carry_out(const Moderating& order, storage::Store& store) {
  const auto write = make_act(act_of(order, *store.open_reader()), {}, server_now());
  if (!write) {
    const std::string option = write.error() == "gameId" ? "game" : write.error();
    throw std::runtime_error("--" + option + " is missing, or makes no sense here");
  }
  const std::vector<storage::Write> writes{*write};
  if (store.commit(writes).front() != storage::WriteResult::done)
    throw std::runtime_error("it is so already, or cannot be");
}

/// What people have written, in one line, and without what a terminal would obey: control characters of ASCII
/// and of U+0080 to U+009F. What a club says of itself has lines, which could pass for those of a list.
std::string plain(const std::string& text) {
  std::string shown;
  for (const char c : text) {
    const bool is_second_half = !shown.empty() && shown.back() == '\xc2' && (c & '\xe0') == '\x80';
    if (is_second_half) shown.back() = '?';
    if (!is_second_half) shown += is_control(c) ? ' ' : c;
  }
  return shown;
}

void list(storage::Store& store, std::ostream& out) {
  const auto reader = store.open_reader();
  for (const storage::Moderator& each : reader->moderators())
    out << each.name << ": " << each.powers << ", since " << moment(each.since) << '\n';
  for (const storage::Measure& each : reader->measures_at(server_now().time_since_epoch().count())) {
    out << each.id << ' ' << each.kind << ' ' << each.name << " (" << each.subject << ") until "
        << moment(each.until) << ": " << plain(each.reason) << '\n';
    if (each.appealed > 0 && each.answered == 0) out << "  appeal: " << plain(each.appeal) << '\n';
  }
}

void list_reports(storage::Store& store, std::ostream& out) {
  for (const storage::Report& each : store.open_reader()->open_reports({}, kLines))
    out << moment(each.said) << ' ' << each.game << ' ' << each.accused_name << " (" << each.accused
        << "): " << plain(each.text) << "\n  reported by " << each.reporter_name << ' '
        << moment(each.reported) << '\n';
}

void list_acts(storage::Store& store, std::ostream& out) {
  auto acts = store.open_reader()->moderation_log(std::numeric_limits<std::int64_t>::max(), kLines);
  std::ranges::reverse(acts);
  for (const storage::ModerationLine& each : acts)
    out << each.number << ' ' << moment(each.at) << ' ' << (each.by.empty() ? "operator" : each.by_name)
        << ' ' << each.act << ' ' << each.name << ' ' << each.game << each.club << ": " << plain(each.reason)
        << '\n';
}

/// Of an account, or of all that have an address: mail that could not be delivered names that alone.
void stop_mail(const Moderating& order, storage::Store& store) {
  storage::Write end = storage::EndMailTo{order.whom};
  if (order.whom.find('@') == std::string::npos) {
    const auto reader = store.open_reader();
    const storage::User user = user_of(*reader, order.what, order.whom);
    if (!reader->mailbox(user.id)) throw std::runtime_error(order.whom + " gets no mail");
    end = storage::EndMail{user.id};
  }
  const std::vector<storage::Write> writes{end};
  if (store.commit(writes).front() != storage::WriteResult::done)
    throw std::runtime_error("no account gets mail at " + order.whom);
}

}  // namespace

void moderate(const Moderating& order, storage::Store& store, std::ostream& out) {
  if (order.what == "list") return list(store, out);
  if (order.what == "reports") return list_reports(store, out);
  if (order.what == "log") return list_acts(store, out);
  if (order.what == "stop-mail") return stop_mail(order, store);
  carry_out(order, store);
}

}  // namespace server
