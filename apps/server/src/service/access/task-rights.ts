import { isGivenByTask, type Scope, type TaskPlace, type TextPlace } from "@dragoman/domain/permission"
import { AccessRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "./access.ts"

/** Returns the scopes that the project API key of the request stores; null: another credential. */
export const keyScopesOf = ({ caller: { credential } }: ProjectAccess): ReadonlyArray<Scope> | null =>
  credential.kind === "PAK" ? credential.scopes : null

/** Reads where open tasks give the caller rights, among these keys: one statement, for requests that the permission does not cover. */
export const readTaskPlaces = Effect.fn("readTaskPlaces")(function* (
  { projectId, caller }: ProjectAccess,
  places: ReadonlyArray<TextPlace>
) {
  const repository = yield* AccessRepository
  return yield* repository.listTaskPlaces(projectId, caller.userId, [...new Set(places.map(({ keyId }) => keyId))])
})

/** True if open tasks of the caller give the scope at the place. */
export const hasByTask = (
  access: ProjectAccess,
  tasks: ReadonlyArray<TaskPlace>,
  scope: Scope,
  place: TextPlace
): boolean => isGivenByTask({ ...access, keyScopes: keyScopesOf(access) }, tasks, scope, place)
