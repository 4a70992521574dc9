import type { QueryClient } from "@tanstack/react-query"
import type { Text } from "../../base/texts/text.ts"
import { discardDraft, readDraft, type UnsavedDraft } from "../../feature/draft/draft.ts"
import { showPresentText, writeText } from "./write-text.ts"

/** Why a text stays unsaved. `changed`: the stored text is another one than the user knew. */
export type UnsavedProblem = { readonly kind: "changed" } | { readonly kind: "failed"; readonly error: unknown }

/** Problems by the name of the draft. */
export type UnsavedProblems = ReadonlyMap<string, UnsavedProblem>

/** Saves a text that could not be saved before. null: it is saved, or another draft has taken its place. */
export const saveUnsaved = async (
  client: QueryClient,
  t: Text,
  { place, draft }: UnsavedDraft
): Promise<UnsavedProblem | null> => {
  const isLatest = () => readDraft(localStorage, place, Date.now())?.at === draft.at
  if (!isLatest()) return null
  try {
    await writeText(client, t, {
      ...place,
      branch: null,
      ...draft.save,
      text: draft.text,
      expectedText: draft.from ?? ""
    })
    if (isLatest()) discardDraft(localStorage, place)
    return null
  } catch (error) {
    const present = showPresentText(client, error, place)
    if (present === null) return { kind: "failed", error }
    if (present !== draft.text) return { kind: "changed" }
    // An earlier request arrived, and only its response was lost.
    if (isLatest()) discardDraft(localStorage, place)
    return null
  }
}
