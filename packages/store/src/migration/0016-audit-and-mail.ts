import type { Migration } from "./migration.ts"

/** Who did what to accounts, credentials, roles and settings; mails that wait to be sent. */
export const auditAndMail: Migration = {
  version: 16,
  name: "audit and mail",
  statements: ({ id, integer, text, strict }) => [
    `CREATE TABLE audit_entry (
      id ${id},
      at ${integer} NOT NULL,
      action ${text} NOT NULL,
      failure ${text},
      user_id ${integer} REFERENCES user_account (id),
      acting_user_id ${integer} REFERENCES user_account (id),
      username ${text},
      credential_kind ${text},
      credential_id ${integer},
      address ${text},
      object_kind ${text},
      object_id ${integer},
      object_name ${text},
      organization_id ${integer},
      project_id ${integer},
      before ${text},
      after ${text}
    ) ${strict}`,
    `CREATE INDEX audit_entry_user ON audit_entry (user_id, id)`,
    `CREATE INDEX audit_entry_organization ON audit_entry (organization_id, id)`,
    `CREATE INDEX audit_entry_project ON audit_entry (project_id, id)`,
    `CREATE INDEX audit_entry_at ON audit_entry (at)`,
    `CREATE TABLE mail (
      id ${id},
      recipient ${text} NOT NULL,
      subject ${text} NOT NULL,
      body_text ${text} NOT NULL,
      body_html ${text} NOT NULL,
      attempts ${integer} NOT NULL DEFAULT 0,
      next_attempt_at ${integer} NOT NULL,
      last_error ${text},
      created_at ${integer} NOT NULL
    ) ${strict}`,
    `CREATE INDEX mail_next_attempt ON mail (next_attempt_at, id)`
  ]
}
