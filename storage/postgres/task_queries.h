#pragma once

/// Of the tables `workers` and `tasks`: see storage/tasks.h.
namespace storage::sql::postgres {

// ---- a server --------------------------------------------------------------------------------------------

inline constexpr const char* kTellEngine = "UPDATE nodes SET engine = $2 WHERE epoch = $1 AND engine <> $2";
// A channel for each server: answers wake the one that asked.
inline constexpr const char* kAnswersChannel = "SELECT servers_channel() || '_' || $1::text";

// `until` is of the database's clock, as all moments of these tables (decision 0009).
inline constexpr const char* kPutTask = R"(
  INSERT INTO tasks (node, id, engine, urgency, question, until)
  VALUES ($1, $2, $3, $4, $5, clock_timestamp() + $6 * interval '1 ms'))";
inline constexpr const char* kTellWorkers = "SELECT pg_notify(servers_channel() || '_work', '')";
inline constexpr const char* kWithdrawTask = "DELETE FROM tasks WHERE node = $1 AND id = $2";
// The id comes back if the task was withdrawn.
inline constexpr const char* kWithdrawUnlessBegun =
    "DELETE FROM tasks WHERE node = $1 AND id = $2 AND worker = 0 RETURNING id";

// A worker that is silent for two seconds is gone. Of three that have begun, the third was the last.
inline constexpr const char* kTaskAgain = R"(
  WITH again AS (
    UPDATE tasks SET worker = 0 WHERE node = $1 AND worker <> 0 AND answer = '' AND tries < 3
      AND NOT EXISTS (SELECT 1 FROM workers WHERE workers.id = tasks.worker
                                              AND heartbeat > clock_timestamp() - interval '2 s')
    RETURNING 1)
  SELECT pg_notify(servers_channel() || '_work', '') FROM again LIMIT 1)";
// Three workers that vanished: the question may be what ends them, so no other gets it.
inline constexpr const char* kGiveTasksBack = R"(
  DELETE FROM tasks WHERE node = $1 AND worker <> 0 AND answer = '' AND tries >= 3
    AND NOT EXISTS (SELECT 1 FROM workers WHERE workers.id = tasks.worker
                                            AND heartbeat > clock_timestamp() - interval '2 s')
  RETURNING id)";
// Taken and removed in one statement: each answer is told once.
inline constexpr const char* kTakeAnswers =
    "DELETE FROM tasks WHERE node = $1 AND answer <> '' RETURNING id, answer";
inline constexpr const char* kThreads = R"(
  SELECT COALESCE(sum(threads), 0) FROM workers
  WHERE engine = $1 AND heartbeat > clock_timestamp() - interval '2 s')";

// ---- a worker --------------------------------------------------------------------------------------------

inline constexpr const char* kWorkChannel = "SELECT servers_channel() || '_work'";
// From the sequence of epochs: an id is never given twice.
inline constexpr const char* kOpenWorker = R"(
  INSERT INTO workers (id, name, engine, threads, heartbeat)
  VALUES (nextval('node_epochs'), $1, $2, $3, clock_timestamp()) RETURNING id)";
inline constexpr const char* kTellOfWorkers = "SELECT tell_servers('workers')";
inline constexpr const char* kCloseWorker = "DELETE FROM workers WHERE id = $1";
// It has not failed at them.
inline constexpr const char* kLeaveTasks =
    "UPDATE tasks SET worker = 0, tries = tries - 1 WHERE worker = $1 AND answer = ''";

// Changes nothing for a worker that was silent too long: its tasks may be others' already.
inline constexpr const char* kBeatWorker = R"(
  UPDATE workers SET heartbeat = clock_timestamp()
  WHERE id = $1 AND heartbeat > clock_timestamp() - interval '2 s')";
// What is missing among them was withdrawn: the worker may stop to think of it.
inline constexpr const char* kWantedTasks =
    "SELECT node, id, tries FROM tasks WHERE worker = $1 AND answer = ''";
inline constexpr const char* kStrangers =
    "SELECT node, engine FROM nodes WHERE engine NOT IN ('', $1) ORDER BY node";

// Tasks whose answers are no longer waited for.
inline constexpr const char* kSweepTasks = R"(
  WITH idle AS (
    SELECT node, id FROM tasks
    WHERE until < clock_timestamp() - interval '10 s' OR node NOT IN (SELECT epoch FROM nodes)
    LIMIT 1000 FOR UPDATE SKIP LOCKED)
  DELETE FROM tasks USING idle WHERE tasks.node = idle.node AND tasks.id = idle.id)";
inline constexpr const char* kSweepWorkers =
    "DELETE FROM workers WHERE heartbeat < clock_timestamp() - interval '1 min'";

// SKIP LOCKED: workers that ask at once get different tasks, and none waits for another.
inline constexpr const char* kBeginTasks = R"(
  WITH next AS (
    SELECT node, id FROM tasks
    WHERE worker = 0 AND engine = $2 AND urgency <= $4 AND until > clock_timestamp()
      AND node IN (SELECT epoch FROM nodes) AND EXISTS (SELECT 1 FROM workers WHERE workers.id = $1)
    ORDER BY urgency, until LIMIT $3 FOR UPDATE OF tasks SKIP LOCKED)
  UPDATE tasks SET worker = $1, tries = tries + 1 FROM next WHERE tasks.node = next.node AND tasks.id = next.id
  RETURNING tasks.node, tasks.id, tries,
            floor(extract(epoch FROM until - clock_timestamp()) * 1000)::bigint, question)";
// By number of the attempt and worker: a late answer of a worker that was taken for gone finds no row.
inline constexpr const char* kAnswerTask = R"(
  WITH answered AS (
    UPDATE tasks SET answer = $5 WHERE node = $1 AND id = $2 AND tries = $3 AND worker = $4 AND answer = ''
    RETURNING node)
  SELECT pg_notify(servers_channel() || '_' || node, '') FROM answered)";

}  // namespace storage::sql::postgres
