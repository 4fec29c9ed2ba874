#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "server/api/api_error.h"
#include "server/api/asker.h"
#include "server/records/record_queue.h"

/// The way of most requests: paid, read for by the pool, answered on the network thread, on which these
/// functions are called. `records` outlives the answer; `respond` is called once.
namespace server {

/// Takes `cost` from the budget of the request, runs `read(store, token_hash)` on the slow lane of the pool,
/// then `then(found, respond)` on the network thread. If it does not come to that, answers 429 (the budget
/// does not hold so much) or 503 (the lane is full, or the store failed).
template <class Read, class Then>
void read_then(RecordQueue& records, const HttpRequest& request, Cost cost, Respond respond, Read read,
               Then then) {
  if (const auto wait = request.refuse(cost)) return respond(too_many_requests(*wait));
  records.read(
      {WorkPool::Lane::slow, budget_of(request).address},
      [token = hash_of(request), read = std::move(read)](storage::Reader& store) {
        return read(store, token);
      },
      [respond = std::move(respond), then = std::move(then)](auto found) {
        if (!found) return respond(records_unavailable());
        then(*std::move(found), respond);
      });
}

/// The same where `read` gives an Expected, with whose error (protocol::Error) the request is refused.
template <class Read, class Then>
void find_then(RecordQueue& records, const HttpRequest& request, Cost cost, Respond respond, Read read,
               Then then) {
  read_then(records, request, cost, std::move(respond), std::move(read),
            [then = std::move(then)](auto found, const Respond& answer) {
              if (!found) return answer(refusal(found.error()));
              then(*std::move(found), answer);
            });
}

/// Answers with what `write(store, token_hash)` makes on the pool.
template <class Write>
void answer_from_store(RecordQueue& records, const HttpRequest& request, Cost cost, Respond respond,
                       Write write) {
  read_then(records, request, cost, std::move(respond), std::move(write),
            [](HttpResponse written, const Respond& answer) { answer(std::move(written)); });
}

/// Of rows of which one more than `most` was asked for: whether they are more. Leaves `most`, the first ones.
/// Who is told of a list that is cut must know it: `more` of the answer.
template <class Row>
bool cut_list(std::vector<Row>& rows, int most) {
  if (rows.size() <= static_cast<std::size_t>(most)) return false;
  rows.erase(rows.begin() + most, rows.end());
  return true;
}

/// Answers `{}` once `write` is on disk, `refused` if it contradicts what is stored, else 503.
inline void commit_and_answer(RecordQueue& records, storage::Write write, Respond respond,
                              HttpResponse refused) {
  std::vector<storage::Write> writes{std::move(write)};
  records.commit(std::move(writes),
                 [respond = std::move(respond), refused = std::move(refused)](Persisted persisted) {
                   if (persisted == Persisted::refused) return respond(refused);
                   respond(persisted == Persisted::done ? json_response("{}") : records_unavailable());
                 });
}

}  // namespace server
