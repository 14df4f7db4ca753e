#ifndef NAVD_CSYSTEMD_SHIM_H
#define NAVD_CSYSTEMD_SHIM_H

#include <errno.h>
#include <fcntl.h>
#include <link.h>
#include <malloc.h>
#include <signal.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/uio.h>
#include <systemd/sd-bus.h>
#include <systemd/sd-daemon.h>
#include <systemd/sd-event.h>
#include <systemd/sd-id128.h>
#include <systemd/sd-journal.h>
#include <time.h>
#include <unistd.h>

/* Swift does not import expressions of enumerators and casts as plain integers. */
static inline uint32_t navd_epollin(void) { return EPOLLIN; }
static inline uint32_t navd_epollout(void) { return EPOLLOUT; }
static inline uint32_t navd_epollhup(void) { return EPOLLHUP; }
static inline uint32_t navd_epollerr(void) { return EPOLLERR; }
static inline uint32_t navd_epollrdhup(void) { return EPOLLRDHUP; }

/* One watched descriptor of an epoll set; the tag comes back with its events. */
static inline int navd_epoll_ctl(int set, int operation, int descriptor, uint32_t events,
                                 uint32_t tag) {
  struct epoll_event event = {.events = events, .data = {.u32 = tag}};
  return epoll_ctl(set, operation, descriptor, &event) < 0 ? -errno : 0;
}

/* Gives free pages of the heap back; malloc.h is not in Swift's Glibc. */
static inline void navd_trim_heap(void) { malloc_trim(0); }

/* dl_iterate_phdr(3). link.h declares it for _GNU_SOURCE only, with which types of this module would be others
   than those of Swift's Glibc. */
#ifndef __USE_GNU
struct dl_phdr_info {
  ElfW(Addr) dlpi_addr;
  const char *dlpi_name;
  const ElfW(Phdr) *dlpi_phdr;
  ElfW(Half) dlpi_phnum;
};
extern int dl_iterate_phdr(int (*)(struct dl_phdr_info *, size_t, void *), void *);
/* pipe(2), tee(2) and splice(2) are as well for _GNU_SOURCE only. */
extern int pipe2(int ends[2], int flags);
extern ssize_t tee(int from, int to, size_t count, unsigned flags);
extern ssize_t splice(int from, __off64_t *from_offset, int to, __off64_t *to_offset, size_t count,
                      unsigned flags);
#define SPLICE_F_NONBLOCK 2
#endif

/* A pipe whose ends do not wait and are closed at exec. */
static inline int navd_pipe(int ends[2]) { return pipe2(ends, O_NONBLOCK | O_CLOEXEC); }

/* Refers another pipe to the pages that a pipe holds. */
static inline ssize_t navd_tee(int from, int to, size_t count) {
  return tee(from, to, count, SPLICE_F_NONBLOCK);
}

/* Moves the pages of a pipe into a socket, or of a socket into a pipe. */
static inline ssize_t navd_splice(int from, int to, size_t count) {
  return splice(from, NULL, to, NULL, count, SPLICE_F_NONBLOCK);
}

/* Calls the visitor with address, size and flags of each segment of the program's file and of its libraries',
   none of which is unmapped meanwhile. */
typedef void (*navd_segment_visitor)(uintptr_t address, size_t size, uint32_t flags, void *context);
struct navd_segment_visit {
  navd_segment_visitor visitor;
  void *context;
};
static inline int navd_visit_object(struct dl_phdr_info *object, size_t size, void *data) {
  struct navd_segment_visit *visit = (struct navd_segment_visit *)data;
  (void)size;
  for (int i = 0; i < object->dlpi_phnum; i++) {
    const ElfW(Phdr) *segment = &object->dlpi_phdr[i];
    if (segment->p_type == PT_LOAD)
      visit->visitor(object->dlpi_addr + segment->p_vaddr, segment->p_memsz, segment->p_flags,
                     visit->context);
  }
  return 0;
}
static inline void navd_visit_segments(navd_segment_visitor visitor, void *context) {
  struct navd_segment_visit visit = {visitor, context};
  dl_iterate_phdr(navd_visit_object, &visit);
}

/* As epoll_wait, but errors are returned as negative numbers. */
static inline int navd_epoll_wait(int set, struct epoll_event *events, int count, int timeout) {
  int result = epoll_wait(set, events, count, timeout);
  return result < 0 ? -errno : result;
}

/* Variadic functions are not imported: StartUnit(unit, "replace") without waiting for the answer. */
static inline int navd_start_unit(sd_bus *bus, sd_bus_slot **slot, const char *unit,
                                  sd_bus_message_handler_t handler, void *userdata) {
  return sd_bus_call_method_async(bus, slot, "org.freedesktop.systemd1",
                                  "/org/freedesktop/systemd1",
                                  "org.freedesktop.systemd1.Manager", "StartUnit", handler,
                                  userdata, "ss", unit, "replace");
}

/* The signal is blocked in this thread and delivered by the loop. */
static inline int navd_add_signal(sd_event *loop, sd_event_source **source, int number,
                                  sd_event_signal_handler_t handler, void *userdata) {
  return sd_event_add_signal(loop, source, number | SD_EVENT_SIGNAL_PROCMASK, handler, userdata);
}

#endif
