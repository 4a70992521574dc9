import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import { useText } from "../../base/texts/text.ts"
import { type ListedTerm, refreshGlossaries } from "../../feature/glossary/glossary-queries.ts"
import { TermFields } from "../../feature/glossary/term-fields.tsx"
import { flagsOf, noFlags } from "../../feature/glossary/term-flags.ts"
import { useFields } from "../../widget/form/fields.ts"
import { FormDialog } from "../../widget/form/form-dialog.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { Callout } from "../../widget/ui/callout.tsx"
import type { TermListRequest } from "./term-pages.ts"

interface TermDialogProps {
  readonly place: Pick<TermListRequest, "slug" | "glossaryId">
  /** null: a new one. */
  readonly term: ListedTerm | null
  readonly baseLanguageTag: string
  readonly onClose: () => void
}

/** The base text, the description and the flags of a term. */
export const TermDialog = ({ place, term, baseLanguageTag, onClose }: TermDialogProps) => {
  const t = useText()
  const client = useQueryClient()
  const isBase = ({ languageTag }: { readonly languageTag: string }) => languageTag === baseLanguageTag
  const texts = useFields({
    text: term?.translations.find(isBase)?.text ?? "",
    description: term?.description ?? ""
  })
  const [flags, setFlags] = useState(term === null ? noFlags : flagsOf(term))
  const losesTexts = flags.flagNonTranslatable && (term?.translations.some((one) => !isBase(one)) ?? false)
  const form = useSubmit(async () => {
    const params = { organization: place.slug, glossaryId: place.glossaryId }
    const payload = { text: texts.values.text.trim(), description: texts.values.description.trim(), ...flags }
    await (term === null
      ? call("glossaryTerm", "create", { params, payload })
      : call("glossaryTerm", "edit", { params: { ...params, glossaryTermId: term.id }, payload }))
    onClose()
    await refreshGlossaries(client)
    if (term === null) showToast({ kind: "done", text: t("glossary.term-added", { term: payload.text }) })
  })
  return (
    <FormDialog
      title={t(term === null ? "glossary.add-term" : "glossary.term-details")}
      action={t(term === null ? "glossary.add-term" : "action.save")}
      form={form}
      onClose={onClose}
    >
      <TermFields
        text={texts.bind("text", form.fields)}
        description={texts.bind("description", form.fields)}
        flags={flags}
        onFlags={setFlags}
      />
      {losesTexts && <Callout kind="warning">{t("glossary.loses-texts")}</Callout>}
    </FormDialog>
  )
}
