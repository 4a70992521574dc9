import type { ColumnTypes, Migration } from "./migration.ts"

/** The audit log of accounts, credentials, roles and settings; mails that wait to be sent. */
export const auditAndMail: Migration = {
  version: 16,
  name: "audit and mail",
  statements: (types) => {
    const { id, integer, text, strict } = types
    return [
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
      // Lists are sorted by time; each filter has an index in this order, so that a page is read without sorting.
      `CREATE INDEX audit_entry_at ON audit_entry (at, id)`,
      `CREATE INDEX audit_entry_action ON audit_entry (action, at, id)`,
      `CREATE INDEX audit_entry_user ON audit_entry (user_id, at, id)`,
      `CREATE INDEX audit_entry_acting_user ON audit_entry (acting_user_id, at, id) WHERE acting_user_id IS NOT NULL`,
      `CREATE INDEX audit_entry_address ON audit_entry (address, at, id)`,
      `CREATE INDEX audit_entry_object ON audit_entry (object_kind, object_id, at, id)`,
      `CREATE INDEX audit_entry_organization ON audit_entry (organization_id, at, id) WHERE organization_id IS NOT NULL`,
      `CREATE INDEX audit_entry_project ON audit_entry (project_id, at, id) WHERE project_id IS NOT NULL`,
      `CREATE INDEX audit_entry_failure ON audit_entry (at, id) WHERE failure IS NOT NULL`,
      `CREATE TABLE audit_retention (
      id ${id},
      erasable_before ${integer} NOT NULL
    ) ${strict}`,
      `INSERT INTO audit_retention (id, erasable_before) VALUES (1, 0)`,
      ...appendOnly(types),
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
  },
  undo: {
    loses: "the audit log, and mails that wait to be sent",
    statements: ({ engine }) => [
      `DROP TABLE mail`,
      `DROP TABLE audit_entry`,
      `DROP TABLE audit_retention`,
      ...(engine === "postgres" ? [`DROP FUNCTION reject_audit_change`, `DROP FUNCTION reject_audit_deletion`] : [])
    ]
  }
}

const refusal = "audit entries cannot be changed"

/** An entry that the retention may not erase now; also all of them when the row of the retention is missing. */
const isKept = "OLD.at >= COALESCE((SELECT max(erasable_before) FROM audit_retention), 0)"

/** Triggers that reject every change of an entry, and its deletion outside of the retention (ADR 47). */
const appendOnly = ({ engine }: ColumnTypes): ReadonlyArray<string> =>
  engine === "sqlite"
    ? [
        `CREATE TRIGGER audit_entry_update BEFORE UPDATE ON audit_entry
         BEGIN SELECT RAISE(ABORT, '${refusal}'); END`,
        `CREATE TRIGGER audit_entry_delete BEFORE DELETE ON audit_entry WHEN ${isKept}
         BEGIN SELECT RAISE(ABORT, '${refusal}'); END`,
        // INSERT OR REPLACE deletes without the trigger above.
        `CREATE TRIGGER audit_entry_replace BEFORE INSERT ON audit_entry
         WHEN EXISTS (SELECT 1 FROM audit_entry WHERE id = NEW.id)
         BEGIN SELECT RAISE(ABORT, '${refusal}'); END`
      ]
    : [
        `CREATE FUNCTION reject_audit_change() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN RAISE EXCEPTION '${refusal}'; END $$`,
        `CREATE FUNCTION reject_audit_deletion() RETURNS trigger LANGUAGE plpgsql AS $$
         BEGIN IF ${isKept} THEN RAISE EXCEPTION '${refusal}'; END IF; RETURN OLD; END $$`,
        `CREATE TRIGGER audit_entry_update BEFORE UPDATE ON audit_entry
         FOR EACH ROW EXECUTE FUNCTION reject_audit_change()`,
        `CREATE TRIGGER audit_entry_delete BEFORE DELETE ON audit_entry
         FOR EACH ROW EXECUTE FUNCTION reject_audit_deletion()`,
        `CREATE TRIGGER audit_entry_truncate BEFORE TRUNCATE ON audit_entry
         FOR EACH STATEMENT EXECUTE FUNCTION reject_audit_change()`
      ]
