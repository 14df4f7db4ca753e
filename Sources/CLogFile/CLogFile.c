// SQLite writes a log frame by its header of 24 bytes and its page, each with a call of pwrite(2), and each
// touches another page of the kernel's. Here they are collected while they follow each other, and written
// when the transaction is complete: its last frame's header says how large the database is then
// (https://www.sqlite.org/fileformat.html#wal_file_format). So an error is returned by the write that SQLite
// takes for the last of the transaction, before it holds that for committed. Whatever else is done to the
// file writes what was collected first.
#include "CLogFile.h"

#include <pthread.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

// The VFS below takes less than 128 KiB at once.
enum { LOG_HEADER = 32, FRAME_HEADER = 24, MOST = 120 * 1024 };

// What SQLite allocates for the log: this, and behind it the file of the VFS below.
struct log_file {
  sqlite3_file base;
  char *bytes;
  int count, capacity;
  sqlite3_int64 start; // where in the file the first byte belongs
  sqlite3_int64 end;   // behind all that was written since the log began
  sqlite3_int64 size;  // of the file, -1 while it is not known
  int is_last;         // the header of a transaction's last frame has come, its page is next
};

static sqlite3_vfs *below, vfs;

static sqlite3_file *real(sqlite3_file *file) { return (sqlite3_file *)((struct log_file *)file + 1); }

static struct log_file *log_of(sqlite3_file *file) { return (struct log_file *)file; }

static int put(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  struct log_file *log = log_of(file);
  int code = real(file)->pMethods->xWrite(real(file), bytes, count, offset);
  if (code != SQLITE_OK) {
    log->size = -1;
  } else if (log->size >= 0 && log->size < offset + count) {
    log->size = offset + count;
  }
  return code;
}

static int flush(sqlite3_file *file) {
  struct log_file *log = log_of(file);
  int count = log->count;
  log->count = 0;
  if (count == 0) return SQLITE_OK;
  return put(file, log->bytes, count, log->start);
}

static int reserve(struct log_file *log, int count) {
  if (count <= log->capacity) return 1;
  int capacity = log->capacity ? log->capacity : 32 * 1024;
  while (capacity < count) capacity *= 2;
  char *bytes = realloc(log->bytes, (size_t)capacity);
  if (bytes == NULL) return 0;
  log->bytes = bytes;
  log->capacity = capacity;
  return 1;
}

static int log_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 offset) {
  struct log_file *log = log_of(file);
  const unsigned char *header = bytes;
  // The log's header, and headers of frames that SQLite writes once more, go by themselves.
  int is_new = offset >= LOG_HEADER && offset >= log->end;
  int follows = log->count > 0 && offset == log->start + log->count;
  log->end = offset == 0 ? LOG_HEADER : log->end < offset + count ? offset + count : log->end;
  int completes = count != FRAME_HEADER && log->is_last;
  log->is_last = count == FRAME_HEADER && is_new && (header[4] | header[5] | header[6] | header[7]);
  if (!is_new || !follows || log->count + count > MOST) {
    int code = flush(file);
    if (code != SQLITE_OK) return code;
  }
  if (!is_new || !reserve(log, log->count + count)) {
    int code = flush(file);
    return code == SQLITE_OK ? put(file, bytes, count, offset) : code;
  }
  if (log->count == 0) log->start = offset;
  memcpy(log->bytes + log->count, bytes, (size_t)count);
  log->count += count;
  return completes ? flush(file) : SQLITE_OK;
}

static int log_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 offset) {
  int code = flush(file);
  return code == SQLITE_OK ? real(file)->pMethods->xRead(real(file), bytes, count, offset) : code;
}

static int log_truncate(sqlite3_file *file, sqlite3_int64 size) {
  int code = flush(file);
  if (log_of(file)->end > size) log_of(file)->end = size;
  log_of(file)->size = -1;
  return code == SQLITE_OK ? real(file)->pMethods->xTruncate(real(file), size) : code;
}

static int log_sync(sqlite3_file *file, int flags) {
  int code = flush(file);
  return code == SQLITE_OK ? real(file)->pMethods->xSync(real(file), flags) : code;
}

static int log_size(sqlite3_file *file, sqlite3_int64 *size) {
  int code = flush(file);
  return code == SQLITE_OK ? real(file)->pMethods->xFileSize(real(file), size) : code;
}

static int log_close(sqlite3_file *file) {
  int flushed = flush(file);
  free(((struct log_file *)file)->bytes);
  int code = real(file)->pMethods->xClose(real(file));
  return flushed == SQLITE_OK ? code : flushed;
}

static int log_lock(sqlite3_file *file, int lock) {
  return real(file)->pMethods->xLock(real(file), lock);
}

static int log_unlock(sqlite3_file *file, int lock) {
  return real(file)->pMethods->xUnlock(real(file), lock);
}

static int log_check(sqlite3_file *file, int *is_reserved) {
  return real(file)->pMethods->xCheckReservedLock(real(file), is_reserved);
}

static int log_control(sqlite3_file *file, int operation, void *argument) {
  return real(file)->pMethods->xFileControl(real(file), operation, argument);
}

static int log_sector(sqlite3_file *file) { return real(file)->pMethods->xSectorSize(real(file)); }

static int log_traits(sqlite3_file *file) {
  return real(file)->pMethods->xDeviceCharacteristics(real(file));
}

// Version 1: a log is neither mapped nor has shared memory of its own.
static const sqlite3_io_methods methods = {
  1, log_close, log_read, log_write, log_truncate, log_sync, log_size,
  log_lock, log_unlock, log_check, log_control, log_sector, log_traits,
};

static int open_file(sqlite3_vfs *unused, const char *name, sqlite3_file *file, int flags, int *out) {
  (void)unused;
  if (!(flags & SQLITE_OPEN_WAL)) return below->xOpen(below, name, file, flags, out);
  struct log_file *log = (struct log_file *)file;
  memset(log, 0, sizeof *log);
  log->size = -1;
  int code = below->xOpen(below, name, real(file), flags, out);
  // SQLite closes what has methods, even where opening it failed.
  if (real(file)->pMethods != NULL) log->base.pMethods = &methods;
  return code;
}

static void set_up(void) {
  below = sqlite3_vfs_find(NULL);
  if (below == NULL) return;
  vfs = *below;
  vfs.zName = "navd";
  vfs.pNext = NULL;
  vfs.szOsFile = below->szOsFile + (int)sizeof(struct log_file);
  vfs.xOpen = open_file;
  if (sqlite3_vfs_register(&vfs, 0) != SQLITE_OK) below = NULL;
}

static sqlite3_file *log_file_of(sqlite3 *database) {
  sqlite3_file *file = NULL;
  sqlite3_file_control(database, NULL, SQLITE_FCNTL_JOURNAL_POINTER, &file);
  return file != NULL && file->pMethods == &methods ? file : NULL;
}

int navd_log_state(sqlite3 *database, sqlite3_int64 *used, sqlite3_int64 *size) {
  sqlite3_file *file = log_file_of(database);
  if (file == NULL) return SQLITE_NOTFOUND;
  struct log_file *log = log_of(file);
  int code = log->size < 0 ? log_size(file, &log->size) : SQLITE_OK;
  *used = log->end;
  *size = log->size;
  return code;
}

int navd_log_extend(sqlite3 *database, sqlite3_int64 by) {
  static const char zeros[64 * 1024];
  sqlite3_int64 used, size;
  int code = navd_log_state(database, &used, &size);
  sqlite3_int64 end = size + by;
  for (; code == SQLITE_OK && size < end; size += (int)sizeof zeros) {
    code = put(log_file_of(database), zeros, sizeof zeros, size);
  }
  return code == SQLITE_OK ? log_sync(log_file_of(database), SQLITE_SYNC_NORMAL) : code;
}

int navd_log_trim(sqlite3 *database) {
  sqlite3_file *file = log_file_of(database);
  if (file == NULL || log_of(file)->end == 0) return SQLITE_OK;
  return log_truncate(file, log_of(file)->end);
}

const char *navd_log_vfs(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, set_up);
  return below ? vfs.zName : NULL;
}
