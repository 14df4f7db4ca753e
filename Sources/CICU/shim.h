#pragma once
#include <stdbool.h>
#include <stdint.h>
#include <unicode/uvernum.h>

// ICU's functions carry a version suffix, which Swift does not see. They are declared here and not
// taken from <unicode/uidna.h>, since Foundation brings another ICU whose types clash with that.

#define NAVD_ICU_JOIN(name, suffix) name##suffix
#define NAVD_ICU_NAME(name, suffix) NAVD_ICU_JOIN(name, suffix)

/// The layout of ICU's UIDNAInfo, which its `size` makes stable.
struct navd_idna_info {
  int16_t size;
  int8_t isTransitionalDifferent;
  int8_t reservedB3;
  uint32_t errors;
  int32_t reservedI2;
  int32_t reservedI3;
};

extern void *_Nullable NAVD_ICU_NAME(uidna_openUTS46, U_ICU_VERSION_SUFFIX)(
    uint32_t options, int *_Nonnull code);
extern int32_t NAVD_ICU_NAME(uidna_nameToASCII_UTF8, U_ICU_VERSION_SUFFIX)(
    const void *_Nonnull idna, const char *_Nonnull name, int32_t length, char *_Nonnull out,
    int32_t capacity, struct navd_idna_info *_Nonnull info, int *_Nonnull code);

/// Errors that the URL Standard does not ask for: empty and long labels, long names, hyphens.
enum { NAVD_IDNA_IGNORED = 0x1 | 0x2 | 0x4 | 0x8 | 0x10 | 0x20 };

/// UTS 46 as the URL Standard asks for it: non-transitional, CheckBidi, CheckJoiners.
static inline const void *_Nullable navd_idna_open(bool strict) {
  int code = 0;
  void *idna = NAVD_ICU_NAME(uidna_openUTS46, U_ICU_VERSION_SUFFIX)(
      0x4 | 0x8 | 0x10 | 0x20 | (strict ? 0x2 : 0), &code);
  return code > 0 ? 0 : idna;
}

/// Returns the length of the result, which may exceed `capacity`; -1 where ICU itself fails.
static inline int32_t navd_idna_to_ascii(
    const void *_Nonnull idna, const char *_Nonnull name, int32_t length,
    char *_Nonnull out, int32_t capacity, uint32_t *_Nonnull errors) {
  const int bufferOverflow = 15;
  int code = 0;
  struct navd_idna_info info = {sizeof(struct navd_idna_info), 0, 0, 0, 0, 0};
  int32_t count = NAVD_ICU_NAME(uidna_nameToASCII_UTF8, U_ICU_VERSION_SUFFIX)(
      idna, name, length, out, capacity, &info, &code);
  *errors = info.errors;
  return code > 0 && code != bufferOverflow ? -1 : count;
}
