// Counts what goes through malloc and its kin, by defining them over glibc's own.

#define _GNU_SOURCE
#include "counting.h"
#include <errno.h>
#include <stddef.h>

static unsigned long allocations;

unsigned long counting_allocations(void) { return allocations; }

#ifdef __has_feature
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED
#endif
#endif

#ifndef SANITIZED
void *__libc_malloc(size_t);
void *__libc_calloc(size_t, size_t);
void *__libc_realloc(void *, size_t);
void *__libc_memalign(size_t, size_t);

void *malloc(size_t size) {
  allocations++;
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  allocations++;
  return __libc_calloc(count, size);
}

void *realloc(void *old, size_t size) {
  allocations++;
  return __libc_realloc(old, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  allocations++;
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **out, size_t alignment, size_t size) {
  allocations++;
  void *made = __libc_memalign(alignment, size);
  if (!made) return ENOMEM;
  *out = made;
  return 0;
}
#endif
