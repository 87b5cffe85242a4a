# Installs gyre below the build folder and builds programs with what is there: through CMake and
# through pkg-config, with the shared and with the static library. BUILD: gyre's own build folder,
# in which all is built. SOURCE: this folder. WORK: where to. C, CXX, FLAGS: compilers and their
# flags.
cmake_minimum_required(VERSION 3.25)

function(run)
  execute_process(COMMAND ${ARGN} COMMAND_ECHO STDOUT COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${WORK})
set(prefix ${WORK}/prefix)
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${prefix})
run(${prefix}/bin/gyre --version)

# Nothing but the promised headers.
file(GLOB_RECURSE installed RELATIVE ${prefix}/include ${prefix}/include/*)
file(GLOB_RECURSE promised RELATIVE ${PROMISED} ${PROMISED}/*)
if(NOT installed STREQUAL promised)
  message(FATAL_ERROR "installed headers: ${installed}")
endif()

# gyre's own symbols that programs can see are those of the promised headers.
file(GLOB library ${prefix}/lib*/libgyre.so ${prefix}/lib/*/libgyre.so)
execute_process(COMMAND nm -DC --defined-only ${library} OUTPUT_VARIABLE symbols
                COMMAND_ERROR_IS_FATAL ANY)
foreach(hidden "gyre::serve::" "gyre::Solving::" "gyre::StabilizerChain::" "gyre_web_")
  if(symbols MATCHES " [A-Z] ${hidden}")
    message(FATAL_ERROR "the shared library shows ${hidden}")
  endif()
endforeach()

# A project may know C only.
foreach(knows_cxx OFF ON)
  file(REMOVE_RECURSE ${WORK}/cmake)
  run(${CMAKE_COMMAND} -S ${SOURCE} -B ${WORK}/cmake -DKNOWS_CXX=${knows_cxx}
      -DCMAKE_PREFIX_PATH=${prefix} -DCMAKE_C_COMPILER=${C} -DCMAKE_CXX_COMPILER=${CXX}
      "-DCMAKE_C_FLAGS=${C_FLAGS}" "-DCMAKE_CXX_FLAGS=${CXX_FLAGS}")
  run(${CMAKE_COMMAND} --build ${WORK}/cmake)
  run(${CMAKE_COMMAND} -E chdir ${WORK}/cmake ${CMAKE_CTEST_COMMAND} --output-on-failure)
endforeach()

file(GLOB_RECURSE pc ${prefix}/gyre.pc)
get_filename_component(pc_folder ${pc} DIRECTORY)
get_filename_component(library_folder ${library} DIRECTORY)
set(ENV{PKG_CONFIG_PATH} ${pc_folder})
set(ENV{LD_LIBRARY_PATH} ${library_folder})

# words(OUTPUT ARGUMENT...): what pkg-config answers, as a list.
function(words output)
  execute_process(COMMAND ${PKG_CONFIG} ${ARGN} gyre OUTPUT_VARIABLE answer
                  OUTPUT_STRIP_TRAILING_WHITESPACE COMMAND_ERROR_IS_FATAL ANY)
  separate_arguments(answer UNIX_COMMAND "${answer}")
  set(${output} ${answer} PARENT_SCOPE)
endfunction()

words(compile --cflags)
words(shared --libs)
words(static --static --libs)
# As people do it: this library static, the others as they are.
list(TRANSFORM static REPLACE "^-lgyre$" "-l:libgyre.a")
separate_arguments(C_FLAGS UNIX_COMMAND "${C_FLAGS}")
separate_arguments(CXX_FLAGS UNIX_COMMAND "${CXX_FLAGS}")
foreach(kind shared static)
  run(${C} ${C_FLAGS} -std=c11 ${SOURCE}/program.c ${compile} -o ${WORK}/c_${kind} ${${kind}})
  run(${CXX} ${CXX_FLAGS} -std=c++20 ${SOURCE}/program.cpp ${compile} -o ${WORK}/cpp_${kind}
      ${${kind}})
  run(${WORK}/c_${kind})
  run(${WORK}/cpp_${kind})
endforeach()
