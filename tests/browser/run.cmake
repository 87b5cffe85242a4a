# Runs the browser tests in WORK, a copy of SOURCE (tests/browser) into which npm installs
# playwright-core. Where npm cannot fetch it, the tests are skipped and say so.
foreach(name SOURCE WORK NODE NPM CHROMIUM PROGRAM)
  if("${${name}}" STREQUAL "")
    message(FATAL_ERROR "${name} must be given")
  endif()
endforeach()
file(COPY ${SOURCE}/ DESTINATION ${WORK} FILES_MATCHING PATTERN "*.mjs" PATTERN "*.json")
file(SHA256 ${SOURCE}/package-lock.json lock)
set(stamp ${WORK}/installed-${lock})
if(NOT EXISTS ${stamp})
  execute_process(
    COMMAND ${NPM} ci --ignore-scripts --no-audit --no-fund --prefer-offline --no-progress
            --fetch-retries=1 --fetch-retry-mintimeout=1000 --fetch-timeout=60000
    WORKING_DIRECTORY ${WORK} RESULT_VARIABLE result OUTPUT_VARIABLE log ERROR_VARIABLE log)
  if(NOT result EQUAL 0)
    message("${log}")
    message("SKIPPED: npm could not fetch playwright-core")
    return()
  endif()
  file(TOUCH ${stamp})
endif()
execute_process(
  COMMAND ${CMAKE_COMMAND} -E env GYRE_PROGRAM=${PROGRAM} GYRE_CHROMIUM=${CHROMIUM} ${NODE} run.mjs
  WORKING_DIRECTORY ${WORK} RESULT_VARIABLE result)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "the browser tests failed")
endif()
