import type { KeyCondition, SortValue } from "@dragoman/domain/translation-list"
import { type KeySelection, TranslationListRepository } from "@dragoman/store"
import { Context, Effect, Layer } from "effect"
import { ReadingThread } from "../reading/reading-thread.ts"

/** Ids kept in this process, 8 bytes each; the list asked for least lately goes first. */
const idsKeptMax = 2_000_000

/** Texts that are looked at in the time of reading and writing one. */
const looksPerText = 10

interface Kept {
  readonly revisionId: number
  readonly ids: Float64Array
}

/**
 * Which keys lists have, kept until the next activity in their project: the total, and every further page of a list, cost
 * nothing. Callers read the revision before they ask, so that what is kept is never older than its revision.
 */
export class KeySelections extends Context.Service<
  KeySelections,
  {
    readonly count: (projectId: number, trashed: boolean, revisionId: number) => Effect.Effect<number>
    /** All of them, in their order. */
    readonly ids: (selection: KeySelection, revisionId: number) => Effect.Effect<Float64Array>
    /** The first key behind these values of the order; null: there is none. Nothing is kept. */
    readonly idAfter: (
      selection: KeySelection,
      values: ReadonlyArray<SortValue>,
      revisionId: number
    ) => Effect.Effect<number | null>
  }
>()("@dragoman/server/translation-list/KeySelections") {
  static readonly layer = Layer.effect(
    KeySelections,
    Effect.gen(function* () {
      const repository = yield* TranslationListRepository
      const reading = yield* ReadingThread
      const keptBySelection = new Map<string, Kept>()
      let idsKept = 0

      const forget = (name: string) => {
        idsKept -= keptBySelection.get(name)?.ids.length ?? 0
        keptBySelection.delete(name)
      }
      const keep = (name: string, kept: Kept) => {
        forget(name)
        keptBySelection.set(name, kept)
        idsKept += kept.ids.length
        for (const oldest of keptBySelection.keys()) {
          if (idsKept <= idsKeptMax) break
          forget(oldest)
        }
      }
      const remember = Effect.fnUntraced(function* (
        name: string,
        revisionId: number,
        find: Effect.Effect<Float64Array>
      ) {
        const known = keptBySelection.get(name)
        if (known?.revisionId === revisionId) {
          keptBySelection.delete(name)
          keptBySelection.set(name, known)
          return known.ids
        }
        const ids = yield* find
        keep(name, { revisionId, ids })
        return ids
      })
      const count = (projectId: number, trashed: boolean, revisionId: number) =>
        Effect.map(
          remember(
            `count ${projectId} ${trashed}`,
            revisionId,
            Effect.map(repository.count(projectId, trashed), (total) => Float64Array.of(total))
          ),
          ([total = 0]) => total
        )
      const expectedTexts = ({ projectId, trashed, languageIds, conditions }: KeySelection, revisionId: number) =>
        Effect.map(
          lookedUpMax(conditions) < Number.POSITIVE_INFINITY && !trashed
            ? Effect.succeed(lookedUpMax(conditions))
            : count(projectId, trashed, revisionId),
          (keys) => (keys * (languageIds.length + 1)) / looksPerText
        )

      return KeySelections.of({
        count,
        ids: Effect.fn("KeySelections.ids")(function* (selection, revisionId) {
          const find = Effect.flatMap(expectedTexts(selection, revisionId), (texts) =>
            reading.read("selectKeyIds", selection, texts)
          )
          // What a job has left to do changes without an activity.
          const isKept = selection.conditions.every(({ kind }) => kind !== "failedInJob")
          return yield* isKept ? remember(JSON.stringify(selection), revisionId, find) : find
        }),
        idAfter: Effect.fn("KeySelections.idAfter")(function* (selection, values, revisionId) {
          return yield* reading.read("findKeyAfter", { selection, values }, yield* expectedTexts(selection, revisionId))
        })
      })
    })
  )
}

/** How many live keys the indexes leave the conditions to look at, at most. */
const lookedUpMax = (conditions: ReadonlyArray<KeyCondition>): number => {
  // Others may look at texts of the whole project, however few keys are left.
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
