#include "CSimdJSON.h"

#include <cstdlib>
#include <cstring>
#include <new>

#include <simdjson.h>

struct csimdjson_parser {
  simdjson::dom::parser parser;
  uint8_t *copy = nullptr;
  size_t copy_capacity = 0;

  ~csimdjson_parser() { std::free(copy); }
};

namespace {

constexpr uint64_t word(char tag, uint64_t payload) {
  return (static_cast<uint64_t>(tag) << 56) | payload;
}

const uint64_t null_tape[] = {word('r', 3), word('n', 0), word('r', 0)};
const uint8_t no_strings[8] = {};

csimdjson_result failed(int error) {
  return csimdjson_result{null_tape, no_strings, 3, 0, error};
}

/* simdjson reads up to SIMDJSON_PADDING bytes past the end: harmless within the last page. */
bool padding_leaves_page(const uint8_t *text, size_t count) {
  const uintptr_t page = 4096;
  const uintptr_t last = reinterpret_cast<uintptr_t>(text + count - 1);
  return (last % page) + simdjson::SIMDJSON_PADDING >= page;
}

}  // namespace

extern "C" csimdjson_parser *csimdjson_create(void) {
  return new (std::nothrow) csimdjson_parser;
}

extern "C" void csimdjson_destroy(csimdjson_parser *parser) { delete parser; }

extern "C" csimdjson_result csimdjson_nothing(void) { return failed(0); }

extern "C" csimdjson_result csimdjson_parse(csimdjson_parser *self, const uint8_t *text,
                                            size_t count, size_t maximum_depth, bool padded) {
  if (count == 0) return failed(simdjson::EMPTY);
  if (!padded && padding_leaves_page(text, count)) {
    if (self->copy_capacity < count) {
      const size_t capacity = count + count / 2 + 1024;
      uint8_t *grown =
          static_cast<uint8_t *>(std::realloc(self->copy, capacity + simdjson::SIMDJSON_PADDING));
      if (grown == nullptr) return failed(simdjson::MEMALLOC);
      self->copy = grown;
      self->copy_capacity = capacity;
    }
    std::memcpy(self->copy, text, count);
    std::memset(self->copy + count, 0, simdjson::SIMDJSON_PADDING);
    text = self->copy;
  }

  simdjson::dom::parser &parser = self->parser;
  if (parser.capacity() < count || parser.max_depth() != maximum_depth) {
    const size_t capacity = parser.capacity() < count ? count + count / 2 + 1024 : parser.capacity();
    const simdjson::error_code error = parser.allocate(capacity, maximum_depth);
    if (error) return failed(error);
  }
  if (parser.doc.capacity() < count) {
    const simdjson::error_code error = parser.doc.allocate(parser.capacity());
    if (error) return failed(error);
  }
  const simdjson::error_code error = parser.parse(text, count, false).error();
  if (error) return failed(error);

  const simdjson::dom::document &document = parser.doc;
  const uint64_t words = document.tape[0] & 0xffffffffffffffu;
  return csimdjson_result{document.tape.get(), document.string_buf.get(),
                          static_cast<size_t>(words), 5 * document.capacity() / 3, 0};
}
