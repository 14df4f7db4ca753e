// The load: one sender with a window, any number of subscribers, one codec per peer.
//
//   load PEER SOCKET [-w WINDOW] [-s SUBSCRIBERS] [-t SECONDS | -n MESSAGES] [-m MODE] [-p PID]
//
// A codec is four strings (how to subscribe, where the answer to that ends, the message, and how many
// line ends or bytes an answer and a delivery have), so the client's work is the same for every peer:
// send, receive, count. A message is done when it is answered and every subscriber has it. When a
// quarter of the window is done, so many more leave by one send: without that a fast peer gets its
// messages one by one and a slow one in batches. With PID, the peer's time on the processor is counted
// too, which other processes disturb less. MODE is payload, links (navd: 1,000 routes) or sessions (navd:
// 64 sessions, at random). A window of 0 only subscribes and ends after SECONDS. Prints one line of
// JSON; microseconds only for a window of 1.
#define _GNU_SOURCE
#include <dirent.h>
#include <err.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#define PAYLOAD \
  "{\"className\":\"HKOrderDetailViewController\",\"orderid\":\"2015032688\",\"title\":\"Your order " \
  "is on its way\",\"body\":\"It will be at your door between two and four o'clock\"," \
  "\"image\":\"https://shop.example.com/images/parcel.png\"}"

enum { VARIANTS = 16384, BUFFER = 1 << 20, SAMPLES = 1 << 20 };

struct codec {
  const char *name;
  char hello[64]; size_t hello_size; int hello_answer; // bytes on every connection; bytes of answer
  char subscribe[512]; size_t subscribe_size;
  const char *subscribed; // the answer to it ends with a line that has this
  int by_bytes;           // answers and deliveries are counted by bytes, else by line ends
  int per_answer, per_delivery;
};

struct message { char *bytes; size_t size; };
static struct message messages[VARIANTS];
static int variants = 1;
static struct codec codec;
static char input[BUFFER];

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

static void variant(int index, const char *format, const char *one, const char *two) {
  int size = asprintf(&messages[index].bytes, format, one, two);
  if (size < 0) err(1, "asprintf");
  messages[index].size = (size_t)size;
}

static void mqtt_publish(void) {
  static char packet[1024];
  size_t body = 2 + 5 + 2 + strlen(PAYLOAD);
  size_t at = 0;
  packet[at++] = 0x32; // PUBLISH, QoS 1
  packet[at++] = (char)((body & 0x7f) | 0x80);
  packet[at++] = (char)(body >> 7);
  memcpy(packet + at, "\0\5bench\0\1", 9);
  memcpy(packet + at + 9, PAYLOAD, strlen(PAYLOAD));
  messages[0] = (struct message){packet, at + body};
}

static void choose(const char *peer, const char *mode) {
  codec.name = peer;
  codec.per_answer = codec.per_delivery = 1;
  if (!strcmp(peer, "floor")) {
    strcpy(codec.subscribe, "s\n");
    codec.subscribed = "s";
    variant(0, "%s%s\n", PAYLOAD, "");
  } else if (!strcmp(peer, "redis")) {
    strcpy(codec.subscribe, "*2\r\n$9\r\nSUBSCRIBE\r\n$5\r\nbench\r\n");
    codec.subscribed = ":1";
    codec.per_delivery = 7;
    char size[16];
    snprintf(size, sizeof size, "%zu", strlen(PAYLOAD));
    variant(0, "*3\r\n$7\r\nPUBLISH\r\n$5\r\nbench\r\n$%s\r\n%s\r\n", size, PAYLOAD);
  } else if (!strcmp(peer, "xadd")) {
    codec.per_answer = 2;
    char size[16];
    snprintf(size, sizeof size, "%zu", strlen(PAYLOAD));
    variant(0,
      "*8\r\n$4\r\nXADD\r\n$5\r\nbench\r\n$6\r\nMAXLEN\r\n$1\r\n~\r\n$4\r\n1024\r\n$1\r\n*\r\n$1\r\nd\r\n"
      "$%s\r\n%s\r\n", size, PAYLOAD);
  } else if (!strcmp(peer, "mosquitto")) {
    memcpy(codec.hello, "\x10\x0c\0\4MQTT\4\2\0\0\0\0", codec.hello_size = 14); // CONNECT, clean
    codec.hello_answer = 4;
    memcpy(codec.subscribe, "\x82\x0a\0\1\0\5bench\0", codec.subscribe_size = 12); // QoS 0
    codec.by_bytes = 1;
    codec.per_answer = 4;
    codec.per_delivery = (int)(3 + 2 + 5 + strlen(PAYLOAD));
    mqtt_publish();
    return;
  } else if (!strcmp(peer, "navd")) {
    strcpy(codec.subscribe,
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscribe\",\"params\":{\"session\":\"bench\","
      "\"app\":\"bench\",\"role\":\"observer\"}}\n");
    codec.subscribed = "\"sync\"";
    if (!strcmp(mode, "sessions")) {
      variants = 63; // with 'bench' as many as a user may have
      for (int i = 0; i < variants; i++) {
        char name[16];
        snprintf(name, sizeof name, "s%d", i);
        variant(i, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"send\",\"params\":{\"session\":\"%s\","
          "\"payload\":%s}}\n", name, PAYLOAD);
      }
    } else if (!strcmp(mode, "links")) {
      variants = 1000;
      for (int i = 0; i < variants; i++) {
        char route[16];
        snprintf(route, sizeof route, "%d", (int)((unsigned)i * 617u % 1000u));
        variant(i, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"send\",\"params\":{\"session\":\"bench\","
          "\"link\":\"https://shop.example.com/r%s/2015032688%s?title=Your+order+is+on+its+way\"}}\n",
          route, "");
      }
    } else {
      variant(0, "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"send\",\"params\":{\"session\":\"%s\","
        "\"payload\":%s}}\n", "bench", PAYLOAD);
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
  if (codec.hello_size) {
    if (send(fd, codec.hello, codec.hello_size, 0) < 0) err(1, "hello");
    if (recv(fd, input, (size_t)codec.hello_answer, MSG_WAITALL) != codec.hello_answer)
      errx(1, "no hello");
  }
  return fd;
}

static void subscribe(int fd, int first) {
  char line[600];
  size_t size = codec.subscribe_size;
  memcpy(line, codec.subscribe, size);
  if (first && !strcmp(codec.name, "navd"))
    size = (size_t)sprintf(line,
      "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"subscribe\",\"params\":{\"session\":\"bench\","
      "\"app\":\"bench\",\"role\":\"frontend\",\"ack\":\"auto\"}}\n");
  if (send(fd, line, size, 0) < 0) err(1, "subscribe");
  if (codec.by_bytes) {
    if (recv(fd, input, 5, MSG_WAITALL) != 5) errx(1, "not subscribed");
    return;
  }
  size_t count = 0;
  for (;;) {
    ssize_t got = recv(fd, input + count, BUFFER - 1 - count, 0);
    if (got <= 0) errx(1, "not subscribed");
    count += (size_t)got;
    input[count] = 0;
    if (input[count - 1] == '\n' && strstr(input, codec.subscribed)) return;
  }
}

static long units(const char *bytes, ssize_t count) {
  if (codec.by_bytes) return count;
  long lines = 0;
  for (ssize_t i = 0; i < count; i++) lines += bytes[i] == '\n';
  return lines;
}

static int ascending(const void *a, const void *b) {
  float x = *(const float *)a, y = *(const float *)b;
  return (x > y) - (x < y);
}

int main(int argc, char **argv) {
  if (argc < 3) errx(64, "usage: load PEER SOCKET [-w N] [-s N] [-t SECONDS | -n N] [-m MODE]");
  long window = 1, subscribers = 1, limit = 0;
  double seconds = 1;
  const char *mode = "payload", *pid = NULL;
  for (int option; (option = getopt(argc - 2, argv + 2, "w:s:t:n:m:p:")) != -1;) {
    if (option == 'w') window = atol(optarg);
    else if (option == 's') subscribers = atol(optarg);
    else if (option == 't') seconds = atof(optarg);
    else if (option == 'n') limit = atol(optarg);
    else if (option == 'm') mode = optarg;
    else if (option == 'p') pid = optarg;
    else return 64;
  }
  choose(argv[1], mode);
  struct rlimit files = {16384, 16384};
  setrlimit(RLIMIT_NOFILE, &files);
  int set = epoll_create1(0);
  for (long i = 0; i < subscribers; i++) {
    int fd = join_socket(argv[2]);
    subscribe(fd, i == 0);
    struct epoll_event event = {.events = EPOLLIN, .data.fd = fd};
    epoll_ctl(set, EPOLL_CTL_ADD, fd, &event);
  }
  int sender = join_socket(argv[2]);
  struct epoll_event event = {.events = EPOLLIN, .data.fd = sender};
  epoll_ctl(set, EPOLL_CTL_ADD, sender, &event);

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
        printf("{\"peer\":\"%s\",\"mode\":\"%s\",\"window\":%ld,\"subscribers\":%ld,"
          "\"messages\":%ld,\"seconds\":%.4f,\"per_second\":%.0f", codec.name, mode, window,
          subscribers, count, span, (double)count / span);
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
    while (refill && sent - done < window && !(limit && sent >= limit) && filled < sizeof output - 4096) {
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
        if (answers == 0 && memmem(input, (size_t)got, "\"error\"", 7))
          errx(1, "%s: refused: %.*s", codec.name, (int)(got < 400 ? got : 400), input);
        answers += units(input, got);
      } else {
        deliveries += units(input, got);
      }
    }
  }
}
