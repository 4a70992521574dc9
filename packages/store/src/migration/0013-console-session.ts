import type { Migration } from "./migration.ts"

/** Sessions of the web console. */
export const consoleSession: Migration = {
  version: 13,
  name: "console-session",
  statements: ({ id, integer, text, strict }) => [
    `CREATE TABLE console_session (
      id ${id},
      user_id ${integer} NOT NULL REFERENCES user_account (id),
      token_hash ${text} NOT NULL,
      generation ${integer} NOT NULL,
      elevated_until ${integer} NOT NULL,
      user_agent ${text},
      address ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      last_used_at ${integer} NOT NULL
    ) ${strict}`,
    `CREATE UNIQUE INDEX console_session_token ON console_session (token_hash)`,
    `CREATE INDEX console_session_user ON console_session (user_id, last_used_at)`
  ],
  undo: {
    loses: "all sessions of the console",
    statements: () => [`DROP TABLE console_session`]
  }
}
