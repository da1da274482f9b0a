// Streams. They have locks of their own, which programs cannot rely on for anything else. What is written to one may be
// read from another, at the other end of a pipe: as for descriptors (descriptors.h), but not of those that the program
// was started with, nor of files, since every line that is printed would be a release.
#include "runtime/accesses.h"
#include "runtime/descriptors.h"
#include "runtime/locks.h"

#include <stdio.h>

namespace steward::runtime {

STEWARD_AFTER(size_t, fread, (void* into, size_t size, size_t count, FILE* file), (into, size, count, file), true,
              acquireStream(*entry, file);
              WRITES(into, got* size))
STEWARD_AFTER(size_t, fread_unlocked, (void* into, size_t size, size_t count, FILE* file), (into, size, count, file),
              true, acquireStream(*entry, file);
              WRITES(into, got* size))
STEWARD_BEFORE(size_t, fwrite, (const void* from, size_t size, size_t count, FILE* file), (from, size, count, file),
               READS(from, size* count) releaseStream(*entry, file);)
STEWARD_BEFORE(size_t, fwrite_unlocked, (const void* from, size_t size, size_t count, FILE* file),
               (from, size, count, file), READS(from, size* count) releaseStream(*entry, file);)
STEWARD_AFTER(char*, fgets, (char* into, int size, FILE* file), (into, size, file), true, acquireStream(*entry, file);
              if (got) WRITES(into, textLength(into) + 1))
STEWARD_BEFORE(int, fputs, (const char* text, FILE* file), (text, file), READS_TEXT(text) releaseStream(*entry, file);)
STEWARD_BEFORE(int, puts, (const char* text), (text), READS_TEXT(text) releaseStream(*entry, stdout);)
STEWARD_BEFORE(void, perror, (const char* text), (text), READS_TEXT(text))
#define STEWARD_READS_LINE(name, parameters, arguments)                                                                \
  STEWARD_AFTER(ssize_t, name, parameters, arguments, true, acquireStream(*entry, file);                               \
                if (got > 0){WRITES(line, sizeof *line) WRITES(size, sizeof *size) WRITES(*line, size_t(got) + 1)})
STEWARD_READS_LINE(getline, (char** line, size_t* size, FILE* file), (line, size, file))
STEWARD_READS_LINE(getdelim, (char** line, size_t* size, int end, FILE* file), (line, size, end, file))
STEWARD_READS_LINE(__getdelim, (char** line, size_t* size, int end, FILE* file), (line, size, end, file))
STEWARD_AFTER(int, fgetc, (FILE * file), (file), true, acquireStream(*entry, file);)
STEWARD_AFTER(int, getc, (FILE * file), (file), true, acquireStream(*entry, file);)
STEWARD_AFTER(int, getchar, (), (), true, acquireStream(*entry, stdin);)
STEWARD_BEFORE(int, fputc, (int letter, FILE* file), (letter, file), releaseStream(*entry, file);)
STEWARD_BEFORE(int, putc, (int letter, FILE* file), (letter, file), releaseStream(*entry, file);)
STEWARD_BEFORE(int, putchar, (int letter), (letter), releaseStream(*entry, stdout);)
STEWARD_BEFORE(int, fflush, (FILE * file), (file), releaseStream(*entry, file);)
STEWARD_BEFORE(FILE*, fopen, (const char* path, const char* mode), (path, mode),
               READS_TEXT(path) READS_TEXT(mode) releaseFileWatchers(*entry);)
STEWARD_BEFORE(FILE*, fopen64, (const char* path, const char* mode), (path, mode),
               READS_TEXT(path) READS_TEXT(mode) releaseFileWatchers(*entry);)
STEWARD_BEFORE(int, fclose, (FILE * file), (file), releaseStream(*entry, file); closingFile(*entry, descriptorOf(file));
               forgetDescriptor(descriptorOf(file));)

// ... but these are for the program to rely on.
STEWARD_INTERCEPT(void, flockfile, (FILE * file)) {
  REAL(flockfile)(file);
  STEWARD_ACCESSES(takenExclusive(*entry, file, STEWARD_FRAME);)
}
STEWARD_INTERCEPT(int, ftrylockfile, (FILE * file)) {
  int status = REAL(ftrylockfile)(file);
  if (status == 0) STEWARD_ACCESSES(takenExclusive(*entry, file, STEWARD_FRAME);)
  return status;
}
STEWARD_INTERCEPT(void, funlockfile, (FILE * file)) {
  STEWARD_ACCESSES(givingBack(*entry, file, STEWARD_FRAME);)
  REAL(funlockfile)(file);
}

} // namespace steward::runtime
