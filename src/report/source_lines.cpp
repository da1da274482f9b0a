#include "report/source_lines.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/ConvertUTF.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/Unicode.h"

namespace steward {

using llvm::StringRef;

static constexpr unsigned tabWidth = 8;
static constexpr uint64_t largestFile = 64 << 20; // a larger one is no source a person reads

const SourceLines::File& SourceLines::file(StringRef name) {
  auto [it, isNew] = files_.try_emplace(name);
  File& file = it->second;
  if (!isNew) return file;
  llvm::sys::fs::file_status status;
  if (llvm::sys::fs::status(name, status) || !llvm::sys::fs::is_regular_file(status) || status.getSize() > largestFile)
    return file;
  auto buffer = llvm::MemoryBuffer::getFile(name, /*IsText=*/false, /*RequiresNullTerminator=*/false);
  if (!buffer) return file;
  file.text = std::move(*buffer);
  StringRef text = file.text->getBuffer();
  for (size_t at = 0; at < text.size();) {
    file.starts.push_back(at);
    size_t end = text.find('\n', at);
    at = end == StringRef::npos ? text.size() : end + 1;
  }
  return file;
}

StringRef SourceLines::line(StringRef name, unsigned number) {
  if (name.empty() || number == 0) return {};
  const File& f = file(name);
  if (number > f.starts.size()) return {};
  StringRef rest = f.text->getBuffer().substr(f.starts[number - 1]);
  return rest.take_until([](char c) { return c == '\n'; }).rtrim('\r');
}

namespace {

// What takes one place on the screen, or several for a tab or a wide character.
struct Cell {
  StringRef text;
  unsigned width = 1;
};

} // namespace

static Cell firstCell(StringRef text, unsigned column, size_t& bytes) {
  bytes = 1;
  if (text[0] == '\t') {
    static constexpr StringRef spaces = "        ";
    unsigned width = tabWidth - column % tabWidth;
    return {spaces.take_front(width), width};
  }
  size_t length = llvm::getNumBytesForUTF8(static_cast<llvm::UTF8>(text[0]));
  auto* begin = reinterpret_cast<const llvm::UTF8*>(text.data());
  if (length > text.size() || !llvm::isLegalUTF8Sequence(begin, begin + length)) return {"?", 1};
  int width = llvm::sys::unicode::columnWidthUTF8(text.take_front(length));
  bytes = length;
  if (width < 0) return {"?", 1}; // not printable
  return {text.take_front(length), static_cast<unsigned>(width)};
}

std::string printable(StringRef text) {
  std::string result;
  while (!text.empty()) {
    size_t bytes = 0;
    Cell cell = text[0] == '\t' ? Cell{" "} : firstCell(text, 0, bytes);
    result += cell.text;
    text = text.drop_front(text[0] == '\t' ? 1 : bytes);
  }
  return result;
}

Snippet makeSnippet(StringRef line, unsigned column, unsigned width) {
  // A line of megabytes (generated code) need not be looked at as a whole.
  size_t offset = column ? column - 1 : 0;
  static constexpr size_t reach = 4096;
  bool isCutBefore = offset > reach, isCutAfter = line.size() > offset + reach;
  size_t start = isCutBefore ? offset - reach : 0;
  line = line.substr(start, (isCutAfter ? offset + reach : line.size()) - start);
  offset -= start;

  Snippet snippet;
  std::vector<Cell> cells;
  unsigned total = 0, caret = 0;
  size_t caretCell = 0;
  for (size_t at = 0; at < line.size();) {
    size_t bytes = 1;
    Cell cell = firstCell(line.substr(at), total, bytes);
    if (column && at <= offset && offset < at + bytes) {
      snippet.hasCaret = true;
      caret = total;
      caretCell = cells.size();
    }
    total += cell.width;
    cells.push_back(cell);
    at += bytes;
  }

  // Keep cells from the caret outwards: a third of the width before it, the rest after.
  size_t first = 0, last = cells.size();
  static constexpr StringRef dots = "...";
  if (total > width) {
    unsigned used = 0, before = 0;
    first = caretCell;
    while (first > 0 && before + cells[first - 1].width <= width / 3) before += cells[--first].width;
    if (caret + width / 2 > total) // near the end: show all of it
      while (first > 0 && total - caret + before + cells[first - 1].width <= width) before += cells[--first].width;
    for (last = first; last < cells.size() && used + cells[last].width <= width; ++last) used += cells[last].width;
    isCutBefore |= first > 0;
    isCutAfter |= last < cells.size();
    caret = before;
  }
  if (isCutBefore) {
    snippet.text = dots;
    caret += static_cast<unsigned>(dots.size());
  }
  for (size_t i = first; i < last; ++i) snippet.text += cells[i].text;
  if (isCutAfter)
    snippet.text += dots;
  else
    snippet.text.erase(StringRef(snippet.text).rtrim().size());
  snippet.caret = caret;
  return snippet;
}

} // namespace steward
