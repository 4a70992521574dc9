import { useQueryClient } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import type { LanguageModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { useFields } from "../../widget/form/fields.ts"
import { FormDialog } from "../../widget/form/form-dialog.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { Callout } from "../../widget/ui/callout.tsx"
import { LanguageFields, languageBody } from "./language-fields.tsx"

interface EditLanguageDialogProps {
  readonly projectId: number
  readonly language: LanguageModel
  readonly onClose: () => void
}

/** Tag, names and flag. Another tag is another language for everything outside of the project: the form warns. */
export const EditLanguageDialog = ({ projectId, language, onClose }: EditLanguageDialogProps) => {
  const t = useText()
  const client = useQueryClient()
  const { id, tag, name, originalName, flagEmoji } = language
  const texts = useFields({ tag, name, originalName: originalName ?? "", flagEmoji: flagEmoji ?? "" })
  const form = useSubmit(async () => {
    const params = { projectId, languageId: id }
    await call("language", "edit", { params, payload: languageBody(texts.values) })
    onClose()
    showToast({ kind: "done", text: t("account.saved") })
    // Lists and statistics name languages by their tags.
    await client.invalidateQueries({ queryKey: ["project", projectId] })
  })
  const newTag = texts.values.tag.trim()
  return (
    <FormDialog
      title={t("language.edit", { language: languageName(tag, t.language) })}
      action={t("action.save")}
      form={form}
      onClose={onClose}
    >
      <LanguageFields form={texts} messages={form.fields} />
      {newTag !== tag && (
        <Callout kind="warning" isNews>
          {t("language.tag-warning", { tag })}
        </Callout>
      )}
    </FormDialog>
  )
}
