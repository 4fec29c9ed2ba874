#include "server/analysis/analysis_readers.h"

#include <algorithm>
#include <map>

#include "server/base/attempt.h"
#include "server/protocol/codec.h"

namespace server {
namespace {

Subscriber::Text text_from(int first, protocol::Analysis news) {
  std::erase_if(news.plies, [first](const protocol::AnalysedPly& each) { return each.ply < first; });
  return std::make_shared<const std::string>(protocol::encode(news));
}

}  // namespace

void AnalysisReaders::add(const std::shared_ptr<Subscriber>& reader, const std::string& game) {
  by_game_[game].try_emplace(reader.get(), Reader{.subscriber = reader});
}

void AnalysisReaders::remove(const Subscriber& reader, const std::string& game) {
  const auto found = by_game_.find(game);
  if (found == by_game_.end()) return;
  found->second.erase(&reader);
  if (found->second.empty()) by_game_.erase(found);
}

void AnalysisReaders::forget(const Subscriber& reader) {
  for (auto& entry : by_game_) entry.second.erase(&reader);
  std::erase_if(by_game_, [](const auto& entry) { return entry.second.empty(); });
}

void AnalysisReaders::answered(const Subscriber& reader, const std::string& game, std::size_t plies) {
  const auto readers = by_game_.find(game);
  if (readers == by_game_.end()) return;
  const auto found = readers->second.find(&reader);
  if (found == readers->second.end()) return;
  auto& next = found->second.next;
  // Answers may overtake each other, and news an answer: what has been told stays told.
  next = std::max(next.value_or(0), static_cast<int>(plies));
}

void AnalysisReaders::tell(const protocol::Analysis& news) {
  const auto readers = by_game_.find(news.game_id);
  if (readers == by_game_.end()) return;
  const bool done = news.status == protocol::AnalysisStatus::done;
  const int end = news.plies.empty() ? 0 : news.plies.back().ply + 1;
  std::map<int, Subscriber::Text> texts;  // By the first ply in it.
  for (auto& [key, reader] : readers->second) {
    if (!reader.next || (!done && end <= *reader.next)) continue;
    Subscriber::Text& text = texts[*reader.next];
    if (!text) text = text_from(*reader.next, news);
    reader.next = std::max(end, *reader.next);
    attempt("reader", [&] { reader.subscriber->send(text); });
  }
  if (!done) return;
  std::erase_if(readers->second, [](const auto& entry) { return entry.second.next.has_value(); });
  if (readers->second.empty()) by_game_.erase(readers);
}

std::optional<std::size_t> AnalysisReaders::first_missing(const std::string& game) const {
  std::optional<std::size_t> first;
  const auto readers = by_game_.find(game);
  if (readers == by_game_.end()) return first;
  for (const auto& [key, reader] : readers->second) {
    if (!reader.next) continue;
    const auto next = static_cast<std::size_t>(*reader.next);
    first = std::min(first.value_or(next), next);
  }
  return first;
}

std::vector<std::string> AnalysisReaders::all_games() const {
  std::vector<std::string> games;
  for (const auto& [game, readers] : by_game_) games.push_back(game);
  return games;
}

}  // namespace server
