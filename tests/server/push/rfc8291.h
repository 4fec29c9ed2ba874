#pragma once

#include <string>

#include "server/push/base64url.h"

/// The example of RFC 8291, appendix A, in base64url.
namespace server::push::rfc8291 {

inline constexpr const char* kText = "When I grow up, I want to be a watermelon";
inline constexpr const char* kSenderScalar = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw";
inline constexpr const char* kSenderPoint =
    "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8";
inline constexpr const char* kReaderScalar = "q1dXpw3UpT5VOmu_cf_v6ih07Aems3njxI-JWgLcM94";
inline constexpr const char* kReaderPoint =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
inline constexpr const char* kAuth = "BTBZMqHH6r4Tts7J_aSIgg";
inline constexpr const char* kSalt = "DGv6ra1nlYgDCS1FRnbzlw";
inline constexpr const char* kSharedSecret = "kyrL1jIIOHEzg3sM2ZWRHDRB62YACZhhSlknJ672kSs";
inline constexpr const char* kBody =
    "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK"
    "6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";

inline std::string bytes(const char* base64url) {
  return from_base64url(base64url).value();
}

}  // namespace server::push::rfc8291
