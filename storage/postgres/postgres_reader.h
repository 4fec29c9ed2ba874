#pragma once

#include <memory>

#include "storage/postgres/postgres_connector.h"
#include "storage/store.h"

namespace storage {

struct PostgresNode;

/// Reads a database through a connection of its own, which it opens anew when it was lost.
class PostgresReader final : public Reader {
 public:
  /// What it is given outlives it.
  PostgresReader(PostgresConnector& connector, const PostgresNode& node)
      : connector_(connector), node_(node) {}

  std::optional<Record> load(std::string_view game) override;
  std::optional<Extent> extent(std::string_view game) override;
  std::optional<Node> other_keeper(std::string_view game) override;
  Claim claim(std::string_view game) override;
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
  std::vector<Seek> seeks() override;
  std::vector<Report> reports(int limit) override;
  std::optional<std::chrono::milliseconds> refuse(std::span<const Budget> budgets) override;
  void give_back(std::span<const Budget> budgets) override;
  std::optional<std::chrono::milliseconds> would_refuse(std::span<const Budget> budgets) override;

 private:
  template <class Read>
  auto read(Read read);
  template <class... Values>
  PostgresResult ask(const char* sql, const Values&... values);
  PostgresResult fetch(const GameQuery& query, const Cursor& after, int count);

  PostgresConnector& connector_;
  const PostgresNode& node_;
  std::unique_ptr<PostgresConnection> connection_;
  int tries_until_sweep_ = 0;  // Of budgets.
};

}  // namespace storage
