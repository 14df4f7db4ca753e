// The floor: a line server that does nothing but copy.
//
// A connection that says "s" gets every line that the others write; each of those lines is answered
// by "1". No parsing, no state, one send per connection and read: what sockets alone cost.
#define _GNU_SOURCE
#include <err.h>
#include <errno.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

enum { READ = 65536, CLIENTS = 16384 };

struct client { int fd, subscribes; size_t kept; char *partial; };
static struct client clients[CLIENTS];
static int subscribers[CLIENTS], subscriber_count;
static char chunk[2 * READ], answers[2 * READ];

static void send_all(int fd, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t sent = send(fd, bytes, count, MSG_NOSIGNAL | MSG_DONTWAIT);
    if (sent >= 0) { bytes += sent; count -= (size_t)sent; continue; }
    if (errno != EAGAIN && errno != EINTR) return;
    struct pollfd wait = {fd, POLLOUT, 0};
    poll(&wait, 1, 1000);
  }
}

static void serve(struct client *client) {
  if (client->kept) memcpy(chunk, client->partial, client->kept);
  ssize_t got = recv(client->fd, chunk + client->kept, READ, MSG_DONTWAIT);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return;
  if (got <= 0) {
    for (int i = 0; i < subscriber_count; i++)
      if (subscribers[i] == client->fd) subscribers[i--] = subscribers[--subscriber_count];
    close(client->fd);
    free(client->partial);
    *client = (struct client){0};
    return;
  }
  size_t count = client->kept + (size_t)got;
  char *last = memrchr(chunk, '\n', count);
  size_t whole = last ? (size_t)(last - chunk) + 1 : 0;
  size_t lines = 0;
  for (char *at = chunk; at < chunk + whole; lines++) at = (char *)memchr(at, '\n', READ) + 1;
  client->kept = count - whole;
  if (client->kept > READ) errx(1, "line too long");
  if (client->kept) {
    if (!client->partial) client->partial = malloc(READ);
    memcpy(client->partial, chunk + whole, client->kept);
  }
  if (!whole) return;
  if (!client->subscribes && whole == 2 && chunk[0] == 's') {
    client->subscribes = 1;
    subscribers[subscriber_count++] = client->fd;
    send_all(client->fd, "s\n", 2);
    return;
  }
  for (int i = 0; i < subscriber_count; i++) send_all(subscribers[i], chunk, whole);
  for (size_t i = 0; i < lines; i++) memcpy(answers + 2 * i, "1\n", 2);
  send_all(client->fd, answers, 2 * lines);
}

int main(int argc, char **argv) {
  if (argc != 2) errx(64, "usage: floor SOCKET");
  struct rlimit files = {CLIENTS, CLIENTS};
  setrlimit(RLIMIT_NOFILE, &files);
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, argv[1], sizeof address.sun_path - 1);
  int door = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (bind(door, (struct sockaddr *)&address, sizeof address) || listen(door, 4096))
    err(1, "%s", argv[1]);
  int set = epoll_create1(EPOLL_CLOEXEC);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = door};
  epoll_ctl(set, EPOLL_CTL_ADD, door, &event);
  for (;;) {
    struct epoll_event ready[64];
    int count = epoll_wait(set, ready, 64, -1);
    for (int i = 0; i < count; i++) {
      int fd = ready[i].data.fd;
      if (fd != door) { serve(&clients[fd]); continue; }
      int new = accept(door, NULL, NULL);
      if (new < 0 || new >= CLIENTS) continue;
      clients[new] = (struct client){.fd = new};
      event = (struct epoll_event){.events = EPOLLIN, .data.fd = new};
      epoll_ctl(set, EPOLL_CTL_ADD, new, &event);
    }
  }
}
