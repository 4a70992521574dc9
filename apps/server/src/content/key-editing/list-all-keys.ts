import { KeyRepository, type KeyRow } from "@dragoman/store"
import { Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { keyToModel } from "./key-to-model.ts"

/** Keys of one statement: a few milliseconds. */
const keysPerRound = 1_000

/**
 * All keys of the project by id, as the JSON text of the answer. A large project has a hundred thousand of them: they are
 * read and printed in rounds, between which other requests have their turn.
 * Source: reference "content-api" 2.3; 0.2 for the empty list.
 */
export const listAllKeys = Effect.fn("listAllKeys")(function* ({ projectId }: ProjectAccess<"translations.view">) {
  const repository = yield* KeyRepository
  const printed: Array<string> = []
  let afterId = 0
  for (;;) {
    const rows: ReadonlyArray<KeyRow> = yield* repository.listAfter(projectId, afterId, keysPerRound)
    for (const key of rows) printed.push(JSON.stringify(keyToModel(key)))
    if (rows.length < keysPerRound) return `{"_embedded":{"keys":[${printed.join(",")}]}}`
    afterId = rows.at(-1)?.id ?? afterId
    yield* Effect.yieldNow
  }
})
