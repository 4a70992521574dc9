import type { Migration } from "./migration.ts"

/** Codes that were sent by mail: for a new password, and for an e-mail address. Accounts of before count as verified. */
export const accountMail: Migration = {
  version: 17,
  name: "account mail",
  statements: ({ integer, text, clustered }) => [
    `ALTER TABLE user_account ADD COLUMN email_verified ${integer} NOT NULL DEFAULT 1`,
    `CREATE TABLE password_reset (
      user_id ${integer} NOT NULL PRIMARY KEY REFERENCES user_account (id),
      code_hash ${text} NOT NULL,
      created_at ${integer} NOT NULL,
      expires_at ${integer} NOT NULL
    ) ${clustered}`,
    `CREATE TABLE email_verification (
      user_id ${integer} NOT NULL PRIMARY KEY REFERENCES user_account (id),
      code_hash ${text} NOT NULL,
      new_email ${text},
      created_at ${integer} NOT NULL,
      expires_at ${integer} NOT NULL
    ) ${clustered}`
  ],
  undo: {
    loses: "mailed codes that are still valid, and which e-mail addresses are verified",
    statements: () => [
      `DROP TABLE email_verification`,
      `DROP TABLE password_reset`,
      `ALTER TABLE user_account DROP COLUMN email_verified`
    ]
  }
}
