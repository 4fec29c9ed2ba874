#pragma once

#include <map>
#include <unordered_map>

#include "storage/store.h"

namespace storage {

/// Keeps everything until the program ends: for tests and for `--memory`.
class MemoryStore final : public Store {
 public:
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

  std::unordered_map<std::string, Record> games_;
  std::map<Cursor, std::string> by_age_;  // In the order of lists, oldest first.
  std::unordered_map<std::string, std::string> playing_by_code_;
  std::unordered_map<std::string, User> users_;
  std::unordered_map<std::string, std::string> users_by_token_;
};

}  // namespace storage
