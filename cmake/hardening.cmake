# Makes a mistake in memory end the program instead of serving an attacker: a part of sanqi_options, for what people run.
# scripts/maintain/check_hardening reads the finished programs and names what one lacks.
#
# Not under sanitizers, which look closer; not in Debug, which has assertions; not for Windows, where only the engine runs and the
# linker turns on ASLR and DEP by itself. All of it costs the search 1 to 3 % of its instructions. The bounds of vectors and the like
# are checked in storage/ and server/ alone (_GLIBCXX_ASSERTIONS): the search would execute 15 to 26 % more.
if(SANQI_SANITIZE OR WIN32)
  return()
endif()
set(released "$<CONFIG:Release>")
set(canaries -fstack-protector-strong -fstack-clash-protection)
# 3 where the compiler optimises, else 0: glibc needs that and warns. Some systems predefine another value.
set(checked_calls -U_FORTIFY_SOURCE "-D_FORTIFY_SOURCE=(__OPTIMIZE__+0?3:0)")
set(branch_targets "")
if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|AMD64)$")
  set(branch_targets -fcf-protection)  # In force where the C library is built so, too: not on Debian 12.
endif()
target_compile_options(sanqi_options INTERFACE -fPIE "$<${released}:${canaries};${checked_calls};${branch_targets}>")
# What is linked statically is position-independent by SANQI_STATIC.
target_link_options(sanqi_options INTERFACE $<$<NOT:$<BOOL:${SANQI_STATIC}>>:-pie> -Wl,-z,relro,-z,now)
