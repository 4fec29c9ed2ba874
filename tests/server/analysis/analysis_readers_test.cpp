#include "server/analysis/analysis_readers.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

namespace server {
namespace {

using protocol::AnalysisStatus;

class NotedReader final : public Subscriber {
 public:
  void send(Text text) override {
    const auto news = nlohmann::json::parse(*text);
    for (const auto& ply : news["plies"]) plies.push_back(ply["ply"]);
    ++messages;
  }
  void close(protocol::CloseCode, std::string_view) override {}
  Millis round_trip() const override { return Millis(0); }

  std::vector<int> plies;
  int messages = 0;
};

/// The first plies, from `first` on.
protocol::Analysis news_of(int first, int plies, AnalysisStatus status = AnalysisStatus::running) {
  protocol::Analysis news;
  news.game_id = "game";
  news.status = status;
  news.done = plies;
  news.total = 4;
  for (int ply = first; ply < plies; ++ply) news.plies.emplace_back().ply = ply;
  return news;
}

TEST(AnalysisReadersTest, EachIsToldEveryPlyOnce) {
  AnalysisReaders readers;
  const auto early = std::make_shared<NotedReader>(), late = std::make_shared<NotedReader>();
  readers.add(early, "game");
  readers.answered(*early, "game", 0);
  readers.tell(news_of(0, 2));
  readers.add(late, "game");
  readers.answered(*late, "game", 2);
  EXPECT_EQ(readers.first_missing("game"), 2u);
  readers.tell(news_of(0, 2));  // From elsewhere, where all is told from the start.
  readers.tell(news_of(0, 3));
  readers.tell(news_of(3, 4, AnalysisStatus::done));
  EXPECT_THAT(early->plies, testing::ElementsAre(0, 1, 2, 3));
  EXPECT_THAT(late->plies, testing::ElementsAre(2, 3));
  EXPECT_EQ(late->messages, 2) << "nothing new is no news";
  EXPECT_TRUE(readers.empty());
}

TEST(AnalysisReadersTest, NothingIsToldBeforeTheFirstAnswerAndNothingIsLostMeanwhile) {
  AnalysisReaders readers;
  const auto reader = std::make_shared<NotedReader>();
  readers.add(reader, "game");
  EXPECT_FALSE(readers.first_missing("game"));
  readers.tell(news_of(0, 3));
  readers.tell(news_of(0, 4, AnalysisStatus::done));
  EXPECT_EQ(reader->messages, 0);
  readers.answered(*reader, "game", 1);  // Which was read before all that.
  EXPECT_EQ(readers.first_missing("game"), 1u);
  readers.tell(news_of(1, 4, AnalysisStatus::done));
  EXPECT_THAT(reader->plies, testing::ElementsAre(1, 2, 3));
  EXPECT_TRUE(readers.empty());
}

TEST(AnalysisReadersTest, AnAnswerThatComesLateTellsNothingAgain) {
  AnalysisReaders readers;
  const auto reader = std::make_shared<NotedReader>();
  readers.add(reader, "game");
  readers.answered(*reader, "game", 2);
  readers.tell(news_of(0, 3));
  readers.answered(*reader, "game", 1);
  readers.tell(news_of(0, 4));
  EXPECT_THAT(reader->plies, testing::ElementsAre(2, 3));
}

TEST(AnalysisReadersTest, WhoHasLeftIsNotAddedByItsAnswer) {
  AnalysisReaders readers;
  const auto reader = std::make_shared<NotedReader>();
  readers.add(reader, "game");
  readers.add(reader, "other");
  readers.remove(*reader, "other");
  EXPECT_FALSE(readers.has("other"));
  readers.forget(*reader);
  readers.answered(*reader, "game", 1);
  readers.tell(news_of(0, 4));
  EXPECT_EQ(reader->messages, 0);
  EXPECT_TRUE(readers.empty());
  EXPECT_EQ(reader.use_count(), 1);
}

}  // namespace
}  // namespace server
