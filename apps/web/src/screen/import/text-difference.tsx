import { parsePluralMessage } from "@dragoman/formats/icu"
import { WordDiff } from "../../widget/ui/word-diff.tsx"
import styles from "./text-difference.module.css"

interface TextDifferenceProps {
  readonly before: string
  readonly after: string
  readonly languageTag: string
  readonly isPlural: boolean
  /** The shown one of the two: parts that the other one lacks are marked. */
  readonly side: "before" | "after"
}

/** One of two texts, with what it has alone; plurals form by form. */
export const TextDifference = ({ before, after, languageTag, isPlural, side }: TextDifferenceProps) => {
  const forms = isPlural ? pairForms(before, after) : null
  if (forms === null) return <WordDiff before={before} after={after} languageTag={languageTag} side={side} />
  return (
    <dl className={styles["forms"]}>
      {forms
        .filter((form) => form[side] !== null)
        .map((form) => (
          <div key={form.keyword}>
            <dt>{form.keyword}</dt>
            <dd>
              <WordDiff before={form.before ?? ""} after={form.after ?? ""} languageTag={languageTag} side={side} />
            </dd>
          </div>
        ))}
    </dl>
  )
}

/** The forms that either text has; null: one of them is no plural. */
const pairForms = (before: string, after: string) => {
  const one = parsePluralMessage(before)
  const other = parsePluralMessage(after)
  if (one === null || other === null) return null
  return [...new Set([...one.forms.keys(), ...other.forms.keys()])].map((keyword) => ({
    keyword,
    before: one.forms.get(keyword) ?? null,
    after: other.forms.get(keyword) ?? null
  }))
}
