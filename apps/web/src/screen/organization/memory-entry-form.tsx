import { call } from "../../base/api/call.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import { useFields } from "../../widget/form/fields.ts"
import { Form } from "../../widget/form/form.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { Button } from "../../widget/ui/button.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import styles from "./memory.module.css"
import type { MemoryCell } from "./memory-queries.ts"

interface MemoryEntryFormProps {
  readonly params: { readonly organization: string; readonly translationMemoryId: number }
  /** null: a new source. */
  readonly sourceText: string | null
  readonly languageTag: string
  /** null: a new translation. */
  readonly entry: MemoryCell | null
  readonly onDone: () => Promise<void>
  readonly onCancel: () => void
}

/** A stored entry, in the place where it is shown. */
export const MemoryEntryForm = ({ params, sourceText, languageTag, entry, ...props }: MemoryEntryFormProps) => {
  const t = useText()
  const texts = useFields({
    sourceText: sourceText ?? "",
    targetLanguageTag: languageTag,
    targetText: entry?.targetText ?? ""
  })
  const form = useSubmit(async () => {
    const payload = texts.values
    const entryId = entry?.entryId ?? null
    await (entryId === null
      ? call("translationMemoryEntry", "create", { params, payload })
      : call("translationMemoryEntry", "edit", { params: { ...params, translationMemoryEntryId: entryId }, payload }))
    await props.onDone()
  })
  const isNew = sourceText === null
  return (
    <div className={styles["entry"]}>
      <Form onSubmit={form.submit} message={form.message}>
        {isNew && (
          <>
            <TextField
              label={t("memory.source")}
              lines={2}
              autoFocus
              isRequired
              {...texts.bind("sourceText", form.fields)}
            />
            <TextField
              label={t("memory.language-tag")}
              autoComplete="off"
              isRequired
              {...texts.bind("targetLanguageTag", form.fields)}
            />
          </>
        )}
        <TextField
          label={isNew ? t("memory.target") : languageName(languageTag, t.language)}
          lines={2}
          autoFocus={!isNew}
          isRequired
          {...texts.bind("targetText", form.fields)}
        />
        <div className={styles["entryActions"]}>
          <Button type="submit" kind="primary" isPending={form.isBusy}>
            {t("action.save")}
          </Button>
          <Button onPress={props.onCancel}>{t("action.cancel")}</Button>
        </div>
      </Form>
    </div>
  )
}
