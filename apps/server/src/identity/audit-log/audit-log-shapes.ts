import type { AuditEntryModel } from "@dragoman/api"
import { clientNetwork, shortenedAddress } from "@dragoman/domain/credential"
import type { AuditEntryRow } from "@dragoman/store"

/**
 * The reader of the log. Owners of an organization see only the network of an address, as users do in their sessions.
 */
export type AuditReader = "administrator" | "owner"

/** Converts an entry for its reader. */
export const auditEntryToModel = (row: AuditEntryRow, reader: AuditReader): AuditEntryModel => ({
  id: row.id,
  timestamp: row.at,
  action: row.action,
  outcome: row.failure === null ? "SUCCESS" : "FAILURE",
  failure: row.failure,
  user: userOf(row),
  actingUser:
    row.actingUserId === null
      ? null
      : {
          id: row.actingUserId,
          username: null,
          currentUsername: row.actingUsername,
          name: row.actingName
        },
  credential: row.credentialKind === null ? null : { kind: row.credentialKind, id: row.credentialId },
  address:
    row.address === null || reader === "administrator" ? row.address : shortenedAddress(clientNetwork(row.address)),
  object:
    row.objectKind === null || row.objectId === null
      ? null
      : { kind: row.objectKind, id: row.objectId, name: row.objectName, currentName: row.objectNameToday },
  organization: row.organizationId === null ? null : { id: row.organizationId, name: row.organizationName },
  project: row.projectId === null ? null : { id: row.projectId, name: row.projectName },
  before: row.before as AuditEntryModel["before"],
  after: row.after as AuditEntryModel["after"]
})

const userOf = (row: AuditEntryRow): AuditEntryModel["user"] =>
  row.userId === null && row.username === null
    ? null
    : { id: row.userId, username: row.username, currentUsername: row.userUsername, name: row.userName }
