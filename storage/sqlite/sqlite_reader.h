#pragma once

#include <filesystem>
#include <memory>

#include "storage/store.h"

namespace storage {

class SqliteDatabase;

/// Reads a database that a SqliteStore has open: a file through a read-only connection of its own, one in
/// memory through the store's, so that a read waits for a commit.
class SqliteReader final : public Reader {
 public:
  explicit SqliteReader(const std::filesystem::path& file);
  explicit SqliteReader(std::shared_ptr<SqliteDatabase> database);
  ~SqliteReader() override;

  std::optional<Record> load(std::string_view game) override;
  std::optional<Extent> extent(std::string_view game) override;
  std::optional<Node> other_keeper(std::string_view) override { return std::nullopt; }
  Claim claim(std::string_view game) override { return {.record = load(game)}; }
  std::vector<Record> claim_orphans(const Cursor& after, int most) override;
  std::vector<Cursor> overdue(const Cursor& after, Millis now, int most) override;
  std::vector<std::string> unfinished_of(std::string_view user, int most) override;
  std::optional<std::string> find_code(std::string_view code) override;
  Page list(const GameQuery& query) override;
  std::vector<std::string> unclassified(int most) override;
  Millis last_heartbeat() override;
  std::optional<Session> find_token(std::string_view token_hash) override;
  std::optional<Account> find_account(const NameKeys& names) override;
  std::vector<User> accounts_keyed_otherwise(std::string_view keyed_by, int most) override;
  bool knows_site(std::string_view user, std::string_view site) override;
  std::vector<Session> sessions(std::string_view user) override;
  std::optional<std::string> last_user_of(std::string_view after, int count) override;
  std::vector<Rating> ratings(std::string_view user) override;
  std::vector<RatingPoint> rating_curve(const std::string& user, const std::string& game,
                                        const std::string& speed, int limit) override;
  std::vector<Ranked> leaders(std::string_view game, std::string_view speed, double max_deviation,
                              int limit) override;
  Tally tally(std::string_view user, int most) override;
  std::optional<Analysis> load_analysis(std::string_view game) override;
  std::vector<std::string> unfinished_analyses() override;
  std::vector<Seek> seeks() override { return {}; }
  std::vector<Report> reports(int limit) override;

 private:
  std::optional<Game> header(std::string_view game);
  std::optional<std::array<RatingChange, 2>> read_changes(std::string_view game);
  int plies(std::string_view game);

  std::shared_ptr<SqliteDatabase> database_;
};

}  // namespace storage
