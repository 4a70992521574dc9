import type { AuditEvent } from "@dragoman/domain/audit"
import { AuditRepository } from "@dragoman/store"
import { Clock, Context, Effect } from "effect"
import type { Caller } from "../access/access.ts"

/** The address that a request came from; null: no request, such as a command of the operator. */
export const ClientAddress: Context.Reference<string | null> = Context.Reference<string | null>(
  "@dragoman/server/platform/audit/ClientAddress",
  { defaultValue: () => null }
)

/** Who did it: a caller, or a user name only (of a failed login, or a command of the operator). */
export type AuditActor = Caller | { readonly userId: number | null; readonly username: string | null }

/**
 * Writes an entry of the audit log. Belongs into the transaction of what it records, so that nothing happens without its
 * entry and no entry tells of what was rolled back.
 */
export const recordAudit = Effect.fnUntraced(function* (actor: AuditActor, event: AuditEvent) {
  const entries = yield* AuditRepository
  const credential = "credential" in actor ? actor.credential : null
  yield* entries.insert({
    at: yield* Clock.currentTimeMillis,
    action: event.action,
    failure: event.failure ?? null,
    userId: actor.userId,
    actingUserId: credential?.kind === "JWT" && credential.acting !== null ? credential.acting.userId : null,
    username: actor.username,
    credentialKind: credential?.kind ?? null,
    credentialId: credential !== null && "id" in credential ? credential.id : null,
    address: yield* ClientAddress,
    objectKind: event.object?.kind ?? null,
    objectId: event.object?.id ?? null,
    objectName: event.object?.name ?? null,
    organizationId: event.organizationId ?? null,
    projectId: event.projectId ?? null,
    before: event.before ?? null,
    after: event.after ?? null
  })
})
