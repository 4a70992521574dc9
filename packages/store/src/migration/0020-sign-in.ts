import type { Migration } from "./migration.ts"

/** Logins by other services: identities, single sign-on of organizations, logins that have begun. */
export const signIn: Migration = {
  version: 20,
  name: "sign-in",
  statements: ({ id, integer, text, strict }) => [
    `ALTER TABLE user_account ADD COLUMN account_type ${text} NOT NULL DEFAULT 'LOCAL'`,
    `ALTER TABLE user_account ADD COLUMN sso_valid_until ${integer}`,
    `CREATE TABLE user_identity (
      id ${id},
      user_id ${integer} NOT NULL REFERENCES user_account (id),
      type ${text} NOT NULL,
      organization_id ${integer} NOT NULL DEFAULT 0,
      subject ${text} NOT NULL,
      refresh_token ${text},
      checked_at ${integer} NOT NULL,
      refreshing_until ${integer} NOT NULL DEFAULT 0,
      created_at ${integer} NOT NULL
    ) ${strict}`,
    `CREATE UNIQUE INDEX user_identity_user ON user_identity (user_id)`,
    `CREATE UNIQUE INDEX user_identity_subject ON user_identity (type, organization_id, subject)`,
    `CREATE TABLE identity_change (
      id ${id},
      user_id ${integer} NOT NULL REFERENCES user_account (id),
      public_id ${text} NOT NULL,
      type ${text},
      organization_id ${integer} NOT NULL DEFAULT 0,
      domain ${text},
      subject ${text},
      refresh_token ${text},
      expires_at ${integer} NOT NULL
    ) ${strict}`,
    `CREATE UNIQUE INDEX identity_change_user ON identity_change (user_id)`,
    `CREATE TABLE organization_sso (
      organization_id ${integer} PRIMARY KEY REFERENCES organization (id),
      enabled ${integer} NOT NULL,
      force ${integer} NOT NULL,
      domain ${text} NOT NULL,
      client_id ${text} NOT NULL,
      client_secret ${text} NOT NULL,
      authorization_uri ${text} NOT NULL,
      token_uri ${text} NOT NULL,
      issuer ${text} NOT NULL,
      groups_claim ${text} NOT NULL,
      owner_groups ${text} NOT NULL,
      member_groups ${text} NOT NULL
    ) ${strict}`,
    `CREATE INDEX organization_sso_domain ON organization_sso (domain)`,
    `CREATE TABLE sign_in_attempt (
      token_hash ${text} NOT NULL PRIMARY KEY,
      service ${text} NOT NULL,
      organization_id ${integer} NOT NULL DEFAULT 0,
      redirect_uri ${text} NOT NULL,
      wanted_path ${text},
      invitation_code ${text},
      user_id ${integer} REFERENCES user_account (id),
      expires_at ${integer} NOT NULL
    ) ${strict}`,
    `CREATE INDEX sign_in_attempt_expires ON sign_in_attempt (expires_at)`
  ],
  undo: {
    loses: "logins by other services and single sign-on, so that accounts without a password cannot log in",
    statements: () => [
      `DROP TABLE sign_in_attempt`,
      `DROP TABLE organization_sso`,
      `DROP TABLE identity_change`,
      `DROP TABLE user_identity`,
      `ALTER TABLE user_account DROP COLUMN sso_valid_until`,
      `ALTER TABLE user_account DROP COLUMN account_type`
    ]
  }
}
