// SPDX-License-Identifier: Apache-2.0
// The baseline of dialing: CreateCall and Start as a C program makes them with sd-bus, and nothing else.
//   baseline MODEM-PATH; "dial NUMBER" answers "MICROSECONDS CALL-PATH", the time before CreateCall; "end CALL-PATH" "ok"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>
#include <time.h>

#define SERVICE "org.freedesktop.ModemManager1"
#define VOICE SERVICE ".Modem.Voice"
#define CALL SERVICE ".Call"

static void check(int result, const char *what, sd_bus_error *error) {
    if (result >= 0)
        return;
    fprintf(stderr, "baseline: %s: %s\n", what, error && error->message ? error->message : strerror(-result));
    exit(1);
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static void dial(sd_bus *bus, const char *modem, const char *number) {
    sd_bus_error error = SD_BUS_ERROR_NULL;
    sd_bus_message *reply = NULL, *started = NULL;
    const char *path;
    int64_t begin = now();
    check(sd_bus_call_method(bus, SERVICE, modem, VOICE, "CreateCall", &error, &reply, "a{sv}", 1, "number", "s", number),
          "CreateCall", &error);
    check(sd_bus_message_read(reply, "o", &path), "CreateCall's answer", NULL);
    check(sd_bus_call_method(bus, SERVICE, path, CALL, "Start", &error, &started, ""), "Start", &error);
    printf("%lld %s\n", (long long)begin, path);
    sd_bus_message_unref(started);
    sd_bus_message_unref(reply);
}

static void end(sd_bus *bus, const char *modem, const char *path) {
    sd_bus_error error = SD_BUS_ERROR_NULL;
    check(sd_bus_call_method(bus, SERVICE, path, CALL, "Hangup", &error, NULL, ""), "Hangup", &error);
    check(sd_bus_call_method(bus, SERVICE, modem, VOICE, "DeleteCall", &error, NULL, "o", path), "DeleteCall", &error);
    printf("ok\n");
}

int main(int count, char **arguments) {
    sd_bus *bus = NULL;
    char line[256];
    if (count != 2)
        return 2;
    check(sd_bus_open_system(&bus), "connect", NULL);
    while (fgets(line, sizeof line, stdin)) {
        line[strcspn(line, "\n")] = 0;
        if (strncmp(line, "dial ", 5) == 0)
            dial(bus, arguments[1], line + 5);
        else if (strncmp(line, "end ", 4) == 0)
            end(bus, arguments[1], line + 4);
        fflush(stdout);
    }
    sd_bus_flush_close_unref(bus);
    return 0;
}
