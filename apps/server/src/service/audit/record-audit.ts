import { type AuditEvent, type AuditValues, changedFields } from "@dragoman/domain/audit"
import { AuditRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { ClientAddress } from "../../platform/http/client-address.ts"
import type { Caller } from "../access/access.ts"

/** The actor: a caller, or a user name only (of a failed login, or a command of the operator). */
export type AuditActor = Caller | { readonly userId: number | null; readonly username: string | null }

/** The server itself is the actor at its first start. */
export const serverActor: AuditActor = { userId: null, username: null }

/**
 * Writes an entry of the audit log. It belongs into the transaction of the action: no action is without its entry, and
 * no entry is about an action that was rolled back. An event of a project is also one of its organization.
 */
export const recordAudit = Effect.fnUntraced(function* (actor: AuditActor, event: AuditEvent) {
  const entries = yield* AuditRepository
  const credential = "credential" in actor ? actor.credential : null
  const { projectId = null } = event
  yield* entries.insert({
    at: yield* Clock.currentTimeMillis,
    action: event.action,
    failure: event.failure ?? null,
    userId: actor.userId,
    actingUserId: credential?.kind === "JWT" && credential.acting !== null ? credential.acting.userId : null,
    username: actor.username,
    credentialKind: credential?.kind ?? null,
    credentialId: credential !== null && "id" in credential ? credential.id : null,
    address: plainAddress(yield* ClientAddress),
    objectKind: event.object?.kind ?? null,
    objectId: event.object?.id ?? null,
    objectName: event.object?.name ?? null,
    organizationId: event.organizationId ?? (projectId === null ? null : yield* entries.findOrganizationOf(projectId)),
    projectId,
    before: event.before ?? null,
    after: event.after ?? null
  })
})

/** An IPv4 client has the same address in the log on a socket of IPv6, which shows it as `::ffff:198.51.100.7`. */
const plainAddress = (address: string | null): string | null => address?.replace(/^::ffff:(?=[\d.]+$)/i, "") ?? null

/**
 * Works like `recordAudit`, with the fields in which two states of an object differ; writes nothing when there are
 * none.
 */
export const recordChange = (
  actor: AuditActor,
  event: Omit<AuditEvent, "before" | "after">,
  before: AuditValues,
  after: AuditValues
) => {
  const changed = changedFields(before, after)
  return changed === null ? Effect.void : recordAudit(actor, { ...event, ...changed })
}
