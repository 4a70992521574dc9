import { useText } from "../../base/texts/text.ts"
import { pluralCategories } from "../../feature/translation-editor/plural-category.ts"
import styles from "./language.module.css"

/** The plural forms of a language, each with numbers that have it. */
export const PluralForms = ({ languageTag }: { readonly languageTag: string }) => {
  const t = useText()
  const number = new Intl.NumberFormat(t.language)
  const list = new Intl.ListFormat(t.language, { type: "unit", style: "short" })
  return (
    <ul className={styles["forms"]} aria-label={t("language.plural-forms")}>
      {pluralCategories(languageTag).map(({ name, examples }) => (
        <li key={name} className={styles["plural"]}>
          <bdi dir="ltr" className={styles["form"]}>
            {name}
          </bdi>
          <bdi>{list.format(examples.map((example) => number.format(example)))}</bdi>
        </li>
      ))}
    </ul>
  )
}
