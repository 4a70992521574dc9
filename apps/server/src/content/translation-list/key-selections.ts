import { hash } from "node:crypto"
import type { KeyCondition, SortValue } from "@dragoman/domain/translation-list"
import { type ContentPlace, type KeySelection, TranslationListRepository } from "@dragoman/store"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { makeReading } from "../../platform/reading/reading.ts"
import { ReadingThread } from "../../platform/reading/reading-thread.ts"
import { SentNumbers } from "../../platform/worker/worker-messages.ts"
import { SentKeySelection, SentSortValues } from "./key-selection-message.ts"

/** Number of ids that one process caches, 8 bytes each. */
const cachedIdsMax = 2_000_000

/** Number of lists that one process caches, about 300 bytes each beside their ids. */
const cachedListsMax = 1_000

/** Number of texts that a search compares in the time of reading and writing one. */
const comparedPerText = 10

/**
 * Caches the ids of the keys of lists until the next activity in their project: the total and every further page of a
 * list cost nothing. Callers read the revision first, so that a cached list is never older than its revision.
 */
export class KeySelections extends Context.Service<
  KeySelections,
  {
    readonly count: (place: ContentPlace, trashed: boolean, revisionId: number) => Effect.Effect<number>
    /** Returns all ids, in the order of the selection. */
    readonly ids: (selection: KeySelection, revisionId: number) => Effect.Effect<Float64Array>
    /** Returns the first key after these values of the order; null: none. It is not cached. */
    readonly idAfter: (
      selection: KeySelection,
      values: ReadonlyArray<SortValue>,
      revisionId: number
    ) => Effect.Effect<number | null>
  }
>()("@dragoman/server/content/translation-list/KeySelections") {
  static readonly layer = Layer.effect(
    KeySelections,
    Effect.gen(function* () {
      const repository = yield* TranslationListRepository
      const reading = yield* ReadingThread
      const withRepository = Effect.provideService(TranslationListRepository, repository)
      const cache = makeIdListCache({ listsMax: cachedListsMax, idsMax: cachedIdsMax })

      const cached = Effect.fnUntraced(function* (name: string, revisionId: number, find: Effect.Effect<Float64Array>) {
        const stored = cache.find(name, revisionId)
        if (stored !== null) return stored
        const ids = yield* find
        cache.store(name, revisionId, ids)
        return ids
      })
      // Purging the trash records no activity, so a cached count could be wrong.
      const count = (place: ContentPlace, trashed: boolean, revisionId: number) =>
        trashed
          ? repository.count(place, true)
          : Effect.map(
              cached(
                `count ${JSON.stringify(place)}`,
                revisionId,
                Effect.map(repository.count(place), (total) => Float64Array.of(total))
              ),
              ([total = 0]) => total
            )
      const expectedTexts = ({ place, trashed, languageIds, conditions }: KeySelection, revisionId: number) =>
        Effect.map(
          checkedKeysMax(conditions) < Number.POSITIVE_INFINITY && !trashed
            ? Effect.succeed(checkedKeysMax(conditions))
            : count(place, trashed, revisionId),
          (keys) => (keys * (languageIds.length + 1)) / comparedPerText
        )

      return KeySelections.of({
        count,
        ids: Effect.fn("KeySelections.ids")(function* (selection, revisionId) {
          const find = Effect.flatMap(expectedTexts(selection, revisionId), (texts) =>
            withRepository(reading.read(selectKeyIds, selection, texts))
          )
          return yield* changesWithActivityOnly(selection) ? cached(JSON.stringify(selection), revisionId, find) : find
        }),
        idAfter: Effect.fn("KeySelections.idAfter")(function* (selection, values, revisionId) {
          const texts = yield* expectedTexts(selection, revisionId)
          return yield* withRepository(reading.read(findKeyAfter, { selection, values }, texts))
        })
      })
    })
  )
}

/** Reads the ids of all selected keys, in their order. */
export const selectKeyIds = makeReading("selectKeyIds", {
  input: SentKeySelection,
  result: SentNumbers,
  run: Effect.fn("selectKeyIds")(function* (selection: KeySelection) {
    const repository = yield* TranslationListRepository
    return Float64Array.from(yield* repository.selectIds(selection))
  })
})

/** Finds the first selected key after these values of the order; null: none. */
export const findKeyAfter = makeReading("findKeyAfter", {
  input: Schema.Struct({ selection: SentKeySelection, values: SentSortValues }),
  result: Schema.NullOr(Schema.Finite),
  run: Effect.fn("findKeyAfter")(function* (input) {
    const repository = yield* TranslationListRepository
    return Option.getOrNull(yield* repository.findAfter(input.selection, input.values))
  })
})

/** The trash, failed keys of a job, results of quality checks and the neighbours of keys change without an activity. */
const changesWithActivityOnly = ({ trashed, conditions, order }: KeySelection): boolean =>
  !trashed &&
  !conditions.some((condition) => condition.kind === "failedInJob" || dependsOnChecks(condition)) &&
  order.every(({ property }) => property !== "contextPresent")

const dependsOnChecks = (condition: KeyCondition): boolean =>
  condition.kind === "anyOf" &&
  condition.translations.some(({ kind }) => kind === "qualityIssue" || kind === "staleChecks")

/** Estimates the number of live keys that remain after the indexes, for the conditions to check. */
const checkedKeysMax = (conditions: ReadonlyArray<KeyCondition>): number => {
  // Other conditions may read texts of the whole project, however few keys match.
  const areCheap = conditions.every(({ kind }) => ["nothing", "id", "name", "namespace"].includes(kind))
  return areCheap ? Math.min(...conditions.map(keysMax)) : Number.POSITIVE_INFINITY
}

const keysMax = (condition: KeyCondition): number => {
  switch (condition.kind) {
    case "nothing":
      return 0
    case "id":
      return condition.ids.length
    case "name":
      return condition.names.length
    default:
      return Number.POSITIVE_INFINITY
  }
}

interface IdList {
  readonly revisionId: number
  readonly ids: Float64Array
}

interface IdListCache {
  /** Returns a cached list; null: not cached, or cached at another revision. */
  readonly find: (name: string, revisionId: number) => Float64Array | null
  readonly store: (name: string, revisionId: number, ids: Float64Array) => void
  readonly size: () => number
}

/**
 * A cache of lists of ids by name, each of one revision. Evicts the least recently used lists beyond a number of lists or of
 * ids. A name may be long, such as a whole search, so only its hash is stored.
 */
export const makeIdListCache = (limits: { readonly listsMax: number; readonly idsMax: number }): IdListCache => {
  const listByHash = new Map<string, IdList>()
  let idCount = 0

  const remove = (hashed: string) => {
    idCount -= listByHash.get(hashed)?.ids.length ?? 0
    listByHash.delete(hashed)
  }
  return {
    find: (name, revisionId) => {
      const hashed = hash("sha256", name, "base64")
      const list = listByHash.get(hashed)
      if (list?.revisionId !== revisionId) return null
      listByHash.delete(hashed)
      listByHash.set(hashed, list)
      return list.ids
    },
    store: (name, revisionId, ids) => {
      const hashed = hash("sha256", name, "base64")
      remove(hashed)
      listByHash.set(hashed, { revisionId, ids })
      idCount += ids.length
      for (const oldest of listByHash.keys()) {
        if (listByHash.size <= limits.listsMax && idCount <= limits.idsMax) break
        remove(oldest)
      }
    },
    size: () => listByHash.size
  }
}
