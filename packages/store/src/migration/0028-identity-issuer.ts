import type { ColumnTypes, Migration } from "./migration.ts"

/**
 * The issuer is part of an identity. That of an organization's single sign-on is in its row; those of the settings are not known
 * here: the next start of a server writes them. Administrators and accounts of deleted organizations are not managed any more
 * (ADR 74). Servers of before would find people by their id alone, so none works with it.
 */
export const identityIssuer: Migration = {
  version: 28,
  name: "identity issuer",
  statements: (types) => {
    const { text } = types
    const now = nowOf(types)
    return [
      `ALTER TABLE user_identity ADD COLUMN issuer ${text}`,
      `UPDATE user_identity SET issuer = (
        SELECT CASE WHEN s.issuer <> '' THEN s.issuer ELSE s.token_uri END
        FROM organization_sso s WHERE s.organization_id = user_identity.organization_id
      ) WHERE type = 'SSO'`,
      `DROP INDEX user_identity_subject`,
      `CREATE UNIQUE INDEX user_identity_subject ON user_identity (type, organization_id, issuer, subject)`,
      // Changes live for half an hour, logins that have begun for ten minutes.
      `DELETE FROM identity_change`,
      `ALTER TABLE identity_change ADD COLUMN issuer ${text}`,
      `DELETE FROM sign_in_attempt`,
      `ALTER TABLE sign_in_attempt ADD COLUMN issuer ${text} NOT NULL DEFAULT ''`,
      `INSERT INTO audit_entry (at, action, username, object_kind, object_id, object_name, organization_id, before, after)
        SELECT ${now}, 'IDENTITY_UNLINKED', 'operator', 'USER', u.id, u.username, i.organization_id,
          '{"provider":"SSO"}', '{"provider":null}'
        FROM user_identity i JOIN user_account u ON u.id = i.user_id WHERE i.user_id IN (${released}) ORDER BY u.id`,
      // Nothing works before a new password is set; sessions and access tokens have ended for good.
      `UPDATE user_account SET account_type = 'LOCAL',
        sso_valid_until = CASE WHEN password_hash IS NULL THEN 0 END,
        tokens_valid_not_before = CASE WHEN tokens_valid_not_before < ${now} THEN ${now} ELSE tokens_valid_not_before + 1 END
        WHERE id IN (${released})`,
      `DELETE FROM console_session WHERE user_id IN (${released})`,
      `DELETE FROM user_identity WHERE user_id IN (${released})`,
      `DELETE FROM organization_sso WHERE organization_id IN (SELECT id FROM organization WHERE deleted_at IS NOT NULL)`
    ]
  },
  undo: {
    loses: "the providers of identities: of people with one id at several providers, one can still log in",
    statements: () => [
      `DELETE FROM user_identity WHERE id NOT IN (
        SELECT MAX(id) FROM user_identity GROUP BY type, organization_id, subject)`,
      `DROP INDEX user_identity_subject`,
      `CREATE UNIQUE INDEX user_identity_subject ON user_identity (type, organization_id, subject)`,
      `ALTER TABLE user_identity DROP COLUMN issuer`,
      `ALTER TABLE identity_change DROP COLUMN issuer`,
      `ALTER TABLE sign_in_attempt DROP COLUMN issuer`
    ]
  }
}

/** Accounts that an organization manages, and must not. */
const released = `SELECT link.user_id FROM user_identity link
  JOIN user_account person ON person.id = link.user_id
  LEFT JOIN organization place ON place.id = link.organization_id AND place.deleted_at IS NULL
  WHERE link.type = 'SSO' AND (person.server_role = 'ADMIN' OR place.id IS NULL)`

const nowOf = ({ engine }: ColumnTypes): string =>
  engine === "sqlite"
    ? "CAST(unixepoch('subsec') * 1000 AS INTEGER)"
    : "CAST(extract(epoch FROM transaction_timestamp()) * 1000 AS BIGINT)"
