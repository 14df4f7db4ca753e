// The load: one sender with a window, any number of subscribers, one codec per peer.
//
//   load PEER SOCKET [-w WINDOW] [-s SUBSCRIBERS] [-t SECONDS | -n MESSAGES] [-m MODE] [-k SESSIONS]
//        [-b BYTES] [-p PID]
//
// A codec is bytes (how to subscribe, the message) and how many line ends or bytes an answer and a
// delivery have, so the client's work is the same for every peer: send, receive, count. A message is
// done when it is answered and every subscriber has it. When a quarter of the window is done, so many
// more leave by one send: without that a fast peer gets its messages one by one and a slow one in
// batches. With PID, the peer's time on the processor is counted too, which other processes disturb
// less. BYTES is the size of the payload. A window of 0 only subscribes and ends after SECONDS.
//
// MODE is payload; or, for navd, links (1,000 routes), screens (payloads for the same screens),
// sessions (SESSIONS of them at random) or make (makes those and ends). As many as a user may have
// belong to one uid: making more needs root.
//
// Prints one line of JSON; microseconds only for a window of 1.
#define _GNU_SOURCE
#include <dirent.h>
#include <err.h>
#include <errno.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define PAYLOAD_HEAD \
  "{\"className\":\"HKOrderDetailViewController\",\"orderid\":\"2015032688\",\"title\":\"Your order " \
  "is on its way\",\"body\":\"It will be at your door between two and four o'clock"
#define PAYLOAD_TAIL "\",\"image\":\"https://shop.example.com/images/parcel.png\"}"

enum {
  VARIANTS = 16384, BUFFER = 1 << 20, SAMPLES = 1 << 20, LARGEST = 1 << 16,
  SESSIONS_PER_USER = 64, FIRST_USER = 70001
};

struct codec {
  const char *name;
  char subscribe[512]; size_t subscribe_size;
  const char *subscribed;     // the answer to it ends with a line that has this
  int by_bytes;               // answers and deliveries are counted by bytes, else by line ends
  long per_answer, per_delivery; // 0: as long as the first one
};

struct message { char *bytes; size_t size; };
static struct message messages[VARIANTS];
static int variants = 1;
static struct codec codec;
static char input[BUFFER], payload[LARGEST + 1];

// Seconds that all threads of a process have run.
static double processor(const char *pid) {
  char path[64];
  double sum = 0;
  snprintf(path, sizeof path, "/proc/%s/task", pid);
  DIR *tasks = opendir(path);
  if (!tasks) return 0;
  for (struct dirent *task; (task = readdir(tasks));) {
    char file[400];
    unsigned long long ran = 0;
    if (task->d_name[0] == '.') continue;
    snprintf(file, sizeof file, "%s/%s/schedstat", path, task->d_name);
    FILE *stat = fopen(file, "r");
    if (stat && fscanf(stat, "%llu", &ran) == 1) sum += (double)ran * 1e-9;
    if (stat) fclose(stat);
  }
  closedir(tasks);
  return sum;
}

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec + (double)t.tv_nsec * 1e-9;
}

static void send_whole(int fd, const void *bytes, size_t size) {
  if (send(fd, bytes, size, MSG_NOSIGNAL) != (ssize_t)size) err(1, "%s: send", codec.name);
}

// Makes the payload so long, by its body.
static void fill(size_t size) {
  const size_t fixed = strlen(PAYLOAD_HEAD PAYLOAD_TAIL);
  const size_t more = size > fixed ? size - fixed : 0;
  if (fixed + more > LARGEST) errx(64, "a payload has at most %d bytes", LARGEST);
  memcpy(payload, PAYLOAD_HEAD, strlen(PAYLOAD_HEAD));
  memset(payload + strlen(PAYLOAD_HEAD), '.', more);
  strcpy(payload + strlen(PAYLOAD_HEAD) + more, PAYLOAD_TAIL);
}

static void variant(int index, const char *format, const char *one, const char *two) {
  int size = asprintf(&messages[index].bytes, format, one, two);
  if (size < 0) err(1, "asprintf");
  messages[index].size = (size_t)size;
}

static void mqtt_publish(void) {
  static char packet[LARGEST + 16];
  const size_t body = 2 + 5 + 2 + strlen(payload);
  size_t at = 0;
  packet[at++] = 0x32; // PUBLISH, QoS 1
  for (size_t left = body; at == 1 || left; left >>= 7)
    packet[at++] = (char)((left & 0x7f) | (left > 0x7f ? 0x80 : 0));
  codec.per_delivery = (long)(at + body - 2); // QoS 0: no packet identifier
  memcpy(packet + at, "\0\5bench\0\1", 9);
  memcpy(packet + at + 9, payload, strlen(payload));
  messages[0] = (struct message){packet, at + body};
}

// D-Bus, by its specification's "Message Format": little-endian, fields aligned to 8 bytes.
struct dbus { char bytes[LARGEST + 1024]; size_t size; };

static void dbus_align(struct dbus *out, size_t to) {
  while (out->size % to) out->bytes[out->size++] = 0;
}

static void dbus_u32(struct dbus *out, uint32_t value) {
  dbus_align(out, 4);
  memcpy(out->bytes + out->size, &value, 4);
  out->size += 4;
}

static void dbus_string(struct dbus *out, const char *text) {
  dbus_u32(out, (uint32_t)strlen(text));
  memcpy(out->bytes + out->size, text, strlen(text) + 1);
  out->size += strlen(text) + 1;
}

static void dbus_field(struct dbus *out, char code, char type, const char *text) {
  if (!text) return;
  dbus_align(out, 8);
  const char head[] = {code, 1, type, 0};
  memcpy(out->bytes + out->size, head, sizeof head);
  out->size += sizeof head;
  if (type != 'g') { dbus_string(out, text); return; }
  out->bytes[out->size++] = (char)strlen(text);
  memcpy(out->bytes + out->size, text, strlen(text) + 1);
  out->size += strlen(text) + 1;
}

enum { DBUS_CALL = 1, DBUS_RETURN = 2, DBUS_ERROR = 3, DBUS_SIGNAL = 4 };

static void dbus_put(
  struct dbus *out, char type, const char *destination, const char *path, const char *interface,
  const char *member, const char *body
) {
  struct dbus one = {.size = 0};
  const char head[] = {'l', type, 0, 1};
  memcpy(one.bytes, head, one.size = sizeof head);
  dbus_u32(&one, body ? (uint32_t)strlen(body) + 5 : 0);
  dbus_u32(&one, 1); // the serial; nobody waits for one of several answers
  dbus_u32(&one, 0);
  dbus_field(&one, 1, 'o', path);
  dbus_field(&one, 2, 's', interface);
  dbus_field(&one, 3, 's', member);
  dbus_field(&one, 6, 's', destination);
  dbus_field(&one, 8, 'g', body ? "s" : NULL);
  const uint32_t fields = (uint32_t)one.size - 16;
  memcpy(one.bytes + 12, &fields, 4);
  dbus_align(&one, 8);
  if (body) dbus_string(&one, body);
  memcpy(out->bytes + out->size, one.bytes, one.size);
  out->size += one.size;
}

static void dbus_call(struct dbus *out, const char *interface, const char *member, const char *body) {
  dbus_put(out, DBUS_CALL, "org.freedesktop.DBus", "/org/freedesktop/DBus", interface, member, body);
}

// Reads messages up to one of this type; gives its size.
static long dbus_read(int fd, int type) {
  for (;;) {
    uint32_t head[4];
    if (recv(fd, head, sizeof head, MSG_WAITALL) != sizeof head) errx(1, "%s: closed", codec.name);
    const size_t rest = ((size_t)head[3] + 7) / 8 * 8 + head[1];
    const int got = (int)(head[0] >> 8 & 0xff);
    if (rest > BUFFER || recv(fd, input, rest, MSG_WAITALL) != (ssize_t)rest)
      errx(1, "%s: no message", codec.name);
    if (got == DBUS_ERROR) errx(1, "%s: refused: %.*s", codec.name, (int)rest, input);
    if (got == type) return (long)(sizeof head + rest);
  }
}

// A signal to all, and a call to the bus: a broadcast by itself is not answered.
static void dbus_messages(void) {
  static struct dbus out;
  dbus_put(&out, DBUS_SIGNAL, NULL, "/bench", "navd.Bench", "Message", payload);
  dbus_call(&out, "org.freedesktop.DBus.Peer", "Ping", NULL);
  messages[0] = (struct message){out.bytes, out.size};
}

static void dbus_join(int fd) {
  char id[16], line[64] = {0};
  snprintf(id, sizeof id, "%u", (unsigned)geteuid());
  size_t size = 1 + (size_t)sprintf(line + 1, "AUTH EXTERNAL ");
  for (const char *digit = id; *digit; digit++) size += (size_t)sprintf(line + size, "%02x", *digit);
  size += (size_t)sprintf(line + size, "\r\n");
  send_whole(fd, line, size);
  do
    if (recv(fd, line, 1, 0) != 1) errx(1, "%s: no hello", codec.name);
  while (*line != '\n');
  send_whole(fd, "BEGIN\r\n", 7);
  struct dbus hello = {.size = 0};
  dbus_call(&hello, "org.freedesktop.DBus", "Hello", NULL);
  send_whole(fd, hello.bytes, hello.size);
  dbus_read(fd, DBUS_RETURN);
}

static uid_t owner(int session) {
  return geteuid() ? geteuid() : (uid_t)(FIRST_USER + session / SESSIONS_PER_USER);
}

static void choose(const char *peer, const char *mode, int sessions) {
  char size[16];
  snprintf(size, sizeof size, "%zu", strlen(payload));
  codec.name = peer;
  codec.per_answer = codec.per_delivery = 1;
  if (!strcmp(peer, "floor")) {
    strcpy(codec.subscribe, "s\n");
    codec.subscribed = "s";
    variant(0, "%s%s\n", payload, "");
  } else if (!strcmp(peer, "redis")) {
    strcpy(codec.subscribe, "*2\r\n$9\r\nSUBSCRIBE\r\n$5\r\nbench\r\n");
    codec.subscribed = ":1";
    codec.per_delivery = 7;
    variant(0, "*3\r\n$7\r\nPUBLISH\r\n$5\r\nbench\r\n$%s\r\n%s\r\n", size, payload);
  } else if (!strcmp(peer, "xadd")) {
    codec.per_answer = 2;
    variant(0,
      "*8\r\n$4\r\nXADD\r\n$5\r\nbench\r\n$6\r\nMAXLEN\r\n$1\r\n~\r\n$4\r\n1024\r\n$1\r\n*\r\n$1\r\nd\r\n"
      "$%s\r\n%s\r\n", size, payload);
  } else if (!strcmp(peer, "mosquitto")) {
    memcpy(codec.subscribe, "\x82\x0a\0\1\0\5bench\0", codec.subscribe_size = 12); // QoS 0
    codec.by_bytes = 1;
    codec.per_answer = 4;
    mqtt_publish();
    return;
  } else if (!strcmp(peer, "dbus")) {
    codec.by_bytes = 1;
    codec.per_answer = codec.per_delivery = 0;
    dbus_messages();
    return;
  } else if (!strcmp(peer, "navd")) {
    strcpy(codec.subscribe,
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscribe\",\"params\":{\"session\":\"bench\","
      "\"app\":\"bench\",\"role\":\"observer\"}}\n");
    codec.subscribed = "\"sync\"";
    if (!strcmp(mode, "sessions") || !strcmp(mode, "make")) {
      variants = sessions;
      for (int i = 0; i < variants; i++) {
        char name[32];
        snprintf(name, sizeof name, "s%d@%u", i, (unsigned)owner(i));
        variant(i, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"send\",\"params\":{\"session\":\"%s\","
          "\"payload\":%s}}\n", name, payload);
      }
    } else if (!strcmp(mode, "links") || !strcmp(mode, "screens")) {
      variants = 1000;
      for (int i = 0; i < variants; i++) {
        char route[16];
        snprintf(route, sizeof route, "%d", (int)((unsigned)i * 617u % 1000u));
        variant(i, strcmp(mode, "links")
          ? "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"send\",\"params\":{\"session\":\"bench\","
            "\"payload\":{\"className\":\"R%s\",\"orderid\":\"2015032688%s\","
            "\"title\":\"Your order is on its way\"}}}\n"
          : "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"send\",\"params\":{\"session\":\"bench\","
            "\"link\":\"https://shop.example.com/r%s/2015032688%s?title=Your+order+is+on+its+way\"}}\n",
          route, "");
      }
    } else {
      variant(0, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"send\",\"params\":{\"session\":\"%s\","
        "\"payload\":%s}}\n", "bench", payload);
    }
  } else {
    errx(64, "no peer '%s'", peer);
  }
  codec.subscribe_size = strlen(codec.subscribe);
}

static int join_socket(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, path, sizeof address.sun_path - 1);
  int fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address)) err(1, "%s", path);
  if (!strcmp(codec.name, "mosquitto")) {
    send_whole(fd, "\x10\x0c\0\4MQTT\4\2\0\0\0\0", 14); // CONNECT, clean
    if (recv(fd, input, 4, MSG_WAITALL) != 4) errx(1, "no hello");
  } else if (!strcmp(codec.name, "dbus")) {
    dbus_join(fd);
  }
  return fd;
}

static void wait_for_subscription(int fd) {
  size_t count = 0;
  for (;;) {
    ssize_t got = recv(fd, input + count, BUFFER - 1 - count, 0);
    if (got <= 0) errx(1, "not subscribed");
    count += (size_t)got;
    input[count] = 0;
    if (input[count - 1] != '\n') continue;
    if (strstr(input, codec.subscribed)) return;
    if (strstr(input, "\"error\"")) errx(1, "%s: refused: %s", codec.name, input);
  }
}

static void subscribe(int fd, int first) {
  if (!strcmp(codec.name, "dbus")) {
    struct dbus out = {.size = 0};
    dbus_call(&out, "org.freedesktop.DBus", "AddMatch", "type='signal',interface='navd.Bench'");
    send_whole(fd, out.bytes, out.size);
    dbus_read(fd, DBUS_RETURN);
  } else if (!strcmp(codec.name, "mosquitto")) {
    send_whole(fd, codec.subscribe, codec.subscribe_size);
    if (recv(fd, input, 5, MSG_WAITALL) != 5) errx(1, "not subscribed");
  } else {
    char line[600];
    size_t size = codec.subscribe_size;
    memcpy(line, codec.subscribe, size);
    if (first && !strcmp(codec.name, "navd"))
      size = (size_t)sprintf(line,
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscribe\",\"params\":{\"session\":\"bench\","
        "\"app\":\"bench\",\"role\":\"frontend\",\"ack\":\"auto\"}}\n");
    send_whole(fd, line, size);
    wait_for_subscription(fd);
  }
}

// A session stays when who made it is gone. Each gets its first message, so that those that are
// measured find them all alike.
static void make_sessions(const char *path, int count) {
  for (int i = 0; i < count; i++) {
    const uid_t self = geteuid(), uid = owner(i);
    if (uid != self && seteuid(uid)) err(1, "seteuid");
    int fd = join_socket(path);
    if (uid != self && seteuid(self)) err(1, "seteuid");
    char line[200];
    send_whole(fd, line, (size_t)snprintf(line, sizeof line,
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscribe\",\"params\":{\"session\":\"s%d\","
      "\"app\":\"bench\",\"role\":\"observer\"}}\n", i));
    wait_for_subscription(fd);
    send_whole(fd, messages[i].bytes, messages[i].size);
    for (ssize_t got = 0, more; got == 0 || input[got - 1] != '\n'; got += more)
      if ((more = recv(fd, input + got, BUFFER - (size_t)got, 0)) <= 0) errx(1, "%s: closed", codec.name);
    if (memmem(input, 200, "\"error\"", 7)) errx(1, "%s: refused: %.200s", codec.name, input);
    close(fd);
  }
}

// What has no end of line is counted by bytes: the first answer and delivery show how many.
static void learn(int sender, const int *subscribers, long count) {
  send_whole(sender, messages[0].bytes, messages[0].size);
  codec.per_answer = dbus_read(sender, DBUS_RETURN);
  codec.per_delivery = 1;
  for (long i = 0; i < count; i++) codec.per_delivery = dbus_read(subscribers[i], DBUS_SIGNAL);
}

static long units(const char *bytes, ssize_t count) {
  if (codec.by_bytes) return count;
  long lines = 0;
  while (count > 0) {
    // Few enough for a byte, so that the compiler counts in bytes, 16 at a time: else this loop is
    // most of the client's time, and who sends more bytes is measured by it.
    const ssize_t block = count < 240 ? count : 240;
    unsigned char found = 0;
    for (ssize_t i = 0; i < block; i++) found += bytes[i] == '\n';
    lines += found;
    bytes += block;
    count -= block;
  }
  return lines;
}

static int ascending(const void *a, const void *b) {
  float x = *(const float *)a, y = *(const float *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  if (argc < 3)
    errx(64, "usage: load PEER SOCKET [-w N] [-s N] [-t SECONDS | -n N] [-m MODE] [-k N] [-b N] [-p PID]");
  long window = 1, subscribers = 1, limit = 0, sessions = 1, bytes = 0;
  double seconds = 1;
  const char *mode = "payload", *pid = NULL;
  for (int option; (option = getopt(argc - 2, argv + 2, "w:s:t:n:m:k:b:p:")) != -1;) {
    if (option == 'w') window = atol(optarg);
    else if (option == 's') subscribers = atol(optarg);
    else if (option == 't') seconds = atof(optarg);
    else if (option == 'n') limit = atol(optarg);
    else if (option == 'm') mode = optarg;
    else if (option == 'k') sessions = atol(optarg);
    else if (option == 'b') bytes = atol(optarg);
    else if (option == 'p') pid = optarg;
    else return 64;
  }
  if (sessions < 1 || sessions > VARIANTS) errx(64, "1 to %d sessions", VARIANTS);
  fill((size_t)bytes);
  choose(argv[1], mode, (int)sessions);
  if (!strcmp(mode, "make")) {
    make_sessions(argv[2], (int)sessions);
    return 0;
  }
  struct rlimit files = {16384, 16384};
  setrlimit(RLIMIT_NOFILE, &files);
  int set = epoll_create1(0);
  int *joined = calloc((size_t)subscribers + 1, sizeof *joined);
  for (long i = 0; i < subscribers; i++) {
    int fd = joined[i] = join_socket(argv[2]);
    subscribe(fd, i == 0);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};
    epoll_ctl(set, EPOLL_CTL_ADD, fd, &event);
  }
  int sender = join_socket(argv[2]);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = sender};
  epoll_ctl(set, EPOLL_CTL_ADD, sender, &event);
  if (!codec.per_answer) learn(sender, joined, subscribers);

  if (window == 0) {
    puts("subscribed");
    fflush(stdout);
    usleep((useconds_t)(seconds * 1e6));
    return 0;
  }
  static char output[BUFFER * 8];
  static float samples[SAMPLES];
  size_t filled = 0, written = 0;
  long sent = 0, answers = 0, deliveries = 0, sampled = 0, counted_from = 0;
  unsigned random = 1;
  double begin = now(), counted = 0, last = begin, ran = 0;
  const double warm = limit ? 0 : seconds / 5;
  for (;;) {
    long done = answers / codec.per_answer;
    if (subscribers) {
      long everywhere = deliveries / codec.per_delivery / subscribers;
      if (everywhere < done) done = everywhere;
    }
    if (done == sent || window > 1) {
      double time = now();
      if (window == 1 && sent && counted > 0 && sampled < SAMPLES)
        samples[sampled++] = (float)((time - last) * 1e6);
      if (counted == 0 && time - begin >= warm) {
        counted = time;
        counted_from = done;
        if (pid) ran = processor(pid);
      }
      if (limit ? done >= limit : time - begin >= warm + seconds) {
        double span = time - counted;
        long count = done - counted_from;
        printf("{\"peer\":\"%s\",\"mode\":\"%s\",\"window\":%ld,\"subscribers\":%ld,\"sessions\":%ld,\"bytes\":%zu,"
          "\"messages\":%ld,\"seconds\":%.4f,\"per_second\":%.0f", codec.name, mode, window,
          subscribers, sessions, strlen(payload), count, span, (double)count / span);
        if (pid && count)
          printf(",\"cpu_us\":%.3f", (processor(pid) - ran) * 1e6 / (double)count);
        if (window == 1 && sampled) {
          qsort(samples, (size_t)sampled, sizeof *samples, ascending);
          printf(",\"p50_us\":%.1f,\"p99_us\":%.1f", (double)samples[sampled / 2],
            (double)samples[sampled * 99 / 100]);
        }
        printf("}\n");
        return 0;
      }
      last = time;
    }
    const int refill = sent - done <= window - (window + 3) / 4;
    while (refill && sent - done < window && !(limit && sent >= limit) && filled < sizeof output - 2 * LARGEST) {
      int index = 0;
      if (variants > 1) {
        random = random * 1664525u + 1013904223u;
        index = (int)((random >> 8) % (unsigned)variants);
      }
      memcpy(output + filled, messages[index].bytes, messages[index].size);
      filled += messages[index].size;
      sent++;
    }
    if (written < filled) {
      ssize_t put = send(sender, output + written, filled - written, MSG_DONTWAIT | MSG_NOSIGNAL);
      if (put < 0 && errno != EAGAIN) err(1, "%s: send", codec.name);
      if (put > 0) written += (size_t)put;
      if (written == filled) written = filled = 0;
    }
    struct epoll_event ready[256];
    int count = epoll_wait(set, ready, 256, filled ? 1 : 5000);
    if (count == 0 && !filled) errx(1, "%s: stuck: %ld sent, %ld answers, %ld deliveries", codec.name,
      sent, answers / codec.per_answer, deliveries / codec.per_delivery);
    for (int i = 0; i < count; i++) {
      ssize_t got = recv(ready[i].data.fd, input, BUFFER, MSG_DONTWAIT);
      if (got == 0) errx(1, "%s: closed", codec.name);
      if (got < 0) continue;
      if (ready[i].data.fd == sender) {
        // An answer that refuses is no message: a look at the first of each batch finds it.
        if (memmem(input, answers && got > 512 ? 512 : (size_t)got, "\"error\"", 7))
          errx(1, "%s: refused: %.*s", codec.name, (int)(got < 400 ? got : 400), input);
        answers += units(input, got);
      } else {
        deliveries += units(input, got);
      }
    }
  }
}
