import { useQueryClient } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import { useText } from "../../base/texts/text.ts"
import type { ListedTerm } from "../../feature/glossary/glossary-queries.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { patchTerm, type TermListRequest, withText } from "./term-pages.ts"

/** Saves the text of a term in a language; false: it was rejected, and a notification says why. */
export const useSaveTerm = (place: Pick<TermListRequest, "slug" | "glossaryId">) => {
  const t = useText()
  const client = useQueryClient()
  return async (term: ListedTerm, languageTag: string, text: string): Promise<boolean> => {
    const params = { organization: place.slug, glossaryId: place.glossaryId, glossaryTermId: term.id }
    try {
      const saved = await call("glossaryTerm", "setTranslation", { params, payload: { languageTag, text } })
      patchTerm(client, place, term.id, (shown) => withText(shown, languageTag, saved.text))
      return true
    } catch (error) {
      showToast({ kind: "failed", text: t("glossary.not-saved", { text, reason: errorSentence(error, t) }), error })
      return false
    }
  }
}
