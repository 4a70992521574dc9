import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useRef, useState } from "react"
import { call } from "../../base/api/call.ts"
import type { ProjectModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { useFields } from "../../widget/form/fields.ts"
import { FormDialog } from "../../widget/form/form-dialog.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { Select } from "../../widget/ui/select.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import { projectGlossariesQuery, refreshGlossaries } from "./glossary-queries.ts"
import { TermFields } from "./term-fields.tsx"
import { noFlags } from "./term-flags.ts"

interface CreateTermDialogProps {
  readonly project: ProjectModel
  /** The words that become the term. */
  readonly text: string
  /** The language that the term may get a translation in; null: none. */
  readonly targetTag: string | null
  readonly onClose: () => void
}

/** A new term in a glossary of the project, with its translation. */
export const CreateTermDialog = ({ project, text, targetTag, onClose }: CreateTermDialogProps) => {
  const t = useText()
  const client = useQueryClient()
  const glossaries = useQuery(projectGlossariesQuery(project.id)).data ?? []
  const texts = useFields({ text, description: "", translation: "" })
  const [flags, setFlags] = useState(noFlags)
  const [chosenId, setChosenId] = useState<string | null>(null)
  const createdId = useRef<number | null>(null)
  const glossary = glossaries.find(({ id }) => String(id) === chosenId) ?? glossaries[0]
  const hasTranslation = targetTag !== null && targetTag !== glossary?.baseLanguageTag && !flags.flagNonTranslatable
  const form = useSubmit(async () => {
    const organization = project.organizationOwner?.slug
    if (glossary === undefined || organization === undefined) return
    const params = { organization, glossaryId: glossary.id }
    const { description, translation } = texts.values
    // A second try after a rejected translation creates no second term.
    if (createdId.current === null) {
      const payload = { text: texts.values.text.trim(), description: description.trim(), ...flags }
      createdId.current = (await call("glossaryTerm", "create", { params, payload })).term.id
    }
    if (hasTranslation && translation.trim() !== "") {
      const payload = { languageTag: targetTag, text: translation.trim() }
      await call("glossaryTerm", "setTranslation", {
        params: { ...params, glossaryTermId: createdId.current },
        payload
      })
    }
    await refreshGlossaries(client)
    onClose()
    showToast({ kind: "done", text: t("glossary.term-added", { term: texts.values.text.trim() }) })
  })
  return (
    <FormDialog
      title={t("glossary.add-term")}
      action={t("glossary.add-term")}
      form={form}
      disabledReason={glossary === undefined ? t("glossary.unused") : null}
      onClose={onClose}
    >
      {glossaries.length > 1 && glossary !== undefined && (
        <Select
          label={t("glossary.glossary")}
          value={String(glossary.id)}
          options={glossaries.map(({ id, name }) => ({ value: String(id), label: name }))}
          onChange={(id) => {
            setChosenId(id)
            createdId.current = null
          }}
        />
      )}
      <TermFields
        text={texts.bind("text", form.fields)}
        description={texts.bind("description", form.fields)}
        flags={flags}
        onFlags={setFlags}
      />
      {hasTranslation && (
        <TextField
          label={t("glossary.translation-in", { language: languageName(targetTag, t.language) })}
          autoComplete="off"
          {...texts.bind("translation", form.fields)}
        />
      )}
    </FormDialog>
  )
}
