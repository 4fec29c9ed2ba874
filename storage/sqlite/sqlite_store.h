#pragma once

#include <filesystem>
#include <memory>

#include "storage/store.h"

namespace storage {

class SqliteDatabase;

/// Keeps everything in one SQLite file. Several processes may open it: the versions of events keep them from
/// continuing the same game.
class SqliteStore final : public Store {
 public:
  explicit SqliteStore(const std::filesystem::path& file);
  ~SqliteStore() override;

  std::vector<WriteResult> commit(std::span<const Write> writes) override;
  std::optional<Record> load(std::string_view game) override;
  std::vector<std::string> unfinished() override;
  std::optional<std::string> find_code(std::string_view code) override;
  std::vector<Summary> list(const GameQuery& query) override;
  std::optional<User> find_token(std::string_view token_hash) override;
  void backup(const std::filesystem::path& file) override;

 private:
  bool write(const CreateGame& create);
  bool write(const Append& append);
  bool write(const CreateUser& create);
  bool write(const RenameUser& rename);

  std::unique_ptr<SqliteDatabase> database_;
};

}  // namespace storage
