#pragma once

#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

#include "storage/postgres/postgres_connector.h"
#include "storage/postgres/postgres_result.h"
#include "storage/sql/query_reader.h"

namespace storage {

struct PostgresNode;

/// Reads a database through a connection of its own, which it opens anew when it was lost.
class PostgresReader final : public sql::QueryReader<PostgresReader, PostgresRow> {
 public:
  /// What it is given outlives it.
  /// Connects with the first read. Connections are read-only by default; claims and budgets say READ WRITE.
  PostgresReader(PostgresConnector& connector, const PostgresNode& node);
  ~PostgresReader() override;

  std::optional<Record> load(std::string_view game) override { return read_record(game, std::nullopt); }
  std::optional<Record> load_end(std::string_view game, int most) override { return read_record(game, most); }
  std::optional<Node> other_keeper(std::string_view game) override;
  Claim claim(std::string_view game) override;
  std::vector<Record> claim_orphans(const Cursor& after, int most) override;
  Page list(const GameQuery& query) override;
  std::optional<Analysis> load_analysis(std::string_view game) override;
  std::vector<std::string> claim_analyses() override;
  bool claim_analysis(std::string_view game) override;
  std::vector<Seek> seeks() override;
  std::vector<PushMessage> due_pushes(Millis now, int most) override;
  std::optional<std::chrono::milliseconds> refuse(std::span<const Budget> budgets) override;
  void give_back(std::span<const Budget> budgets) override;
  std::optional<std::chrono::milliseconds> would_refuse(std::span<const Budget> budgets) override;

 private:
  friend QueryReader;
  friend LibraryQueryReader;
  template <class Read, class... Values>
  std::vector<std::invoke_result_t<Read, PostgresRow&>> all(const char* sql, Read read,
                                                            const Values&... values);
  template <class Read, class... Values>
  std::optional<std::invoke_result_t<Read, PostgresRow&>> one(const char* sql, Read read,
                                                              const Values&... values);

  template <class Read>
  auto read(Read read);
  template <class... Values>
  PostgresResult ask(const char* sql, const Values&... values);
  std::optional<Record> read_record(std::string_view game, std::optional<int> most_events);
  PostgresResult fetch(const GameQuery& query, const Cursor& after, int count);

  PostgresConnector& connector_;
  const PostgresNode& node_;
  std::unique_ptr<PostgresConnection> connection_;
  int tries_until_sweep_ = 0;  // Of budgets.
};

}  // namespace storage
