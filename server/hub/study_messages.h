#pragma once

#include "server/hub/hub_context.h"
#include "server/studies/studies.h"

namespace server {

/// Takes what a client says of studies. Studies answers all but what needs no look at them. Network thread
/// only.
class StudyMessages {
 public:
  explicit StudyMessages(Studies& studies) : studies_(studies) {}

  void on(Client& client, RequestId id, const protocol::OpenStudy& open) {
    studies_.open(client.id, id, open);
  }
  void on(Client& client, RequestId id, const protocol::CloseStudy& close) {
    studies_.close(client.id, close.study_id);
    client.send(protocol::Ack(), id);
  }
  void on(Client& client, RequestId id, const protocol::EditStudy& edit) {
    studies_.edit(client.id, id, edit);
  }
  void on(Client& client, RequestId id, const protocol::StudyCursor& cursor) {
    if (const auto refusal = studies_.look(client.id, cursor)) return client.send(*refusal, id);
    if (id) client.send(protocol::Ack(), id);
  }

 private:
  Studies& studies_;
};

}  // namespace server
