import { type AuditValues, auditActions, auditObjectKinds } from "@dragoman/domain/audit"
import { Schema } from "effect"
import { Id, Json, Millis, table } from "../database/table.ts"

/**
 * Rows are never changed; only the retention deletes them, and triggers see to both. Users stay as rows, so that their ids
 * keep a meaning.
 */
export const auditEntryTable = table("audit_entry", {
  id: Id,
  at: Millis,
  action: Schema.Literals(auditActions),
  /** null: it succeeded. */
  failure: Schema.NullOr(Schema.String),
  /** The user who acted; for a failed login, the account that it was for. null: a stranger, or the operator. */
  userId: Schema.NullOr(Schema.Number),
  /** The administrator who acted as the user; null: the user did it. */
  actingUserId: Schema.NullOr(Schema.Number),
  /** User name at that time; for a failed login, the form that `recordedUsername` keeps. */
  username: Schema.NullOr(Schema.String),
  /** null: none. */
  credentialKind: Schema.NullOr(Schema.String),
  credentialId: Schema.NullOr(Schema.Number),
  address: Schema.NullOr(Schema.String),
  objectKind: Schema.NullOr(Schema.Literals(auditObjectKinds)),
  objectId: Schema.NullOr(Schema.Number),
  objectName: Schema.NullOr(Schema.String),
  organizationId: Schema.NullOr(Schema.Number),
  projectId: Schema.NullOr(Schema.Number),
  before: Schema.NullOr(Json<AuditValues>()),
  after: Schema.NullOr(Json<AuditValues>())
})

/** One row: entries older than this time may be deleted. 0 except in a transaction of the retention. */
export const auditRetentionTable = table("audit_retention", { id: Id, erasableBefore: Millis })
