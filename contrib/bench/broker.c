// broker: runs dbus-broker on a socket, without systemd and the launcher that needs it.
//
//   broker SOCKET
//
// This process becomes dbus-broker; a child of it plays the launcher: it hands over the listening
// socket and a policy that allows everything to everybody, then stays until the broker ends.
// The policy's form is that of dbus-broker 33, which makes no promise to keep it.
#define _GNU_SOURCE
#include <err.h>
#include <fcntl.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <systemd/sd-bus.h>
#include <unistd.h>

#define BATCH "bta(btbs)a(btssssuutt)a(btssssuutt)"
#define POLICY "(a(u(" BATCH "))a(buu(" BATCH "))a(ss)bs)"

static void launch(int control, int door) {
  sd_bus *bus = NULL;
  sd_bus_error error = SD_BUS_ERROR_NULL;
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (sd_bus_new(&bus) < 0 || sd_bus_set_fd(bus, control, control) < 0 || sd_bus_start(bus) < 0)
    errx(1, "no connection to dbus-broker");
  const uint64_t first = 1, none = 0, all = UINT64_MAX;
  int done = sd_bus_call_method(
    bus, NULL, "/org/bus1/DBus/Broker", "org.bus1.DBus.Broker", "AddListener", &error, NULL,
    "ohv", "/org/bus1/DBus/Listener/0", door, POLICY,
    1, UINT32_MAX, 1, first, // every user may connect,
    1, 1, first, 1, "",      // own names,
    1, 1, first, "", "", "", "", 0, 0, none, all, // send
    1, 1, first, "", "", "", "", 0, 0, none, all, // and receive
    0, 0, 0, "session");
  if (done < 0) errx(1, "dbus-broker refused: %s", error.message ? error.message : strerror(-done));
  while (sd_bus_wait(bus, UINT64_MAX) >= 0)
    while ((done = sd_bus_process(bus, NULL)) != 0)
      if (done < 0) exit(0);
}

int main(int argc, char **argv) {
  if (argc != 2) errx(64, "usage: broker SOCKET");
  struct rlimit files = {16384, 16384};
  setrlimit(RLIMIT_NOFILE, &files);
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  strncpy(address.sun_path, argv[1], sizeof address.sun_path - 1);
  int door = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0), pair[2];
  if (bind(door, (struct sockaddr *)&address, sizeof address) || listen(door, 4096))
    err(1, "%s", argv[1]);
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0, pair)) err(1, "socketpair");
  pid_t launcher = fork();
  if (launcher < 0) err(1, "fork");
  if (launcher == 0) {
    close(pair[1]);
    launch(pair[0], door);
    return 0;
  }
  char control[16];
  snprintf(control, sizeof control, "%d", pair[1]);
  fcntl(pair[1], F_SETFD, 0);
  execlp("dbus-broker", "dbus-broker", "--controller", control,
    "--machine-id", "0123456789abcdef0123456789abcdef", "--max-matches", "1000000",
    "--max-objects", "1000000", "--max-fds", "1000000", "--max-bytes", "4000000000", NULL);
  err(1, "dbus-broker");
}
