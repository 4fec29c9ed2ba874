#include "server/push/vapid_key.h"

#include <gtest/gtest.h>

#include "server/push/base64url.h"
#include "storage/sqlite/sqlite_store.h"
#include "tests/storage/memory_store.h"

namespace server::push {
namespace {

void keep(storage::Store& store, const std::string& value) {
  const storage::Write write = storage::KeepSecret{"vapid", value};
  store.commit({&write, 1});
}

TEST(VapidKeyTest, IsMadeOnce) {
  storage::SqliteStore one, other;
  const std::string made = vapid_key(one).scalar();
  EXPECT_EQ(vapid_key(one).scalar(), made);
  EXPECT_EQ(one.open_reader()->secret("vapid"), to_base64url(made));
  EXPECT_NE(vapid_key(other).scalar(), made);
}

/// Another server writes first.
class OvertakenStore final : public storage::MemoryStore {
 public:
  std::vector<storage::WriteResult> commit(std::span<const storage::Write> writes) override {
    if (!overtaken_) {
      overtaken_ = true;
      keep(*this, to_base64url(first_));
    }
    return MemoryStore::commit(writes);
  }
  const std::string& first() const { return first_; }

 private:
  const std::string first_ = PrivateKey::generate().scalar();
  bool overtaken_ = false;
};

TEST(VapidKeyTest, IsThatOfTheFirstServer) {
  OvertakenStore store;
  EXPECT_EQ(vapid_key(store).scalar(), store.first());
}

// A new one in its place would end every subscription without a word.
TEST(VapidKeyTest, IsNotReplacedWhenItIsDamaged) {
  for (const std::string& value : {std::string(), std::string("no base64url"), std::string("Zm9v"),
                                   to_base64url(std::string(PrivateKey::kBytes, '\0'))}) {
    storage::SqliteStore store;
    keep(store, value);
    EXPECT_THROW(vapid_key(store), std::runtime_error) << value;
    EXPECT_EQ(store.open_reader()->secret("vapid"), value);
  }
}

}  // namespace
}  // namespace server::push
