import type { Translation, TranslationState } from "./translation.ts"

/** Values of a translation before a change; an absent one stayed as it was. */
export interface ValuesBefore {
  readonly text?: string | null
  readonly state?: TranslationState
}

/**
 * Returns the text that was reviewed last, from the translation of now and its changes, the newest first. null: none was, as far as the
 * changes are known, or the translation is disabled. Source: docs/content-delivery.md#reviewed-texts-only.
 */
export const lastReviewedText = (
  now: Pick<Translation, "text" | "state">,
  changes: ReadonlyArray<ValuesBefore>
): string | null => {
  let { text, state } = now
  if (state === "DISABLED") return null
  for (const before of changes) {
    if (state === "REVIEWED") return text
    if (before.text !== undefined) text = before.text
    state = before.state ?? state
  }
  return state === "REVIEWED" ? text : null
}
