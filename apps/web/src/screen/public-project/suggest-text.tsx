import { useState } from "react"
import { call } from "../../base/api/call.ts"
import { useText } from "../../base/texts/text.ts"
import { Form } from "../../widget/form/form.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { showToast } from "../../widget/toast/toast.ts"
import { Button } from "../../widget/ui/button.tsx"
import { TextAreaField } from "../../widget/ui/text-area-field.tsx"
import styles from "./public-project.module.css"

interface SuggestTextProps {
  readonly place: { readonly projectId: number; readonly languageId: number; readonly keyId: number }
  readonly language: string
  readonly keyName: string
  /** The text of today, from which a suggestion begins. */
  readonly text: string
}

/** A button that becomes a field for another text. */
export const SuggestText = ({ place, language, keyName, text }: SuggestTextProps) => {
  const t = useText()
  const [translation, setTranslation] = useState<string | null>(null)
  const { submit, message, fields, isBusy } = useSubmit(async () => {
    await call("suggestion", "create", { params: place, payload: { translation: translation ?? "" } })
    setTranslation(null)
    showToast({ kind: "done", text: t("public.suggested") })
  })
  if (translation === null) {
    return (
      <Button
        kind="quiet"
        aria-label={t("public.suggest-for", { key: keyName, language })}
        onPress={() => setTranslation(text)}
      >
        {t("public.suggest")}
      </Button>
    )
  }
  return (
    <Form onSubmit={submit} message={message}>
      <TextAreaField
        label={t("public.suggest-for", { key: keyName, language })}
        value={translation}
        onChange={setTranslation}
        error={fields["translation"]}
      />
      <div className={styles["actions"]}>
        <Button kind="primary" type="submit" isPending={isBusy}>
          {t("public.suggest")}
        </Button>
        <Button onPress={() => setTranslation(null)}>{t("action.cancel")}</Button>
      </div>
    </Form>
  )
}
