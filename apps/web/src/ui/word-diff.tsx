import { diffArrays } from "diff"
import { memo } from "react"
import { directionOf } from "../texts/text.ts"
import { codeParts } from "./code-parts.ts"
import { IsolatedText } from "./isolated-text.tsx"
import styles from "./word-diff.module.css"

interface WordDiffProps {
  readonly before: string
  readonly after: string
  readonly languageTag: string
}

/** What changed between two texts, word by word, also in languages without spaces. Markup, arguments and addresses stay whole. */
export const WordDiff = memo(({ before, after, languageTag }: WordDiffProps) => (
  <span lang={languageTag} dir={directionOf(languageTag)} className={styles["diff"]}>
    {differences(before, after, languageTag).map(({ kind, text, start }) => {
      const key = `${kind}${start}`
      const shown = <IsolatedText text={text} />
      if (kind === "removed") return <del key={key}>{shown}</del>
      if (kind === "added") return <ins key={key}>{shown}</ins>
      return <span key={key}>{shown}</span>
    })}
  </span>
))

interface Difference {
  readonly kind: "same" | "added" | "removed"
  readonly text: string
  /** Place of the difference, for its key. */
  readonly start: number
}

const differences = (before: string, after: string, languageTag: string): ReadonlyArray<Difference> => {
  const segmenter = segmenterOf(languageTag)
  const wordsOf = (text: string) =>
    codeParts(text).flatMap((piece) =>
      piece.isCode ? piece.text : [...segmenter.segment(piece.text)].map(({ segment }) => segment)
    )
  let start = 0
  return diffArrays(wordsOf(before), wordsOf(after)).map(({ value, added, removed }) => {
    const text = value.join("")
    const place = start
    start += text.length
    return { kind: added ? "added" : removed ? "removed" : "same", text, start: place }
  })
}

const segmenterOf = (languageTag: string): Intl.Segmenter => {
  try {
    return new Intl.Segmenter(languageTag, { granularity: "word" })
  } catch {
    return new Intl.Segmenter("en", { granularity: "word" })
  }
}
