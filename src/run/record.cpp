#include "run/record.h"

#include "llvm/ADT/StringSwitch.h"

namespace steward {

using llvm::StringRef;

namespace {

// The words of a line, taken one by one; anything that is not as expected makes the line bad.
class Words {
public:
  explicit Words(StringRef line) : rest_(line.trim(" \t\r")) {}

  bool isGood() const { return isGood_; }
  bool atEnd() const { return rest_.empty(); }

  StringRef word() {
    auto [word, rest] = rest_.split(' ');
    isGood_ &= !word.empty();
    rest_ = rest.ltrim();
    return word;
  }

  template <typename T>
  T number() {
    T value = 0;
    isGood_ &= !word().getAsInteger(0, value);
    return isGood_ ? value : 0;
  }

  // "a \"b\"\n\x1b", as in C.
  std::string text() {
    std::string result;
    if (!rest_.consume_front("\"")) {
      isGood_ = false;
      return result;
    }
    while (!rest_.empty() && rest_[0] != '"') {
      char c = rest_[0];
      rest_ = rest_.drop_front();
      result += c == '\\' && !rest_.empty() ? escaped() : c;
    }
    isGood_ &= rest_.consume_front("\"");
    rest_ = rest_.ltrim();
    return result;
  }

private:
  char escaped() {
    char c = rest_[0];
    rest_ = rest_.drop_front();
    switch (c) {
    case 'n':
      return '\n';
    case 't':
      return '\t';
    case 'r':
      return '\r';
    case 'x': {
      unsigned code = 0;
      if (rest_.size() < 2 || rest_.take_front(2).getAsInteger(16, code)) return c;
      rest_ = rest_.drop_front(2);
      return static_cast<char>(code);
    }
    default:
      if (c < '0' || c > '7') return c;
      unsigned code = static_cast<unsigned>(c - '0');
      for (unsigned n = 0; n < 2 && !rest_.empty() && rest_[0] >= '0' && rest_[0] <= '7'; ++n) {
        code = code * 8 + static_cast<unsigned>(rest_[0] - '0');
        rest_ = rest_.drop_front();
      }
      return static_cast<char>(code);
    }
  }

  StringRef rest_;
  bool isGood_ = true;
};

class RecordReader {
public:
  Record take(StringRef text) {
    while (!text.empty()) {
      auto [line, rest] = text.split('\n');
      // The last line has no end when the process was killed while it was written.
      if (line.size() == text.size()) break;
      text = rest;
      if (!line.trim().empty() && !read(line)) ++record_.unreadable;
    }
    if (isInRace_) ++record_.unreadable;
    return std::move(record_);
  }

private:
  bool read(StringRef line) {
    Words words(line);
    StringRef word = words.word();
    if (isInRace_) return readOfRace(word, words);
    if (word == "race") {
      race_ = RecordedRace();
      accesses_ = 0;
      isInRace_ = isRaceGood_ = true;
    } else if (word == "process") {
      record_.process = words.number<uint64_t>();
      record_.parent = words.number<uint64_t>();
      record_.executable = words.text();
    } else if (word == "module") {
      words.number<uint32_t>();
      RecordedModule module;
      module.path = words.text();
      module.low = words.number<uint64_t>();
      module.high = words.number<uint64_t>();
      module.bias = words.number<uint64_t>();
      if (words.isGood()) record_.modules.push_back(std::move(module));
    } else if (word == "thread") {
      uint32_t number = words.number<uint32_t>();
      RecordedThread thread;
      thread.name = words.text();
      thread.creator = words.number<uint32_t>();
      thread.stack = words.number<uint32_t>();
      if (words.isGood() && !words.atEnd()) thread.entry = words.number<uint64_t>();
      if (words.isGood()) record_.threads[number] = std::move(thread);
    } else if (word == "stack") {
      readStack(words);
    } else if (word == "stat") {
      std::string name = words.text();
      uint64_t value = words.number<uint64_t>();
      if (words.isGood()) record_.statistics.push_back({std::move(name), value});
    } else if (word == "finished") {
      int status = words.number<int>();
      if (words.isGood()) record_.status = status;
    }
    return words.isGood();
  }

  void readStack(Words& words) {
    uint32_t id = words.number<uint32_t>();
    std::vector<uint64_t> counters;
    while (words.isGood() && !words.atEnd()) counters.push_back(words.number<uint64_t>());
    if (words.isGood()) record_.stacks[id] = std::move(counters);
  }

  bool readOfRace(StringRef word, Words& words) {
    if (word == "race" || word == "end") {
      isInRace_ = false;
      bool isWhole = word == "end" && isRaceGood_ && accesses_ == 2;
      if (isWhole) record_.races.push_back(std::move(race_));
      if (word == "race") { // the one before has no end
        race_ = RecordedRace();
        accesses_ = 0;
        isInRace_ = isRaceGood_ = true;
      }
      return isWhole;
    }
    if (word == "access") {
      if (accesses_ < 2)
        readAccess(race_.accesses[accesses_++], words);
      else
        isRaceGood_ = false;
    } else if (word == "at" && accesses_ > 0) {
      RecordedPlace place;
      place.file = words.text();
      place.line = words.number<unsigned>();
      place.column = words.number<unsigned>();
      place.function = words.text();
      if (words.isGood()) race_.accesses[accesses_ - 1].places.push_back(std::move(place));
    } else if (word == "lock" && accesses_ > 0) {
      RecordedLock lock;
      lock.address = words.number<uint64_t>();
      lock.isShared = words.word() == "shared";
      lock.stack = words.number<uint32_t>();
      if (words.isGood()) race_.accesses[accesses_ - 1].locks.push_back(lock);
    } else if (word == "object") {
      readObject(words);
    }
    return words.isGood();
  }

  void readAccess(RecordedAccess& access, Words& words) {
    StringRef kind = words.word();
    access.isAtomic = kind.consume_front("atomic-");
    access.isFree = kind == "free";
    access.isWrite = kind == "write" || access.isFree;
    access.address = words.number<uint64_t>();
    access.bytes = words.number<uint64_t>();
    access.thread = words.number<uint32_t>();
    access.stack = words.number<uint32_t>();
    isRaceGood_ &= words.isGood() && (access.isWrite || kind == "read");
    while (!words.atEnd()) {
      StringRef flags = words.word();
      while (!flags.empty()) {
        auto [flag, rest] = flags.split(',');
        flags = rest;
        access.isRange |= flag == "range";
        access.isForgotten |= flag == "forgotten";
        access.isUnseen |= flag == "unseen";
      }
    }
  }

  void readObject(Words& words) {
    race_.memory = llvm::StringSwitch<RecordedMemory>(words.word())
                       .Case("heap", RecordedMemory::Heap)
                       .Case("global", RecordedMemory::Global)
                       .Case("stack", RecordedMemory::Stack)
                       .Case("tls", RecordedMemory::ThreadLocal)
                       .Default(RecordedMemory::Unknown);
    switch (race_.memory) {
    case RecordedMemory::Heap:
      race_.address = words.number<uint64_t>();
      race_.bytes = words.number<uint64_t>();
      race_.thread = words.number<uint32_t>();
      race_.stack = words.number<uint32_t>();
      break;
    case RecordedMemory::Global:
      race_.name = words.text();
      race_.address = words.number<uint64_t>();
      race_.bytes = words.number<uint64_t>();
      break;
    case RecordedMemory::Stack:
    case RecordedMemory::ThreadLocal:
      race_.thread = words.number<uint32_t>();
      break;
    case RecordedMemory::Unknown:
      break;
    }
  }

  Record record_;
  RecordedRace race_;
  unsigned accesses_ = 0;
  bool isInRace_ = false, isRaceGood_ = false;
};

} // namespace

llvm::Expected<Record> parseRecord(StringRef text, StringRef file) {
  auto error = [&](const llvm::Twine& reason) { return llvm::createStringError(file + ": " + reason); };
  StringRef rest = text;
  unsigned version = 0;
  if (!rest.consume_front("steward-races ")) return error("not a record of a run");
  auto [first, body] = rest.split('\n');
  if (first.size() == rest.size() || first.trim().getAsInteger(10, version)) return error("not a record of a run");
  if (version != 1) return error("version " + llvm::Twine(version) + " of the record is not one that can be read");
  return RecordReader().take(body);
}

} // namespace steward
