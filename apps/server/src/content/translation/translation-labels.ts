import type { LabelModel } from "@dragoman/api"
import { LabelRepository, type LabelRow, type TranslationLabelRow } from "@dragoman/store"
import { Effect } from "effect"

/** Labels by the id of the translation that has them; those of a translation by name. */
export type TranslationLabels = ReadonlyMap<number, ReadonlyArray<TranslationLabelRow>>

/** Reads the labels of translations. */
export const readTranslationLabels = Effect.fn("readTranslationLabels")(function* (
  translations: ReadonlyArray<{ readonly id: number }>
) {
  const repository = yield* LabelRepository
  const rows = yield* repository.listOfTranslations(translations.map(({ id }) => id))
  const labels: TranslationLabels = Map.groupBy(rows, ({ translationId }) => translationId)
  return labels
})

/** Converts a label for responses. */
export const labelToModel = ({ id, name, color, description }: LabelRow): LabelModel => ({
  id,
  name,
  color,
  description
})
