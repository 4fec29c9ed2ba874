# A second copy of a game for CPUs that can do more than the oldest one which the program runs on.
#
# faster_copy(game copy flags...): compiles the sources of sanqi_<game>, and the parts of the search that are no templates,
# once more with `flags`, and defines `copy` as an object file that exports one symbol: engine::<copy>::kGame.
#
# Everything else in it is made local. Templates and inline functions, those of the standard library too, have the same names in
# every copy, and of equal names a linker keeps any one: without this, code that only new CPUs understand would be called from
# everywhere.
function(faster_copy game copy)
  get_target_property(sources sanqi_${game} SOURCES)
  get_target_property(folder sanqi_${game} SOURCE_DIR)
  list(TRANSFORM sources PREPEND ${folder}/)
  get_target_property(search_sources sanqi_search SOURCES)
  get_target_property(search_folder sanqi_search SOURCE_DIR)
  list(TRANSFORM search_sources PREPEND ${search_folder}/)
  add_library(sanqi_${copy}_parts OBJECT ${sources} ${search_sources})
  target_link_libraries(sanqi_${copy}_parts PRIVATE sanqi_search sanqi_options)
  target_compile_options(sanqi_${copy}_parts PRIVATE ${ARGN} -fno-gnu-unique)  # objcopy cannot make those local.

  string(LENGTH ${game} game_length)
  string(LENGTH ${copy} copy_length)
  set(original _ZN6engine${game_length}${game}5kGameE)
  set(renamed _ZN6engine${copy_length}${copy}5kGameE)
  set(object ${CMAKE_CURRENT_BINARY_DIR}/${copy}.o)
  add_custom_command(OUTPUT ${object}
    COMMAND ${CMAKE_LINKER} -r --force-group-allocation -o ${object}.all $<TARGET_OBJECTS:sanqi_${copy}_parts>
    COMMAND ${CMAKE_OBJCOPY} --keep-global-symbol=${renamed} --redefine-sym=${original}=${renamed} ${object}.all ${object}
    DEPENDS $<TARGET_OBJECTS:sanqi_${copy}_parts> COMMAND_EXPAND_LISTS VERBATIM COMMENT "Isolating ${copy}")
  set(${copy} ${object} PARENT_SCOPE)
endfunction()
