#pragma once

#include <openssl/err.h>

#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>

/// What this folder's sources share to call OpenSSL with.
namespace server::push {

template <auto free>
struct Free {
  template <class Object>
  void operator()(Object* object) const {
    free(object);
  }
};
/// Owns an object of OpenSSL.
template <class Object, auto free>
using Owned = std::unique_ptr<Object, Free<free>>;

inline unsigned char* octets(std::string& bytes) {
  return reinterpret_cast<unsigned char*>(bytes.data());
}
inline const unsigned char* octets(std::string_view bytes) {
  return reinterpret_cast<const unsigned char*>(bytes.data());
}

/// Throws unless a call succeeded that fails only without memory or random numbers.
inline void require(bool succeeded) {
  if (succeeded) return;
  const unsigned long code = ERR_get_error();
  ERR_clear_error();
  throw std::runtime_error(std::string("OpenSSL: ") + ERR_error_string(code, nullptr));
}

}  // namespace server::push
