import { parsePluralMessage } from "@dragoman/formats/icu"
import { directionOf } from "../texts/text.ts"
import styles from "./text-difference.module.css"
import { diffWords } from "./word-diff.ts"

interface TextDifferenceProps {
  readonly before: string
  readonly after: string
  readonly languageTag: string
  readonly isPlural: boolean
  /** Which of the two is shown: what the other one does not have is marked. */
  readonly side: "before" | "after"
}

/** One of two texts, with what it has alone; plurals form by form. */
export const TextDifference = ({ before, after, languageTag, isPlural, side }: TextDifferenceProps) => {
  const place = { lang: languageTag, dir: directionOf(languageTag) }
  const forms = isPlural ? pairForms(before, after) : null
  if (forms === null) {
    return (
      <p {...place} className={styles["text"]}>
        <Words before={before} after={after} languageTag={languageTag} side={side} />
      </p>
    )
  }
  return (
    <dl className={styles["forms"]}>
      {forms
        .filter((form) => form[side] !== null)
        .map((form) => (
          <div key={form.keyword}>
            <dt>{form.keyword}</dt>
            <dd {...place} className={styles["text"]}>
              <Words before={form.before ?? ""} after={form.after ?? ""} languageTag={languageTag} side={side} />
            </dd>
          </div>
        ))}
    </dl>
  )
}

type WordsProps = Omit<TextDifferenceProps, "isPlural">

const Words = ({ before, after, languageTag, side }: WordsProps) => {
  const hidden = side === "before" ? "added" : "removed"
  return diffWords(before, after, languageTag)
    .filter(({ kind }) => kind !== hidden)
    .map(({ kind, text }, index) => {
      const key = `${index} ${text}`
      if (kind === "removed") return <del key={key}>{text}</del>
      if (kind === "added") return <ins key={key}>{text}</ins>
      return <span key={key}>{text}</span>
    })
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
