/* A small door to simdjson's DOM parser: bytes in, its tape out. */
#ifndef CSIMDJSON_H
#define CSIMDJSON_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* A parser with its tape, its string buffer and, when needed, its padded copy of the text. */
typedef struct csimdjson_parser csimdjson_parser;

/* What a parse left behind. The pointers live until the next parse or the parser's end.
 *
 * After an error, and before the first parse, the tape is that of `null`. */
typedef struct {
  const uint64_t *_Nonnull tape;
  const uint8_t *_Nonnull strings;
  /* How many words of the tape may be read. */
  size_t words;
  /* How many bytes of the string buffer may be read. */
  size_t string_bytes;
  /* 0, or simdjson's error_code. */
  int error;
} csimdjson_result;

/* Returns NULL when memory is exhausted. */
csimdjson_parser *_Nullable csimdjson_create(void);

void csimdjson_destroy(csimdjson_parser *_Nullable parser);

/* The result of a parser that has read nothing: the tape of `null`. */
csimdjson_result csimdjson_nothing(void);

/* Parses one JSON text of `count` bytes.
 *
 * `padded` says that 64 bytes after the text may be read; otherwise the text is copied when its
 * padding would touch the next page. */
csimdjson_result csimdjson_parse(csimdjson_parser *_Nonnull parser, const uint8_t *_Nonnull text,
                                 size_t count, size_t maximum_depth, bool padded);

/* Has the processor fetch a line of memory; an address that is none is ignored. */
static inline void csimdjson_prefetch(const void *_Nullable address) {
  __builtin_prefetch(address);
}

/* Sixteen bytes, of which a bit each can tell something. */
typedef uint8_t csimdjson_bytes __attribute__((ext_vector_type(16)));
typedef bool csimdjson_bits __attribute__((ext_vector_type(16)));

/* How many of the sixteen bytes of two words, in the machine's order, stand before the first that a JSON
 * string cannot hold, or may not be able to: controls, quotes, backslashes and what is not ASCII; of what
 * `is_valid` says is UTF-8, only the first bytes of U+2028 and U+2029 of the latter. */
static inline size_t csimdjson_plain(uint64_t low, uint64_t high, bool is_valid) {
  const uint64_t words[2] = {low, high};
  csimdjson_bytes text;
  __builtin_memcpy(&text, words, sizeof text);
  csimdjson_bytes found = (csimdjson_bytes)(text < 0x20) | (csimdjson_bytes)(text == '"') |
                          (csimdjson_bytes)(text == '\\');
  found |= is_valid ? (csimdjson_bytes)(text == 0xe2) : (csimdjson_bytes)(text >= 0x80);
  const csimdjson_bits bits = __builtin_convertvector(found, csimdjson_bits);
  uint16_t mask;
  __builtin_memcpy(&mask, &bits, sizeof mask);
  return (size_t)__builtin_ctz(mask | 0x10000u);
}

#ifdef __cplusplus
}
#endif

#endif
