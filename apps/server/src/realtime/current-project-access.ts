import type { VisibleTexts } from "@dragoman/domain/activity"
import { AccessRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { visibleTextsOf } from "../change/activity/stored-revisions.ts"
import { type AccessTokenCredential, type Caller, decideProjectAccess } from "../service/access/access.ts"
import { isGone } from "../service/access/authenticate.ts"
import { readCredentials } from "../service/access/current-credential.ts"

/** The present access of a caller with an open connection. `unauthenticated`: the credential is no longer valid. */
export type CurrentProjectAccess =
  | { readonly kind: "allowed"; readonly visible: VisibleTexts }
  | { readonly kind: "unauthenticated" }
  | { readonly kind: "forbidden" }

/** Callers with the same key always have the same access to a project. */
export const callerKey = ({ userId, credential }: Caller): string => {
  switch (credential.kind) {
    case "JWT": {
      const { issuedAtSeconds, expiresAtSeconds, generation } = credential
      return [userId, issuedAtSeconds, expiresAtSeconds, generation, actingKey(credential)].join(" ")
    }
    case "SESSION":
      return `${userId} session ${credential.id}`
    default:
      return `${userId} ${credential.digest}`
  }
}

const actingKey = ({ acting }: AccessTokenCredential): string =>
  acting === null ? "" : `${acting.userId} ${acting.generation}`

/**
 * Checks again whether callers may see the keys of a project, and which texts, in four statements for any number of
 * callers. The results are in the order of the callers.
 */
export const checkCurrentProjectAccess = Effect.fn("checkCurrentProjectAccess")(function* (
  projectId: number,
  callers: ReadonlyArray<Caller>
) {
  const repository = yield* AccessRepository
  const now = yield* Clock.currentTimeMillis
  const userIds = callers.flatMap(({ userId, credential }) =>
    credential.kind === "JWT" && credential.acting !== null ? [userId, credential.acting.userId] : [userId]
  )
  const users = yield* repository.listProjectUsers(projectId, [...new Set(userIds)])
  const userById = new Map(users.map((user) => [user.userId, user]))
  const currentCredential = yield* readCredentials(callers, userById, now)

  return callers.map((caller): CurrentProjectAccess => {
    const user = userById.get(caller.userId)
    if (user === undefined) return { kind: "forbidden" }
    const credential = currentCredential(caller.credential, user)
    if (credential === null || isGone(user) || user.ssoValidUntil === 0) return { kind: "unauthenticated" }
    if (!caller.emailVerified) return { kind: "forbidden" }
    const decided = decideProjectAccess({ ...caller, serverRole: user.serverRole, credential }, user, {
      scopes: ["keys.view"]
    })
    if ("error" in decided) return { kind: "forbidden" }
    return { kind: "allowed", visible: visibleTextsOf(decided.access) }
  })
})
