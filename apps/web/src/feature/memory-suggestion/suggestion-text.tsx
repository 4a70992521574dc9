import { memo } from "react"
import { useText } from "../../base/texts/text.ts"
import { WordDiff } from "../../widget/ui/word-diff.tsx"
import { TranslationText } from "../translation-editor/translation-text.tsx"
import { similarityText } from "./similarity-text.ts"
import type { MemorySuggestion } from "./suggestion-queries.ts"
import styles from "./suggestion-text.module.css"

export interface BaseOfSuggestions {
  readonly text: string
  readonly languageTag: string
}

interface SuggestionTextProps {
  readonly suggestion: MemorySuggestion
  readonly base: BaseOfSuggestions
  readonly languageTag: string
  readonly isIcu: boolean
}

/** A suggestion: its similarity, its text, and how its base text differs from the present one. */
export const SuggestionText = memo(({ suggestion, base, languageTag, isIcu }: SuggestionTextProps) => {
  const t = useText()
  const { similarity, targetText, baseText } = suggestion
  return (
    <>
      <span className={styles["similarity"]} data-exact={similarity === 1}>
        <span className="visually-hidden">{t("memory.similarity")}: </span>
        {similarityText(similarity, t.language)}
      </span>
      <span className={styles["texts"]}>
        <TranslationText text={targetText} languageTag={languageTag} isIcu={isIcu} />
        {baseText !== base.text && (
          <span className={styles["base"]}>
            <WordDiff before={baseText} after={base.text} languageTag={base.languageTag} />
          </span>
        )}
      </span>
    </>
  )
})

interface SuggestionOriginProps {
  readonly suggestion: MemorySuggestion
  readonly projectName: string
}

/** Names the place that a suggestion is from: its key, or its memory. */
export const SuggestionOrigin = ({ suggestion, projectName }: SuggestionOriginProps) => {
  const { keyName, translationMemoryName } = suggestion
  const memory = isOfProject(suggestion, projectName) ? null : translationMemoryName
  return (
    <span className={styles["origin"]}>
      {memory !== null && <bdi>{memory}</bdi>}
      {memory !== null && keyName !== "" && " · "}
      {keyName !== "" && <bdi dir="ltr">{keyName}</bdi>}
    </span>
  )
}

/** The project's own memory has the name of the project. */
export const isOfProject = ({ translationMemoryName }: MemorySuggestion, projectName: string): boolean =>
  translationMemoryName === projectName
