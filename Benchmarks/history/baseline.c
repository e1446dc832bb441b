// SPDX-License-Identifier: Apache-2.0
// The baseline of history: the daemon's own SELECT, prepared once, stepped with every column read.
//   baseline DATABASE LIMIT; "select" answers "MICROSECONDS ROWS"
#include <sqlite3.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

// As in Sources/Storage: ConversationRow.columns and QueryPlan.
static const char *select_sql =
    "SELECT sequence, id, direction, presentation, service, app, started_at, connected_at, duration, outcome, is_read, "
    "call_reference, handle_count, handle_type, handle_value, handle_name "
    "FROM conversation WHERE +sequence > ?1 ORDER BY started_at DESC, sequence DESC";

static uint64_t sink;

static void read_columns(sqlite3_stmt *statement) {
    for (int column = 0; column < sqlite3_column_count(statement); column++) {
        double real;
        switch (sqlite3_column_type(statement, column)) {
        case SQLITE_INTEGER:
            sink += (uint64_t)sqlite3_column_int64(statement, column);
            break;
        case SQLITE_FLOAT:
            real = sqlite3_column_double(statement, column);
            sink += real > 0;
            break;
        case SQLITE_TEXT:
            sink += *sqlite3_column_text(statement, column) + (uint64_t)sqlite3_column_bytes(statement, column);
            break;
        }
    }
}

static int64_t now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000 + time.tv_nsec / 1000;
}

int main(int count, char **arguments) {
    sqlite3 *database;
    sqlite3_stmt *statement;
    char line[64];
    if (count != 3)
        return 2;
    int limit = atoi(arguments[2]);
    if (sqlite3_open_v2(arguments[1], &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) != SQLITE_OK ||
        sqlite3_prepare_v3(database, select_sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, NULL) != SQLITE_OK) {
        fprintf(stderr, "baseline: %s\n", sqlite3_errmsg(database));
        return 1;
    }
    while (fgets(line, sizeof line, stdin)) {
        int64_t begin = now();
        int rows = 0;
        sqlite3_bind_int64(statement, 1, 0);
        while (rows < limit && sqlite3_step(statement) == SQLITE_ROW) {
            read_columns(statement);
            rows++;
        }
        sqlite3_reset(statement);
        printf("%lld %d\n", (long long)(now() - begin), rows);
        fflush(stdout);
    }
    sqlite3_finalize(statement);
    sqlite3_close(database);
    return 0;
}
