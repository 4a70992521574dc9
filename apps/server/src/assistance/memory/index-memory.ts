import { normalizeSource } from "@dragoman/formats"
import { makeSimilarityIndex } from "@dragoman/similarity"
import { Database, MemoryIndexRepository, type PendingKey } from "@dragoman/store"
import { Effect, Schema } from "effect"
import { RpcGroup } from "effect/rpc"
import { job } from "../../platform/worker/worker-messages.ts"

/** Texts that are indexed in one transaction: some tens of milliseconds. */
const textsPerTransaction = 300

/** Texts or sources that one statement of a comparison finds. */
const staleTextsPerBatch = 1_000

/** `compares`: also finds changes that no writer has marked; it reads every text. */
export const MemoryJobs = RpcGroup.make(job("index", Schema.Struct({ compares: Schema.Boolean }), Schema.Void))

/** Texts that the index has sources for. */
interface IndexedTexts<Text extends PendingText = PendingText> {
  readonly takePending: (limit: number) => Effect.Effect<ReadonlyArray<Text>>
  readonly markPending: (ids: ReadonlyArray<number>) => Effect.Effect<void>
  readonly listStale: (afterId: number, limit: number) => Effect.Effect<ReadonlyArray<number>>
  readonly listSourceIds: (ids: ReadonlyArray<number>) => Effect.Effect<ReadonlyArray<number>>
  readonly unlink: (ids: ReadonlyArray<number>) => Effect.Effect<void>
  readonly link: (
    indexId: number,
    texts: ReadonlyArray<Text & { readonly text: string }>
  ) => Effect.Effect<ReadonlyArray<{ readonly id: number; readonly text: string }>>
}

interface PendingText extends Omit<PendingKey, "keyId" | "projectId"> {
  readonly id: number
}

const keyTexts = (
  memory: MemoryIndexRepository["Service"]
): IndexedTexts<PendingText & Pick<PendingKey, "projectId">> => ({
  takePending: (limit) =>
    Effect.map(memory.takePending(limit), (rows) => rows.map(({ keyId, ...text }) => ({ ...text, id: keyId }))),
  markPending: (ids) => memory.markPending(null, ids),
  listStale: memory.listStale,
  listSourceIds: memory.listSourceIds,
  unlink: memory.unlinkKeys,
  link: (indexId, texts) =>
    memory.linkKeys(
      indexId,
      texts.map(({ id, projectId, text }) => ({ keyId: id, projectId, text }))
    )
})

const entryTexts = (memory: MemoryIndexRepository["Service"]): IndexedTexts => ({
  takePending: (limit) =>
    Effect.map(memory.takePendingEntries(limit), (rows) =>
      rows.map(({ entryId, ...text }) => ({ ...text, id: entryId }))
    ),
  markPending: memory.markPendingEntries,
  listStale: memory.listStaleEntries,
  listSourceIds: memory.listSourceIdsOfEntries,
  unlink: memory.unlinkEntries,
  link: (indexId, texts) =>
    memory.linkEntries(
      indexId,
      texts.map(({ id, text }) => ({ entryId: id, text }))
    )
})

/** Makes the index agree with base texts and stored entries. Runs in a thread of its own. */
export const indexMemory = Effect.fn("indexMemory")(function* ({ compares }: { readonly compares: boolean }) {
  const memory = yield* MemoryIndexRepository
  yield* indexTexts(keyTexts(memory), compares)
  yield* indexTexts(entryTexts(memory), compares)
  for (const indexId of yield* memory.listIndexIds) {
    if (compares) yield* eraseUnusedSources(indexId)
    yield* makeSimilarityIndex(memory.storageOf(indexId), normalizeSource).maintain
  }
})

const indexTexts = Effect.fnUntraced(function* <Text extends PendingText>(
  texts: IndexedTexts<Text>,
  compares: boolean
) {
  if (compares) yield* markStaleTexts(texts)
  while ((yield* indexSomeTexts(texts)) > 0) {}
})

const markStaleTexts = Effect.fnUntraced(function* (texts: Pick<IndexedTexts, "listStale" | "markPending">) {
  const database = yield* Database
  let afterId = 0
  for (;;) {
    const ids = yield* texts.listStale(afterId, staleTextsPerBatch)
    if (ids.length === 0) return
    yield* database.transaction(texts.markPending(ids))
    afterId = ids.at(-1) ?? afterId
  }
})

/** Erases what deleted keys and entries have left. The lock of the index keeps others from using a source meanwhile. */
const eraseUnusedSources = Effect.fnUntraced(function* (indexId: number) {
  const memory = yield* MemoryIndexRepository
  const { transaction } = memory.storageOf(indexId)
  let afterId = 0
  for (;;) {
    const ids = yield* memory.listUnused(indexId, afterId, staleTextsPerBatch)
    if (ids.length === 0) return
    yield* transaction(memory.eraseUnused(ids))
    afterId = ids.at(-1) ?? afterId
  }
})

/** Indexes pending texts in one transaction; returns their number. */
const indexSomeTexts = Effect.fnUntraced(function* <Text extends PendingText>(texts: IndexedTexts<Text>) {
  const database = yield* Database
  const memory = yield* MemoryIndexRepository
  const index = Effect.gen(function* () {
    const pending = yield* texts.takePending(textsPerTransaction)
    const ids = pending.map(({ id }) => id)
    const before = yield* texts.listSourceIds(ids)
    const indexed = pending.flatMap((one) =>
      one.languageTag === null || one.text === null ? [] : [{ ...one, languageTag: one.languageTag, text: one.text }]
    )
    const indexedIds = new Set(indexed.map(({ id }) => id))
    yield* texts.unlink(ids.filter((id) => !indexedIds.has(id)))
    const groups = Map.groupBy(indexed, ({ organizationId, languageTag }) => `${organizationId} ${languageTag}`)
    // Locks are taken in the same order by every server.
    for (const [, group] of [...groups].sort(([one], [other]) => (one < other ? -1 : 1))) {
      const [first] = group
      if (first === undefined) continue
      const indexId = yield* memory.openIndex(first.organizationId, first.languageTag)
      const added = yield* texts.link(indexId, group)
      yield* makeSimilarityIndex(memory.storageOf(indexId), normalizeSource).add(added)
    }
    yield* memory.eraseUnused(before)
    return pending.length
  })
  return yield* database.transaction(index)
})
