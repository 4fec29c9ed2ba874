#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <type_traits>
#include <vector>

#include "storage/sql/query_reader.h"

namespace storage {

class SqliteRow;
class SqliteDatabase;

/// Reads a database that a SqliteStore has open: a file through a read-only connection of its own, one in
/// memory through the store's, so that a read waits for a commit.
class SqliteReader final : public sql::QueryReader<SqliteReader, SqliteRow> {
 public:
  /// @pre a SqliteStore has the file open. Throws Error.
  explicit SqliteReader(const std::filesystem::path& file);
  /// Of a store in memory, which it keeps alive.
  explicit SqliteReader(std::shared_ptr<SqliteDatabase> database);
  ~SqliteReader() override;

  std::optional<Record> load(std::string_view game) override { return read_record(game, std::nullopt); }
  std::optional<Record> load_end(std::string_view game, int most) override { return read_record(game, most); }
  std::optional<Node> other_keeper(std::string_view) override { return std::nullopt; }
  /// A file has one server: loading is claiming.
  Claim claim(std::string_view game) override { return {.record = load(game)}; }
  std::vector<Record> claim_orphans(const Cursor& after, int most) override;
  Page list(const GameQuery& query) override;
  std::optional<Analysis> load_analysis(std::string_view game) override;
  std::vector<Seek> seeks() override { return {}; }
  std::vector<PushMessage> due_pushes(Millis now, int most) override;

 private:
  friend QueryReader;
  friend LibraryQueryReader;
  template <class Read, class... Values>
  std::vector<std::invoke_result_t<Read, SqliteRow&>> all(const char* sql, Read read,
                                                          const Values&... values);
  template <class Read, class... Values>
  std::optional<std::invoke_result_t<Read, SqliteRow&>> one(const char* sql, Read read,
                                                            const Values&... values);

  std::optional<Record> read_record(std::string_view game, std::optional<int> most_events);
  std::optional<Game> header(std::string_view game);
  int plies(std::string_view game);

  std::shared_ptr<SqliteDatabase> database_;
};

}  // namespace storage
