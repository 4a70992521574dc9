import type { SelectedKeysModel } from "@dragoman/api"
import { Effect } from "effect"
import { api, projectPath } from "../tool/call-api.ts"
import { type ToolFailure, toolFailure } from "../tool/tool-failure.ts"

/** Place of keys that a tool names. */
interface KeyPlace {
  readonly projectId?: number | undefined
  readonly namespace?: string | undefined
  readonly branch?: string | undefined
}

const selectIds = (place: KeyPlace, names: ReadonlyArray<string>) =>
  Effect.map(
    api.get<SelectedKeysModel>(`${projectPath(place)}/keys/select`, {
      filterKeyName: names,
      filterNamespace: place.namespace ?? "",
      branch: place.branch
    }),
    ({ ids }) => ids
  )

/** Finds the ids of all named keys; fails with the first name that the project does not have. */
export const findKeyIds = Effect.fnUntraced(function* (
  place: KeyPlace,
  names: ReadonlyArray<string>
): Effect.fn.Return<ReadonlyArray<number>, ToolFailure> {
  const distinct = [...new Set(names)]
  const ids = yield* selectIds(place, distinct)
  if (ids.length === distinct.length) return ids
  for (const name of distinct) {
    if ((yield* selectIds(place, [name])).length === 0) return yield* Effect.fail(unknownKey(name))
  }
  return ids
})

export const findKeyId = (place: KeyPlace, name: string) =>
  Effect.flatMap(selectIds(place, [name]), ([id]) =>
    id === undefined ? Effect.fail(unknownKey(name)) : Effect.succeed(id)
  )

const unknownKey = (name: string): ToolFailure => ({
  ...toolFailure("The project has no such key in this namespace and branch. Find keys with search_keys."),
  code: "key_not_found",
  params: [name]
})
