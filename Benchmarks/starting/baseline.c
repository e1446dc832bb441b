// SPDX-License-Identifier: Apache-2.0
// The baseline of starting: a C program that connects to the session bus, asks for a name and serves.
//   baseline; prints "ready" once it owns the name
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <systemd/sd-bus.h>

int main(void) {
    sd_bus *bus = NULL;
    int result = sd_bus_open_user(&bus);
    if (result >= 0)
        result = sd_bus_request_name(bus, "org.dialtone.Baseline", 0);
    if (result >= 0) {
        printf("ready\n");
        fflush(stdout);
    }
    while (result >= 0) {
        result = sd_bus_process(bus, NULL);
        if (result == 0)
            result = sd_bus_wait(bus, UINT64_MAX);
    }
    fprintf(stderr, "baseline: %s\n", strerror(-result));
    return 1;
}
