// SPDX-License-Identifier: Apache-2.0
#pragma once
#include <malloc.h>
#include <signal.h>
#include <sys/eventfd.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/timerfd.h>
#include <systemd/sd-bus.h>
#include <unistd.h>

/* An extern constant imports into Swift as a value without an address; the vtable needs the address. */
static inline const unsigned *dialtone_vtable_format(void) { return &sd_bus_object_vtable_format; }

/* syscall(2) is variadic and so not importable; glibc 2.36 has pidfd_open only behind _GNU_SOURCE. */
static inline int dialtone_pidfd_open(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

/* malloc.h is in no module of Swift's; a libc without malloc_trim(3) gives memory back by itself. */
static inline void dialtone_return_free_memory(void) {
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}
