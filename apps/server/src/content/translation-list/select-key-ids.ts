import type { SortValue } from "@dragoman/domain/translation-list"
import { type KeySelection, TranslationListRepository } from "@dragoman/store"
import { Effect, Option } from "effect"

/** The ids of all selected keys, in their order. */
export const selectKeyIds = Effect.fn("selectKeyIds")(function* (selection: KeySelection) {
  const repository = yield* TranslationListRepository
  return Float64Array.from(yield* repository.selectIds(selection))
})

/** The first selected key behind these values of the order; null: there is none. */
export const findKeyAfter = Effect.fn("findKeyAfter")(function* (input: {
  readonly selection: KeySelection
  readonly values: ReadonlyArray<SortValue>
}) {
  const repository = yield* TranslationListRepository
  return Option.getOrNull(yield* repository.findAfter(input.selection, input.values))
})
