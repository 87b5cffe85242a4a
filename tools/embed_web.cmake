# Puts files into the library: writes FOLDER/embedded_web.cpp, a list of them, and
# FOLDER/embedded_web.S, which takes in their bytes, as they are and compressed by gzip. FILES: a
# list of "PATH_ON_THE_SERVER=FILE"; one whose file is not there is left out (the player, when npm
# could not fetch it). Both are written only when they change.
cmake_minimum_required(VERSION 3.25)
file(MAKE_DIRECTORY ${FOLDER}/gzip)
set(data "/* Made by tools/embed_web.cmake. */\n    .section .rodata\n")
set(symbols "")
set(rows "")
set(number 0)
foreach(entry IN LISTS FILES)
  string(REGEX MATCH "^([^=]+)=(.+)$" matched "${entry}")
  set(path ${CMAKE_MATCH_1})
  set(file ${CMAKE_MATCH_2})
  if(NOT EXISTS ${file})
    continue()
  endif()
  set(compressed ${FOLDER}/gzip/${number}.gz)
  execute_process(COMMAND ${GZIP} -9 -n -c ${file} OUTPUT_FILE ${compressed} RESULT_VARIABLE result)
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "gzip could not compress ${file}")
  endif()
  foreach(kind plain gzip)
    set(symbol gyre_web_${number}_${kind})
    set(source ${file})
    if(kind STREQUAL "gzip")
      set(source ${compressed})
    endif()
    # The hash stands in the text, so that the assembler file changes when the bytes do.
    file(SHA256 ${source} hash)
    string(APPEND data "    .global ${symbol}\n    .global ${symbol}_end\n"
           "    .hidden ${symbol}\n    .hidden ${symbol}_end\n    .balign 16\n"
           "${symbol}: /* ${path} ${hash} */\n    .incbin \"${source}\"\n${symbol}_end:\n"
           "    .byte 0\n")
    string(APPEND symbols "extern const char ${symbol}[];\nextern const char ${symbol}_end[];\n")
  endforeach()
  set(name gyre_web_${number})
  string(APPEND rows "      {\"${path}\", view(${name}_plain, ${name}_plain_end),\n"
         "       view(${name}_gzip, ${name}_gzip_end)},\n")
  math(EXPR number "${number} + 1")
endforeach()
# Without this note the linker would make the stack executable.
string(APPEND data "    .section .note.GNU-stack,\"\",%progbits\n")
file(CONFIGURE OUTPUT ${FOLDER}/embedded_web.S CONTENT "${data}" @ONLY)
file(CONFIGURE OUTPUT ${FOLDER}/embedded_web.cpp @ONLY CONTENT "// Made by tools/embed_web.cmake.
#include \"serve/http/embedded_web.h\"

extern \"C\" {
${symbols}}

namespace gyre::serve {
namespace {

[[maybe_unused]] std::string_view view(const char* begin, const char* end) {
  return {begin, static_cast<std::size_t>(end - begin)};
}

}  // namespace

std::vector<EmbeddedWebFile> embedded_web_files() {
  return {
${rows}  };
}

}  // namespace gyre::serve
")
