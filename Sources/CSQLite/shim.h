// What Swift cannot say of SQLite: casts in macros, variadic functions; and eventfd, which the
// Glibc module does not have.
#ifndef NAVD_CSQLITE_SHIM_H
#define NAVD_CSQLITE_SHIM_H

#include <sqlite3.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/eventfd.h>
#include <unistd.h>

// Binds bytes that stay in place until the statement is reset; none is a blob of length 0, not NULL.
static inline int navd_sqlite_bind_static(sqlite3_stmt *statement, int index, const void *bytes,
                                          sqlite3_uint64 count) {
  if (count == 0) return sqlite3_bind_zeroblob(statement, index, 0);
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_STATIC);
}

// Binds bytes that SQLite copies at once.
static inline int navd_sqlite_bind_transient(sqlite3_stmt *statement, int index, const void *bytes,
                                             sqlite3_uint64 count) {
  if (count == 0) return sqlite3_bind_zeroblob(statement, index, 0);
  return sqlite3_bind_blob64(statement, index, bytes, count, SQLITE_TRANSIENT);
}

// Refuses SQL that could damage the file, such as writes to the schema.
static inline int navd_sqlite_defend(sqlite3 *database) {
  return sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, (int *)0);
}

// A counter descriptor: non-blocking, closed on exec; -1 with errno.
static inline int navd_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

// Makes the descriptor readable.
static inline void navd_eventfd_raise(int descriptor) {
  uint64_t one = 1;
  ssize_t ignored = write(descriptor, &one, sizeof one);
  (void)ignored;
}

// Makes the descriptor unreadable; false where it was.
static inline bool navd_eventfd_lower(int descriptor) {
  uint64_t count;
  return read(descriptor, &count, sizeof count) == (ssize_t)sizeof count;
}

#endif
