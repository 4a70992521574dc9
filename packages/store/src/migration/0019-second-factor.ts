import type { Migration } from "./migration.ts"

/** Codes of authenticator apps, recovery codes and passkeys. */
export const secondFactor: Migration = {
  version: 19,
  name: "second factor",
  statements: ({ id, integer, text, strict }) => [
    `CREATE TABLE totp (
      user_id ${integer} PRIMARY KEY REFERENCES user_account (id),
      totp_key ${text} NOT NULL,
      last_step ${integer} NOT NULL,
      created_at ${integer} NOT NULL
    ) ${strict}`,
    `CREATE TABLE recovery_code (
      id ${id},
      user_id ${integer} NOT NULL REFERENCES user_account (id),
      code_hash ${text} NOT NULL,
      created_at ${integer} NOT NULL
    ) ${strict}`,
    `CREATE INDEX recovery_code_user ON recovery_code (user_id)`,
    `CREATE TABLE passkey (
      id ${id},
      user_id ${integer} NOT NULL REFERENCES user_account (id),
      name ${text} NOT NULL,
      credential_id ${text} NOT NULL,
      public_key ${text} NOT NULL,
      counter ${integer} NOT NULL,
      transports ${text} NOT NULL,
      relying_party ${text} NOT NULL,
      user_handle ${text} NOT NULL,
      backed_up ${integer} NOT NULL,
      created_at ${integer} NOT NULL,
      last_used_at ${integer}
    ) ${strict}`,
    `CREATE UNIQUE INDEX passkey_credential ON passkey (credential_id)`,
    `CREATE INDEX passkey_user ON passkey (user_id)`,
    `CREATE TABLE passkey_challenge (
      challenge_hash ${text} PRIMARY KEY,
      purpose ${text} NOT NULL,
      user_id ${integer} REFERENCES user_account (id),
      user_handle ${text},
      expires_at ${integer} NOT NULL
    ) ${strict}`,
    `CREATE INDEX passkey_challenge_expiry ON passkey_challenge (expires_at)`
  ],
  undo: {
    loses: "authenticator apps, recovery codes and passkeys, so that the password alone logs in",
    statements: () => [
      `DROP TABLE passkey_challenge`,
      `DROP TABLE passkey`,
      `DROP TABLE recovery_code`,
      `DROP TABLE totp`
    ]
  }
}
