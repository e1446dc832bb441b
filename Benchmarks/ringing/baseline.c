// SPDX-License-Identifier: Apache-2.0
// The baseline of ringing: a match on ModemManager's CallAdded with sd-bus, and nothing else.
//   baseline MODEM-PATH; "listen" answers "ready" and, at the next call, "MICROSECONDS CALL-PATH"; "delete CALL-PATH" "ok"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>
#include <time.h>

#define SERVICE "org.freedesktop.ModemManager1"
#define VOICE SERVICE ".Modem.Voice"

static int64_t heard;
static char call[256];

static void check(int result, const char *what) {
    if (result >= 0)
        return;
    fprintf(stderr, "baseline: %s: %s\n", what, strerror(-result));
    exit(1);
}

static int added(sd_bus_message *message, void *context, sd_bus_error *error) {
    struct timespec time;
    const char *path;
    (void)context, (void)error;
    clock_gettime(CLOCK_MONOTONIC, &time);
    check(sd_bus_message_read(message, "o", &path), "CallAdded");
    heard = (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
    snprintf(call, sizeof call, "%s", path);
    return 0;
}

static void listen_once(sd_bus *bus, const char *modem) {
    sd_bus_slot *slot = NULL;
    heard = 0;
    check(sd_bus_match_signal(bus, &slot, SERVICE, modem, VOICE, "CallAdded", added, NULL), "match");
    printf("ready\n");
    fflush(stdout);
    while (!heard) {
        int result = sd_bus_process(bus, NULL);
        check(result, "process");
        if (result == 0 && !heard)
            check(sd_bus_wait(bus, UINT64_MAX), "wait");
    }
    sd_bus_slot_unref(slot);
    printf("%lld %s\n", (long long)heard, call);
}

int main(int count, char **arguments) {
    sd_bus *bus = NULL;
    char line[256];
    if (count != 2)
        return 2;
    check(sd_bus_open_system(&bus), "connect");
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        if (strcmp(line, "listen") == 0) {
            listen_once(bus, arguments[1]);
        } else if (strncmp(line, "delete ", 7) == 0) {
            check(sd_bus_call_method(bus, SERVICE, arguments[1], VOICE, "DeleteCall", NULL, NULL, "o", line + 7), "DeleteCall");
            printf("ok\n");
        }
        fflush(stdout);
    }
    sd_bus_flush_close_unref(bus);
    return 0;
}
