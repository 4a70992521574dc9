import type { SortValue } from "@dragoman/domain/translation-list"
import { type KeySelection, TranslationListRepository } from "@dragoman/store"
import { Effect, Option, Schema } from "effect"
import { makeReading } from "../../platform/reading/reading.ts"
import { SentNumbers, sentAs } from "../../platform/worker/worker-messages.ts"

/** The ids of all selected keys, in their order. */
export const selectKeyIds = makeReading("selectKeyIds", {
  input: sentAs<KeySelection>(),
  result: SentNumbers,
  run: Effect.fn("selectKeyIds")(function* (selection: KeySelection) {
    const repository = yield* TranslationListRepository
    return Float64Array.from(yield* repository.selectIds(selection))
  })
})

/** The first selected key after these values of the order; null: none. */
export const findKeyAfter = makeReading("findKeyAfter", {
  input: Schema.Struct({ selection: sentAs<KeySelection>(), values: sentAs<ReadonlyArray<SortValue>>() }),
  result: Schema.NullOr(Schema.Finite),
  run: Effect.fn("findKeyAfter")(function* (input) {
    const repository = yield* TranslationListRepository
    return Option.getOrNull(yield* repository.findAfter(input.selection, input.values))
  })
})
