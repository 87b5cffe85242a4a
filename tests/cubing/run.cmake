# Lets gyre read, count and solve all definitions of cubing.js, in WORK. npm installs the version that
# the page's player stands on (PACKAGE, web/bundle) there; where it cannot fetch it, this is skipped
# and says so.
foreach(name SOURCE PACKAGE WORK NODE NPM PROGRAM)
  if("${${name}}" STREQUAL "")
    message(FATAL_ERROR "${name} must be given")
  endif()
endforeach()
file(COPY ${SOURCE}/ DESTINATION ${WORK} FILES_MATCHING PATTERN "*.mjs")
file(COPY ${PACKAGE}/package.json ${PACKAGE}/package-lock.json DESTINATION ${WORK})
file(SHA256 ${PACKAGE}/package-lock.json lock)
set(stamp ${WORK}/installed-${lock})
if(NOT EXISTS ${stamp})
  execute_process(
    COMMAND ${NPM} ci --omit=dev --ignore-scripts --no-audit --no-fund --prefer-offline --no-progress
            --fetch-retries=1 --fetch-retry-mintimeout=1000 --fetch-timeout=60000
    WORKING_DIRECTORY ${WORK} RESULT_VARIABLE result OUTPUT_VARIABLE log ERROR_VARIABLE log)
  if(NOT result EQUAL 0)
    message("${log}")
    message("SKIPPED: npm could not fetch cubing")
    return()
  endif()
  file(TOUCH ${stamp})
endif()
file(REMOVE_RECURSE ${WORK}/definitions)
execute_process(COMMAND ${CMAKE_COMMAND} -E env GYRE_PROGRAM=${PROGRAM} ${NODE} run.mjs
                WORKING_DIRECTORY ${WORK} RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "gyre and cubing.js do not agree")
endif()
