import { auditActions, auditObjectKinds, auditOutcomes } from "@dragoman/domain/audit"
import { Schema } from "effect"
import { field } from "../field.ts"

const AuditedUserModel = Schema.Struct({
  id: field(Schema.NullOr(Schema.Int), "Id of the user; null: a failed login without an account.", 12),
  username: field(
    Schema.NullOr(Schema.String),
    "User name at that time; for a failed login the typed text, shortened where it may be a password. null: not recorded.",
    "nela@example.com"
  ),
  currentUsername: field(
    Schema.NullOr(Schema.String),
    "Present user name; null: the account was deleted, there was none, or in the log of an organization the user has no access to it any more.",
    "nela.nova@example.com"
  ),
  name: field(Schema.NullOr(Schema.String), "Present name of the person; null as above.", "Nela Nová")
})

const AuditedCredentialModel = Schema.Struct({
  kind: field(
    Schema.String,
    "`JWT`: access token, `SESSION`: session of the console, `PAT`: personal access token, `PAK`: project API key.",
    "SESSION"
  ),
  id: field(Schema.NullOr(Schema.Int), "Id of the session, token or key; null: access tokens have none.", 23)
})

const AuditedObjectModel = Schema.Struct({
  kind: field(Schema.Literals(auditObjectKinds), "Kind of the changed object.", "USER"),
  id: field(Schema.Int, "Id of the object.", 12),
  name: field(
    Schema.NullOr(Schema.String),
    "Name of the object at that time: the user name, a description, the host of a webhook; null: it has none.",
    "nela@example.com"
  ),
  currentName: field(
    Schema.NullOr(Schema.String),
    "Present name of the object; null: it was deleted, has no name, or in the log of an organization is not in it any more.",
    "nela.nova@example.com"
  )
})

const place = (what: string) =>
  Schema.Struct({
    id: field(Schema.Int, `Id of the ${what}.`, 3),
    name: field(
      Schema.NullOr(Schema.String),
      `Present name of the ${what}; null: it was deleted, or in the log of an organization is not in it any more.`,
      "Harbour company"
    )
  })

const changedValues = (when: string) =>
  field(
    Schema.NullOr(Schema.Record(Schema.String, Schema.Json)),
    `Values of the changed fields ${when}; null: there are none. Never a secret.`,
    { role: when === "before" ? "MEMBER" : "OWNER" }
  )

/** An action that changes access rights. */
export const AuditEntryModel = Schema.Struct({
  id: field(Schema.Int, "Id of the entry.", 801),
  timestamp: field(Schema.Int, "Time of the event in epoch milliseconds.", 1_795_390_000_000),
  action: field(Schema.Literals(auditActions), "Type of the event.", "MEMBER_ROLE_SET"),
  outcome: field(Schema.Literals(auditOutcomes), "Whether it succeeded.", "SUCCESS"),
  failure: field(Schema.NullOr(Schema.String), "Code of the error; null: it succeeded.", null),
  user: field(
    Schema.NullOr(AuditedUserModel),
    "User who acted; for a failed login the account that it was for. null: the server, at its first start."
  ),
  actingUser: field(
    Schema.NullOr(AuditedUserModel),
    "Administrator who acted as the user; null: the user did it in person.",
    null
  ),
  credential: field(Schema.NullOr(AuditedCredentialModel), "Credential of the request; null: none."),
  address: field(
    Schema.NullOr(Schema.String),
    "Address of the client; in the log of an organization only its network. null: no request.",
    "203.0.113.7"
  ),
  object: field(Schema.NullOr(AuditedObjectModel), "Changed object; null: only the user."),
  organization: field(Schema.NullOr(place("organization")), "Organization of the event; null: none."),
  project: field(Schema.NullOr(place("project")), "Project of the event; null: none.", null),
  before: changedValues("before"),
  after: changedValues("after")
})
export type AuditEntryModel = typeof AuditEntryModel.Type

export const AuditLogModel = Schema.Struct({
  _embedded: field(
    Schema.Struct({ auditEntries: field(Schema.Array(AuditEntryModel), "The entries, the newest first.") }),
    "Holds the list."
  ),
  nextCursor: field(
    Schema.NullOr(Schema.String),
    "Value of `cursor` for the next page; null: this is the last page.",
    "1795390000000.801"
  )
})
export type AuditLogModel = typeof AuditLogModel.Type
