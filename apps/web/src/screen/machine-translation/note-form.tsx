import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import { useText } from "../../base/texts/text.ts"
import { Form } from "../../widget/form/form.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { SubmitButton } from "../../widget/form/submit-button.tsx"
import { showToast } from "../../widget/toast/toast.ts"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { TextAreaField } from "../../widget/ui/text-area-field.tsx"
import { notesQuery } from "./machine-translation-queries.ts"

interface NoteFormProps {
  readonly projectId: number
  /** null: the project. */
  readonly languageId: number | null
  readonly disabledReason: string | null
}

/** The note about the project, or about a language, that language models read. */
export const NoteForm = (props: NoteFormProps) => {
  const notes = useQuery(notesQuery(props.projectId))
  return (
    <QueryState query={notes} skeleton="120px">
      {(data) => <NoteFields key={props.languageId} {...props} note={data.get(props.languageId) ?? ""} />}
    </QueryState>
  )
}

const NoteFields = ({ projectId, languageId, disabledReason, note }: NoteFormProps & { readonly note: string }) => {
  const t = useText()
  const client = useQueryClient()
  const [description, setDescription] = useState(note)
  const form = useSubmit(async () => {
    const payload = { description: description.trim() }
    await (languageId === null
      ? call("machineTranslation", "setNote", { params: { projectId }, payload })
      : call("machineTranslation", "setLanguageNote", { params: { projectId, languageId }, payload }))
    await client.invalidateQueries({ queryKey: notesQuery(projectId).queryKey })
    showToast({ kind: "done", text: t("account.saved") })
  })
  return (
    <Form onSubmit={form.submit} message={form.message}>
      <TextAreaField
        label={t(languageId === null ? "machine-translation.note" : "machine-translation.language-note")}
        hint={t("machine-translation.note-hint")}
        rows={3}
        value={description}
        onChange={setDescription}
        error={form.fields["description"] ?? null}
        isDisabled={disabledReason !== null}
      />
      <SubmitButton isBusy={form.isBusy} disabledReason={disabledReason}>
        {t("machine-translation.save-note")}
      </SubmitButton>
    </Form>
  )
}
