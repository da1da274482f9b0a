// The pages that cells are in. The system gives each when it is first touched: for a comparison, which is a read, a
// page of zeroes that all share, and another one when it is first written, of which it tells all processors. So words
// that come to have cells of their own get the pages of their neighbourhood at once, before they write.
#pragma once

#include <stddef.h>
#include <stdint.h>

namespace steward::runtime {

bool reserveCellPages();
void prepareCells(uintptr_t word); // they are about to be written
// Cells that say nothing go back to the system; those of a range of the program's memory, but for its ends.
void returnCells(uintptr_t from, uintptr_t to);

} // namespace steward::runtime
