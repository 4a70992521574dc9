import { KeyRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { PlannedKey } from "./plan-merge.ts"

/** Takes names from keys that get other ones, where other keys get theirs: two keys never share a name, not even for a moment. */
export const vacateNames = Effect.fnUntraced(function* (projectId: number, planned: ReadonlyArray<PlannedKey>) {
  const keys = yield* KeyRepository
  const wanted = new Set(planned.map(({ merged }) => nameOf(merged)))
  const leaving = planned.flatMap(({ targetKeyId, target, merged }) =>
    targetKeyId !== null && target !== null && nameOf(target) !== nameOf(merged) && wanted.has(nameOf(target))
      ? [targetKeyId]
      : []
  )
  const rows = yield* keys.find(projectId, leaving)
  yield* keys.update(
    projectId,
    rows.map((row) => ({ ...row, name: blankName(row.id) }))
  )
})

/** Returns a name that no key can have, because it is blank. */
const blankName = (id: number): string => id.toString(2).replaceAll("0", " ").replaceAll("1", "\t")

/** Identifies a name in a namespace. */
export const nameOf = ({ namespace, name }: Pick<PlannedKey["merged"], "namespace" | "name">): string =>
  JSON.stringify([namespace, name])
