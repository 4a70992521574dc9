import { useText } from "../../base/texts/text.ts"
import type { useFields } from "../../widget/form/fields.ts"
import { TextField } from "../../widget/ui/text-field.tsx"
import styles from "./language.module.css"
import { PluralForms } from "./plural-forms.tsx"

export type LanguageTexts = "tag" | "name" | "originalName" | "flagEmoji"

interface LanguageFieldsProps {
  readonly form: ReturnType<typeof useFields<LanguageTexts>>
  /** Messages of the server, by field. */
  readonly messages: Readonly<Record<string, string>>
}

/** Tag, names and flag of a language, and the plural forms that come with the tag. */
export const LanguageFields = ({ form, messages }: LanguageFieldsProps) => {
  const t = useText()
  return (
    <>
      <TextField
        label={t("import.language-tag")}
        hint={t("import.language-tag-hint")}
        autoFocus
        isRequired
        autoComplete="off"
        {...form.bind("tag", messages)}
      />
      <div>
        <p className={styles["quiet"]}>{t("language.plural-forms")}</p>
        <PluralForms languageTag={form.values.tag.trim()} />
      </div>
      <TextField label={t("language.name")} isRequired autoComplete="off" {...form.bind("name", messages)} />
      <TextField
        label={t("language.original-name")}
        isRequired
        autoComplete="off"
        {...form.bind("originalName", messages)}
      />
      <TextField
        label={t("language.flag")}
        hint={t("language.flag-hint")}
        autoComplete="off"
        {...form.bind("flagEmoji", messages)}
      />
    </>
  )
}

/** The values in the form that requests need. */
export const languageBody = ({ tag, name, originalName, flagEmoji }: Readonly<Record<LanguageTexts, string>>) => ({
  tag: tag.trim(),
  name: name.trim(),
  originalName: originalName.trim(),
  flagEmoji: flagEmoji.trim() || null
})
