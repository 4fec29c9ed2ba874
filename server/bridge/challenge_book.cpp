#include "server/bridge/challenge_book.h"

#include <utility>

namespace server::bridge {

namespace {

OpenGame read_challenge(const Json& entry) {
  return {.id = text_of(entry, "challengeId"),
          .is_challenge = true,
          .game = text_of(entry, "game"),
          .rule = text_of(entry, "rule"),
          .opening = text_of(entry, "opening"),
          .opponent = text_of(entry, "from"),
          .time = entry.value("time", Json()),
          .rated = entry.value("rated", false),
          .is_of_program = entry.value("program", false)};
}

}  // namespace

Json ChallengeAnswer::message() const {
  Json message{{"t", "answer"}, {"challengeId", id}, {"do", accepts ? "accept" : "decline"}};
  if (!reason.empty()) message["reason"] = reason;
  return message;
}

std::string ChallengeBook::take(const Json& message, Clock::time_point now) {
  const std::string type = text_of(message, "t");
  if (type == "challenge") {
    hear(message, now);
  } else if (type == "challengeEnd") {
    open_.erase(text_of(message, "challengeId"));
    return text_of(message, "gameId");
  } else if (type == "challenges") {
    open_.clear();
    for (const Json& each : message.at("challenges")) hear(each, now);
    const std::string lost = std::exchange(unsure_, {});
    is_in_doubt_ = !lost.empty() && !open_.contains(lost);
  }
  return {};
}

/// Twice does no harm: the moment at which it was heard first stays.
void ChallengeBook::hear(const Json& challenge, Clock::time_point now) {
  OpenGame game = read_challenge(challenge);
  if (game.id.empty() || challenge.value("own", false) || open_.size() >= kMost) return;
  const std::string id = game.id;
  open_.try_emplace(id, Heard{.game = std::move(game), .since = now});
}

std::optional<ChallengeAnswer> ChallengeBook::next(
    const std::function<bool(const std::string& opponent)>& may_play, Clock::time_point now) {
  if (answering_ && now - answering_->since < kReplyTime) return std::nullopt;
  answering_.reset();
  for (const auto& [id, heard] : open_) {
    if (now < heard.not_before) continue;
    if (auto answer = answer_to(heard, may_play(heard.game.opponent), now)) return answer;
  }
  return std::nullopt;
}

std::optional<ChallengeAnswer> ChallengeBook::answer_to(const Heard& heard, bool has_place,
                                                        Clock::time_point now) const {
  const std::string& id = heard.game.id;
  if (heard.declined_for) return ChallengeAnswer{.id = id, .why = "refused", .reason = *heard.declined_for};
  if (const auto refusal = policy_.refuses(heard.game))
    return ChallengeAnswer{.id = id, .why = *refusal, .reason = decline_reason(*refusal)};
  if (has_place) return ChallengeAnswer{.id = id, .accepts = true};
  if (now - heard.since < kHold) return std::nullopt;
  return ChallengeAnswer{.id = id, .why = "busy", .reason = "later"};
}

void ChallengeBook::sent(const ChallengeAnswer& answer, std::int64_t request, Clock::time_point now) {
  answering_ = Answering{.answer = answer, .request = request, .since = now};
}

bool ChallengeBook::replied(const Json& message, Clock::time_point now) {
  if (!answering_ || message.value("id", std::int64_t{0}) != answering_->request) return false;
  const ChallengeAnswer answer = std::exchange(answering_, std::nullopt)->answer;
  const auto heard = open_.find(answer.id);
  if (heard == open_.end()) return true;  // It has ended meanwhile.
  if (text_of(message, "t") == "error") {
    refused(heard->second, answer.accepts, message, now);
    if (text_of(message, "code") != "not_found") return true;
  }
  open_.erase(answer.id);
  return true;
}

/// Waits where the server says so, or is busy; else the challenge is declined. Where that is refused as well,
/// it runs out by itself.
void ChallengeBook::refused(Heard& heard, bool accepts, const Json& error, Clock::time_point now) {
  const std::string code = text_of(error, "code");
  const bool has_time = error.contains("retryMs");
  heard.not_before = now + milliseconds(has_time ? error["retryMs"].get<std::int64_t>() : 1'000);
  if (code == "rate_limited" && has_time) return;
  const bool may_pass = code == "busy" || code == "internal" || code == "shutting_down";
  if (++heard.tries < kMostTries && may_pass) return;
  heard.tries = 0;
  if (!accepts) heard.not_before = Clock::time_point::max();
  heard.declined_for = code == "unsupported" ? "game" : "later";
}

void ChallengeBook::lost() {
  if (is_accepting()) unsure_ = answering_->answer.id;
  answering_.reset();
  open_.clear();
}

bool ChallengeBook::take_doubt() {
  return std::exchange(is_in_doubt_, false);
}

}  // namespace server::bridge
