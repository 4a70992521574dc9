import { normalizeSource } from "@dragoman/formats"
import { makeSimilarityIndex } from "@dragoman/similarity"
import { Database, MemoryIndexRepository } from "@dragoman/store"
import { Effect, Schema } from "effect"
import { RpcGroup } from "effect/rpc"
import { job } from "../../platform/worker/worker-messages.ts"

/** Keys whose texts are indexed in one transaction: some tens of milliseconds. */
const keysPerTransaction = 300

/** Keys that one statement of a comparison finds. */
const staleKeysPerBatch = 1_000

/** `compares`: finds changes that no writer has marked, too; it reads every base text. */
export const MemoryJobs = RpcGroup.make(job("index", Schema.Struct({ compares: Schema.Boolean }), Schema.Void))

/** Makes the index agree with the base texts. Runs in a thread of its own. */
export const indexMemory = Effect.fn("indexMemory")(function* ({ compares }: { readonly compares: boolean }) {
  const memory = yield* MemoryIndexRepository
  if (compares) yield* markStaleKeys
  while ((yield* indexSomeKeys) > 0) {}
  for (const indexId of yield* memory.listIndexIds) {
    yield* makeSimilarityIndex(memory.storageOf(indexId), normalizeSource).maintain
  }
})

const markStaleKeys = Effect.gen(function* () {
  const database = yield* Database
  const memory = yield* MemoryIndexRepository
  let afterKeyId = 0
  for (;;) {
    const keyIds = yield* memory.listStale(afterKeyId, staleKeysPerBatch)
    if (keyIds.length === 0) return
    yield* database.transaction(memory.markPending(keyIds))
    afterKeyId = keyIds.at(-1) ?? afterKeyId
  }
})

/** Indexes pending keys in one transaction; the number of keys. */
const indexSomeKeys = Effect.gen(function* () {
  const database = yield* Database
  const memory = yield* MemoryIndexRepository
  const index = Effect.gen(function* () {
    const pending = yield* memory.takePending(keysPerTransaction)
    const keyIds = pending.map(({ keyId }) => keyId)
    const before = yield* memory.listSourceIds(keyIds)
    const indexed = pending.flatMap(({ keyId, organizationId, languageTag, text }) =>
      languageTag === null || text === null ? [] : [{ keyId, organizationId, languageTag, text }]
    )
    const indexedIds = new Set(indexed.map(({ keyId }) => keyId))
    yield* memory.unlinkKeys(keyIds.filter((keyId) => !indexedIds.has(keyId)))
    const groups = Map.groupBy(indexed, ({ organizationId, languageTag }) => `${organizationId} ${languageTag}`)
    // Locks are taken in the same order by every server.
    for (const [, keys] of [...groups].sort(([one], [other]) => (one < other ? -1 : 1))) {
      const [first] = keys
      if (first === undefined) continue
      const indexId = yield* memory.openIndex(first.organizationId, first.languageTag)
      const added = yield* memory.linkKeys(indexId, keys)
      yield* makeSimilarityIndex(memory.storageOf(indexId), normalizeSource).add(added)
    }
    yield* memory.eraseUnused(before)
    return pending.length
  })
  return yield* database.transaction(index)
})
