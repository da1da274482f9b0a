# cmake -DOUTPUT=file.cpp -DFOLDER=src/report/page "-DSCRIPTS=a.js b.js" -P EmbedPage.cmake
#
# Writes the C++ source behind src/report/page.h: the page with its style and scripts in place, in two halves, between
# which the data of a report goes.
separate_arguments(SCRIPTS)
file(READ ${FOLDER}/page.html page)
file(READ ${FOLDER}/style.css style)
set(script "\"use strict\";\n(() => {\n")
foreach(name ${SCRIPTS})
  file(READ ${FOLDER}/${name} text)
  string(APPEND script "${text}\n")
endforeach()
string(APPEND script "})();\n")
string(REPLACE "/*STYLE*/" "${style}" page "${page}")
string(REPLACE "/*SCRIPT*/" "${script}" page "${page}")
string(FIND "${page}" "@DATA@" middle)
if(middle EQUAL -1)
  message(FATAL_ERROR "${FOLDER}/page.html has no @DATA@")
endif()
string(SUBSTRING "${page}" 0 ${middle} before)
math(EXPR middle "${middle} + 6")
string(SUBSTRING "${page}" ${middle} -1 after)
file(WRITE ${OUTPUT} "// Generated from src/report/page/ by cmake/EmbedPage.cmake.\n#include \"report/page.h\"\n\nnamespace steward {\n\n"
  "const char* const pageBeforeData = R\"__page__(${before})__page__\";\n"
  "const char* const pageAfterData = R\"__page__(${after})__page__\";\n\n} // namespace steward\n")
