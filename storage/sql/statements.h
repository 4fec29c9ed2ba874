#pragma once

#include <tuple>
#include <utility>

#include "storage/sql/analysis_queries.h"
#include "storage/sql/challenge_statements.h"
#include "storage/sql/club_writes.h"
#include "storage/sql/library_writes.h"
#include "storage/sql/mail_writes.h"
#include "storage/sql/moderation_writes.h"
#include "storage/sql/order.h"
#include "storage/sql/people_queries.h"
#include "storage/sql/push_writes.h"
#include "storage/sql/queries.h"
#include "storage/sql/relation_statements.h"
#include "storage/sql/report_queries.h"
#include "storage/sql/study_statements.h"
#include "storage/sql/sweeps.h"
#include "storage/sql/values.h"

/// The writes in the same words for every database. Those that are one statement each: statement_of() gives
/// its text and its values, which may refer to the write. Those of several: write_with() carries them out.
namespace storage::sql {

inline auto statement_of(const RenameUser& rename) {
  return std::pair(kRenameUser, std::tie(rename.id, rename.name));
}

inline auto statement_of(const TouchSession& touch) {
  return std::pair(kTouchToken, std::tie(touch.token_hash, touch.client, touch.at));
}

inline auto statement_of(const RequestAnalysis& request) {
  return std::pair(kInsertAnalysis, std::tie(request.game, request.total, request.asked));
}

inline auto statement_of(const AppendAnalysis& append) {
  return std::pair(kAppendAnalysis, std::tuple_cat(std::tie(append.game), values_of(append.ply)));
}

inline auto statement_of(const FinishAnalysis& finish) {
  return std::pair(kFinishAnalysis, std::tie(finish.game, finish.accuracy[0], finish.accuracy[1]));
}

inline auto statement_of(const TakeSeats& take) {
  return std::pair(kChangeSeats, std::tuple_cat(std::tie(take.game), values_of(take.seats)));
}

inline auto statement_of(const KeepOrder& keep) {
  const auto& [host, put_out, muted] = keep.order;
  return std::pair(kKeepOrder, std::tuple(keep.game, host, join_ids(put_out), join_ids(muted)));
}

inline auto statement_of(const ClassifyGame& classify) {
  return std::pair(kClassifyGame, std::tie(classify.game, classify.opening_code, classify.final_pos));
}

inline auto statement_of(const KeepSecret& keep) {
  return std::pair(kKeepSecret, std::tie(keep.name, keep.value));
}

inline auto statement_of(const Heartbeat& heartbeat) {
  return std::pair(kHeartbeat, std::tie(heartbeat.at));
}

template <class Write>
concept OneStatement = requires(const Write& write) { statement_of(write); };

/// Stands for a `Database` of library_writes.h where only types are asked for.
struct AnyDatabase {};
template <class Write>
concept SeveralStatements =
    requires(AnyDatabase database, const Write& write) { write_with(database, write); };

}  // namespace storage::sql
