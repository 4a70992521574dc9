import type { Migration } from "./migration.ts"

/**
 * Tables that slow down guessing. The windows of rate limits that servers share are not worth a write to the log of PostgreSQL;
 * on SQLite, which has one server, the process counts and both tables stay empty.
 */
export const guessing: Migration = {
  version: 22,
  name: "guessing",
  statements: ({ integer, text, clustered, strict, engine }) => {
    const create = engine === "postgres" ? "CREATE UNLOGGED TABLE" : "CREATE TABLE"
    return [
      `${create} rate_window (
        bucket ${text} PRIMARY KEY NOT NULL,
        ends_at ${integer} NOT NULL,
        taken ${integer} NOT NULL
      ) ${strict}`,
      `CREATE INDEX rate_window_end ON rate_window (ends_at)`,
      `${create} rate_clock (
        name ${text} PRIMARY KEY NOT NULL,
        time ${integer} NOT NULL
      ) ${strict}`,
      `CREATE TABLE known_client (
        user_id ${integer} NOT NULL REFERENCES user_account (id),
        network ${text} NOT NULL,
        last_login_at ${integer} NOT NULL,
        PRIMARY KEY (user_id, network)
      ) ${clustered}`,
      `CREATE INDEX known_client_login ON known_client (last_login_at)`
    ]
  },
  undo: {
    loses: "counts of rate limits, and from which networks users have logged in",
    statements: () => [`DROP TABLE known_client`, `DROP TABLE rate_clock`, `DROP TABLE rate_window`]
  }
}
