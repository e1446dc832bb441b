// SPDX-License-Identifier: Apache-2.0
// The baselines of history: the daemon's own SELECT, prepared once, stepped with every column read; and the same by a
// C service that sends the rows over the bus to a C client, in the shape of org.dialtone.History1.
//   baseline DATABASE LIMIT; "select" and "fetch" answer "MICROSECONDS ROWS"
//   baseline DATABASE LIMIT serve; the service that "fetch" calls; prints "ready"
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <systemd/sd-bus.h>
#include <time.h>

#define NAME "org.dialtone.Baseline"
#define PATH "/org/dialtone/Baseline"
#define ROW "(sa(uss)ddssbsa{sv})"

// As in Sources/Storage: ConversationRow.columns and QueryPlan.
static const char *select_sql =
    "SELECT sequence, id, direction, presentation, service, app, started_at, connected_at, duration, outcome, is_read, "
    "call_reference, handle_count, handle_type, handle_value, handle_name, cause "
    "FROM conversation WHERE +sequence > ?1 ORDER BY started_at DESC, sequence DESC";

static sqlite3_stmt *statement;
static int limit;
static uint64_t sink;

static void check(int result, const char *what) {
    if (result >= 0)
        return;
    fprintf(stderr, "baseline: %s: %s\n", what, strerror(-result));
    exit(1);
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

static const char *text(int column) {
    const char *value = (const char *)sqlite3_column_text(statement, column);
    return value ? value : "";
}

static void read_columns(void) {
    for (int column = 0; column < sqlite3_column_count(statement); column++) {
        switch (sqlite3_column_type(statement, column)) {
        case SQLITE_INTEGER:
            sink += (uint64_t)sqlite3_column_int64(statement, column);
            break;
        case SQLITE_FLOAT:
            sink += sqlite3_column_double(statement, column) > 0;
            break;
        case SQLITE_TEXT:
            sink += *sqlite3_column_text(statement, column) + (uint64_t)sqlite3_column_bytes(statement, column);
            break;
        }
    }
}

static int each_row(void (*body)(void)) {
    int rows = 0;
    sqlite3_bind_int64(statement, 1, 0);
    while (rows < limit && sqlite3_step(statement) == SQLITE_ROW) {
        body();
        rows++;
    }
    sqlite3_reset(statement);
    return rows;
}

static sd_bus_message *reply;

static void send_row(void) {
    check(sd_bus_message_append(reply, ROW, text(1), 1, (uint32_t)sqlite3_column_int(statement, 13), text(14), text(15),
                                sqlite3_column_double(statement, 6), sqlite3_column_double(statement, 8), "connected",
                                text(2), sqlite3_column_int(statement, 10), text(4), 0),
          "append");
}

static int query(sd_bus_message *call, void *context, sd_bus_error *error) {
    (void)context, (void)error;
    check(sd_bus_message_new_method_return(call, &reply), "reply");
    check(sd_bus_message_open_container(reply, 'a', ROW), "open");
    each_row(send_row);
    check(sd_bus_message_close_container(reply), "close");
    check(sd_bus_send(NULL, reply, NULL), "send");
    reply = sd_bus_message_unref(reply);
    return 1;
}

static const sd_bus_vtable service[] = {
    SD_BUS_VTABLE_START(0),
    SD_BUS_METHOD("Query", "", "a" ROW, query, SD_BUS_VTABLE_UNPRIVILEGED),
    SD_BUS_VTABLE_END,
};

static int serve(sd_bus *bus) {
    int result;
    check(sd_bus_add_object_vtable(bus, NULL, PATH, NAME, service, NULL), "export");
    check(sd_bus_request_name(bus, NAME, 0), "name");
    printf("ready\n");
    fflush(stdout);
    while ((result = sd_bus_process(bus, NULL)) >= 0)
        if (result == 0)
            check(sd_bus_wait(bus, UINT64_MAX), "wait");
    return 1;
}

static int fetch(sd_bus *bus) {
    sd_bus_message *answer;
    int rows = 0;
    check(sd_bus_call_method(bus, NAME, PATH, NAME, "Query", NULL, &answer, ""), "Query");
    check(sd_bus_message_enter_container(answer, 'a', ROW), "enter");
    while (sd_bus_message_enter_container(answer, 'r', "sa(uss)ddssbsa{sv}") > 0) {
        const char *id, *value, *name, *outcome, *direction, *line;
        double date, duration;
        uint32_t kind;
        int is_read;
        check(sd_bus_message_read(answer, "s", &id), "id");
        check(sd_bus_message_enter_container(answer, 'a', "(uss)"), "handles");
        while (sd_bus_message_read(answer, "(uss)", &kind, &value, &name) > 0)
            sink += *value;
        check(sd_bus_message_exit_container(answer), "handles");
        check(sd_bus_message_read(answer, "ddssbs", &date, &duration, &outcome, &direction, &is_read, &line), "row");
        check(sd_bus_message_skip(answer, "a{sv}"), "details");
        check(sd_bus_message_exit_container(answer), "row");
        sink += *id + (date > 0) + *line;
        rows++;
    }
    sd_bus_message_unref(answer);
    return rows;
}

int main(int count, char **arguments) {
    sqlite3 *database;
    sd_bus *bus;
    char line[64];
    if (count < 3)
        return 2;
    limit = atoi(arguments[2]);
    if (sqlite3_open_v2(arguments[1], &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK ||
        sqlite3_prepare_v3(database, select_sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) != SQLITE_OK) {
        fprintf(stderr, "baseline: %s\n", sqlite3_errmsg(database));
        return 1;
    }
    check(sd_bus_open_user(&bus), "connect");
    if (count > 3)
        return serve(bus);
    while (fgets(line, sizeof line, stdin)) {
        int64_t begin = now();
        int rows = line[0] == 'f' ? fetch(bus) : each_row(read_columns);
        printf("%lld %d\n", (long long)(now() - begin), rows);
        fflush(stdout);
    }
    return 0;
}
