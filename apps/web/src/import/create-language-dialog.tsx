import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { call } from "../api/call.ts"
import type { LanguageModel } from "../api/contract.ts"
import { Form } from "../form/form.tsx"
import { useSubmit } from "../form/submit.ts"
import { languagesQuery } from "../project/project-queries.ts"
import { languageName, useText } from "../texts/text.ts"
import { Button } from "../ui/button.tsx"
import { Dialog, DialogActions } from "../ui/dialog.tsx"
import { TextField } from "../ui/text-field.tsx"

interface CreateLanguageDialogProps {
  readonly projectId: number
  /** A tag, as often as not. */
  readonly nameInFile: string
  readonly onCreated: (language: LanguageModel) => void
  readonly onClose: () => void
}

/** A new language of the project, named after the one in the file. */
export const CreateLanguageDialog = ({ projectId, nameInFile, onCreated, onClose }: CreateLanguageDialogProps) => {
  const t = useText()
  const client = useQueryClient()
  const [tag, setTag] = useState(() => tagOf(nameInFile))
  const [ownName, setOwnName] = useState<string | null>(null)
  const name = ownName ?? (tag === "" ? "" : languageName(tag, "en"))
  const { submit, fields, message, isBusy } = useSubmit(async () => {
    const language = await call("language", "create", {
      params: { projectId },
      payload: { tag, name, originalName: languageName(tag, tag) || name }
    })
    await client.invalidateQueries({ queryKey: languagesQuery(projectId).queryKey })
    onClose()
    onCreated(language)
  })
  return (
    <Dialog title={t("import.create-language")} isOpen onClose={onClose}>
      <Form onSubmit={submit} message={message}>
        <TextField
          label={t("import.language-tag")}
          hint={t("import.language-tag-hint")}
          autoFocus
          isRequired
          value={tag}
          onChange={setTag}
          error={fields["tag"]}
        />
        <TextField
          label={t("import.language-name")}
          isRequired
          value={name}
          onChange={setOwnName}
          error={fields["name"]}
        />
        <DialogActions>
          <Button onPress={onClose}>{t("action.cancel")}</Button>
          <Button kind="primary" type="submit" isPending={isBusy}>
            {t("import.create")}
          </Button>
        </DialogActions>
      </Form>
    </Dialog>
  )
}

/** `de_AT` is `de-AT`; a name that is no tag gives none. */
const tagOf = (name: string): string => {
  try {
    return Intl.getCanonicalLocales(name.replaceAll("_", "-"))[0] ?? ""
  } catch {
    return ""
  }
}
