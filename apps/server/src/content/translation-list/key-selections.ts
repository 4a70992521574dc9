import type { KeyCondition, SortValue } from "@dragoman/domain/translation-list"
import { type KeySelection, TranslationListRepository } from "@dragoman/store"
import { Context, Effect, Layer } from "effect"
import { ReadingThread } from "../../platform/reading/reading-thread.ts"
import { makeKeptLists } from "./kept-lists.ts"
import { findKeyAfter, selectKeyIds } from "./select-key-ids.ts"

/** Ids kept in this process, 8 bytes each. */
const idsKeptMax = 2_000_000

/** Lists kept in this process, about 300 bytes each beside their ids. */
const listsKeptMax = 1_000

/** Texts that a search compares in the time of reading and writing one. */
const comparedPerText = 10

/**
 * The ids of the keys of lists, cached until the next activity in their project: the total and every further page of a list
 * cost nothing. Callers read the revision first, so that a cached list is never older than its revision.
 */
export class KeySelections extends Context.Service<
  KeySelections,
  {
    readonly count: (projectId: number, trashed: boolean, revisionId: number) => Effect.Effect<number>
    /** All ids, in the order of the selection. */
    readonly ids: (selection: KeySelection, revisionId: number) => Effect.Effect<Float64Array>
    /** The first key after these values of the order; null: none. Not cached. */
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
      const kept = makeKeptLists({ listsMax: listsKeptMax, idsMax: idsKeptMax })

      const remember = Effect.fnUntraced(function* (
        name: string,
        revisionId: number,
        find: Effect.Effect<Float64Array>
      ) {
        const known = kept.find(name, revisionId)
        if (known !== null) return known
        const ids = yield* find
        kept.keep(name, revisionId, ids)
        return ids
      })
      // Purging the trash records no activity, so a cached count could be wrong.
      const count = (projectId: number, trashed: boolean, revisionId: number) =>
        trashed
          ? repository.count(projectId, true)
          : Effect.map(
              remember(
                `count ${projectId}`,
                revisionId,
                Effect.map(repository.count(projectId), (total) => Float64Array.of(total))
              ),
              ([total = 0]) => total
            )
      const expectedTexts = ({ projectId, trashed, languageIds, conditions }: KeySelection, revisionId: number) =>
        Effect.map(
          checkedKeysMax(conditions) < Number.POSITIVE_INFINITY && !trashed
            ? Effect.succeed(checkedKeysMax(conditions))
            : count(projectId, trashed, revisionId),
          (keys) => (keys * (languageIds.length + 1)) / comparedPerText
        )

      return KeySelections.of({
        count,
        ids: Effect.fn("KeySelections.ids")(function* (selection, revisionId) {
          const find = Effect.flatMap(expectedTexts(selection, revisionId), (texts) =>
            withRepository(reading.read(selectKeyIds, selection, texts))
          )
          return yield* changesWithActivityOnly(selection)
            ? remember(JSON.stringify(selection), revisionId, find)
            : find
        }),
        idAfter: Effect.fn("KeySelections.idAfter")(function* (selection, values, revisionId) {
          const texts = yield* expectedTexts(selection, revisionId)
          return yield* withRepository(reading.read(findKeyAfter, { selection, values }, texts))
        })
      })
    })
  )
}

/** The trash, the failed keys of a job and the neighbours of keys change without an activity. */
const changesWithActivityOnly = ({ trashed, conditions, order }: KeySelection): boolean =>
  !trashed &&
  conditions.every(({ kind }) => kind !== "failedInJob") &&
  order.every(({ property }) => property !== "contextPresent")

/** Upper bound of the live keys that remain after the indexes, for the conditions to check. */
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
