import { memo } from "react"
import { directionOf } from "../../base/texts/text.ts"
import { diffWords } from "./diff-words.ts"
import { IsolatedText } from "./isolated-text.tsx"
import styles from "./word-diff.module.css"

interface WordDiffProps {
  readonly before: string
  readonly after: string
  readonly languageTag: string
  /** Shows one of the two texts, with the words marked that the other one does not have; absent: both in one. */
  readonly side?: "before" | "after"
}

/** Marks the words that two texts differ in. */
export const WordDiff = memo(({ before, after, languageTag, side }: WordDiffProps) => {
  const hidden = side === undefined ? null : side === "before" ? "added" : "removed"
  return (
    <span lang={languageTag} dir={directionOf(languageTag)} className={styles["diff"]}>
      {diffWords(before, after, languageTag).map(({ kind, text }, index) => {
        const key = `${kind}${index}`
        if (kind === hidden) return null
        const shown = <IsolatedText text={text} />
        if (kind === "removed") return <del key={key}>{shown}</del>
        if (kind === "added") return <ins key={key}>{shown}</ins>
        return <span key={key}>{shown}</span>
      })}
    </span>
  )
})
