# Data that a program carries in itself.
#
# embedded_file(library symbol file): defines `library`, which exports the bytes of `file` as `symbol` and `symbol`_end:
#
#     extern "C" const unsigned char symbol[], symbol_end[];
#
# The assembler reads the file: a megabyte costs no time to compile, and every system that we build for has one. A library of its
# own, so that copies of a game (faster_copy.cmake) share the bytes.
function(embedded_file library symbol file)
  get_filename_component(path ${file} ABSOLUTE)
  set(section .rodata)
  if(WIN32)
    set(section ".rdata,\"dr\"")
  endif()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/${symbol}.cpp)
  file(CONFIGURE OUTPUT ${source} @ONLY CONTENT [[
asm(R"(.section @section@
.balign 64
.globl @symbol@, @symbol@_end
@symbol@: .incbin "@path@"
@symbol@_end: .byte 0
.text)");
]])
  set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS ${path})
  add_library(${library} STATIC ${source})
  set_target_properties(${library} PROPERTIES UNITY_BUILD OFF)
endfunction()

# embedded_weights(option description library file): the same under the library's name, unless `option` is OFF: then there are no bytes.
function(embedded_weights option description library file)
  option(${option} ${description} ON)
  if(NOT ${option})
    set(file ${CMAKE_CURRENT_BINARY_DIR}/no_weights.bin)
    file(TOUCH ${file})
  endif()
  embedded_file(${library} ${library} ${file})
endfunction()
