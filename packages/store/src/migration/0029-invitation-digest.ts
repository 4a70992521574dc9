import type { Migration } from "./migration.ts"

/**
 * Invitations are found by a digest of their code, so that the code itself can be encrypted. Servers of before would find none
 * that is, nor read encrypted headers of mails.
 */
export const invitationDigest: Migration = {
  version: 29,
  name: "invitation digest",
  statements: ({ text, engine }) => [
    `ALTER TABLE invitation ADD COLUMN code_digest ${text} NOT NULL DEFAULT ''`,
    `UPDATE invitation SET code_digest = ${
      engine === "postgres" ? "encode(sha256(convert_to(code, 'UTF8')), 'hex')" : "sha256_hex(code)"
    }`,
    `CREATE UNIQUE INDEX invitation_code_digest ON invitation (code_digest)`,
    `DROP INDEX invitation_code`
  ],
  undo: {
    loses:
      "in a database that is encrypted: open invitations, logins by a provider that wait, and the links in the headers of mails that wait",
    statements: () => [
      `DELETE FROM invitation WHERE code LIKE 'enc:%'`,
      `DELETE FROM sign_in_attempt WHERE invitation_code LIKE 'enc:%'`,
      `UPDATE mail SET headers = NULL WHERE headers LIKE 'enc:%'`,
      `DROP INDEX invitation_code_digest`,
      `ALTER TABLE invitation DROP COLUMN code_digest`,
      `CREATE UNIQUE INDEX invitation_code ON invitation (code)`
    ]
  }
}
