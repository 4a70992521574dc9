import type { Translation } from "../../translation/translation.ts"

/** A change of a translation in its history; absent values did not change. */
export interface TextChange {
  readonly revisionId: number
  readonly text?: { readonly old: string | null; readonly new: string | null } | undefined
  readonly state?: { readonly old: string | null; readonly new: string | null } | undefined
}

/**
 * Finds the approved translation of a base text that has changed since, with that base text. Histories begin with the newest
 * change. null: the translation is not outdated, was never approved, or the history does not tell its base text.
 */
export const previousTranslation = (
  translation: Pick<Translation, "text" | "outdated" | "state">,
  history: ReadonlyArray<TextChange>,
  baseHistory: ReadonlyArray<TextChange>
): { readonly source: string; readonly target: string } | null => {
  const { text, outdated, state } = translation
  if (!outdated || text === null) return null
  // Texts that were moved from another server have no history: all changes are later.
  const writtenAt = history.find((change) => change.text !== undefined)?.revisionId ?? 0
  const wasApproved = history.some(
    (change) =>
      (change.revisionId >= writtenAt && change.state?.new === "REVIEWED") ||
      (change.revisionId > writtenAt && change.state?.old === "REVIEWED")
  )
  if (state !== "REVIEWED" && !wasApproved) return null
  const source = baseHistory.findLast((change) => change.revisionId > writtenAt && change.text !== undefined)?.text?.old
  return source === undefined || source === null || source === "" ? null : { source, target: text }
}
