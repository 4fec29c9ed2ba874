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
  std::optional<Session> find_token(std::string_view token_hash) override;
  std::optional<Account> find_account(std::string_view skeleton) override;
  std::vector<Session> sessions(std::string_view user) override;
  std::optional<std::string> last_user_of(std::string_view after, int count) override;
  std::vector<Rating> ratings(std::string_view user) override;
  std::vector<RatingPoint> rating_curve(const std::string& user, const std::string& game,
                                        const std::string& speed, int limit) override;
  std::vector<Ranked> leaders(std::string_view game, std::string_view speed, double max_deviation,
                              int limit) override;
  Tally tally(std::string_view user) override;
  std::optional<Analysis> load_analysis(std::string_view game) override;
  std::vector<std::string> unfinished_analyses() override;
  std::vector<Report> reports(int limit) override;

 private:
  bool write(const CreateGame& create);
  bool write(const Append& append);
  bool write(const CreateUser& create);
  bool write(const RenameUser& rename);
  bool write(const CreateAccount& create);
  bool write(const ChangePassword& change);
  bool write(const StartSession& start);
  bool write(const TouchSession& touch);
  bool write(const EndSession& end);
  bool write(const EndSessions& end);
  bool write(const SweepUsers& sweep);
  bool write(const RateGame& rate);
  bool write(const RequestAnalysis& request);
  bool write(const AppendAnalysis& append);
  bool write(const FinishAnalysis& finish);
  bool write(const ReportLine& line);

  std::optional<std::array<RatingChange, 2>> read_changes(std::string_view game);
  std::optional<Standing> standing(const std::string& user, const std::string& game,
                                   const std::string& speed);

  std::unique_ptr<SqliteDatabase> database_;
};

}  // namespace storage
