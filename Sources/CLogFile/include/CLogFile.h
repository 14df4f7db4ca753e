// An SQLite VFS that writes a transaction's part of the write-ahead log with one call, not two for each page.
#ifndef NAVD_CLOGFILE_H
#define NAVD_CLOGFILE_H

#include <sqlite3.h>

// The VFS's name for sqlite3_open_v2(); it is registered once, on top of the default one. Null without a
// default.
const char *navd_log_vfs(void);

// How long a database's log is, and how long its file, whose rest is from before the log last began anew,
// or room. 0 is used until the first write; SQLITE_NOTFOUND where there is no log.
int navd_log_state(sqlite3 *database, sqlite3_int64 *used, sqlite3_int64 *size);

// Makes the log file about so many bytes longer, and syncs: what is written into blocks that a file has
// already is synced in half the time. SQLite takes zeros for the end of the log.
int navd_log_extend(sqlite3 *database, sqlite3_int64 by);

// Gives the room back.
int navd_log_trim(sqlite3 *database);

#endif
