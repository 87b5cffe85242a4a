# Makes OUTPUT, the bundle of the 3D player, from the folder SOURCE (web/bundle) in the folder WORK:
# npm installs what the lock file names into WORK, esbuild makes one file of it. STAMP is written
# when that succeeded. When it did not (no network), this says so and ends well without OUTPUT and
# STAMP: the program is built without the player, and the next build tries again, since the stamp is
# missing. The page then draws with gyre's own views.
file(REMOVE ${OUTPUT} ${STAMP})
file(MAKE_DIRECTORY ${WORK})
foreach(name package.json package-lock.json player.js)
  configure_file(${SOURCE}/${name} ${WORK}/${name} COPYONLY)
endforeach()

function(give_up step log)
  string(REGEX MATCH "[^\n]*[Ee][Rr][Rr][Oo][Rr][^\n]*(\n[^\n]*)?(\n[^\n]*)?" reason "${log}")
  message("${reason}")
  message("the page's 3D player: off (${step} failed; the next build tries again)")
endfunction()

# Few retries: without a network, npm's own would take minutes.
execute_process(
  COMMAND ${NPM} ci --ignore-scripts --no-audit --no-fund --prefer-offline --no-progress
          --fetch-retries=1 --fetch-retry-mintimeout=1000 --fetch-timeout=60000
  WORKING_DIRECTORY ${WORK} TIMEOUT 600
  RESULT_VARIABLE result OUTPUT_VARIABLE log ERROR_VARIABLE log)
if(NOT result EQUAL 0)
  give_up("npm ci" "${log}")
  return()
endif()
# The licences of what is inside stay at the end of the file.
execute_process(
  COMMAND ${NODE} node_modules/esbuild/bin/esbuild player.js --bundle --minify --format=esm
          --target=es2022 --legal-comments=eof --log-level=warning --outfile=${OUTPUT}
  WORKING_DIRECTORY ${WORK} TIMEOUT 600
  RESULT_VARIABLE result OUTPUT_VARIABLE log ERROR_VARIABLE log)
if(NOT result EQUAL 0)
  file(REMOVE ${OUTPUT})
  give_up("esbuild" "${log}")
  return()
endif()
file(TOUCH ${STAMP})
