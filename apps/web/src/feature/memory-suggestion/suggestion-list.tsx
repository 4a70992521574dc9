import { useQuery } from "@tanstack/react-query"
import { type Ref, useEffect, useImperativeHandle, useState } from "react"
import type { LanguageModel, ProjectModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { announce } from "../../widget/announcement/announcement.ts"
import { shownKeys } from "../../widget/shortcut/shown-keys.ts"
import { Button } from "../../widget/ui/button.tsx"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import styles from "../suggestion/suggestion-list.module.css"
import { SameTextNotice } from "./same-text-notice.tsx"
import { similarityText } from "./similarity-text.ts"
import { type MemorySuggestion, suggestionsQuery } from "./suggestion-queries.ts"
import { type BaseOfSuggestions, SuggestionOrigin, SuggestionText } from "./suggestion-text.tsx"

/** The suggestions of an open text, for the keys of its field. */
export interface SuggestionsHandle {
  /** Takes one by its place in the list; nothing is there: says so. */
  readonly take: (index: number) => void
}

interface SuggestionListProps {
  readonly project: ProjectModel
  readonly keyId: number
  readonly keyName: string
  readonly keyNamespace: string | null
  readonly branch: string | null
  readonly language: LanguageModel
  readonly base: BaseOfSuggestions
  /** Puts a text into the field. */
  readonly onTake: (text: string) => void
  readonly ref: Ref<SuggestionsHandle>
}

/** The three that have keys; the panel has all. */
const shownMax = 3

/** A text that is only passed on the way to another one asks for nothing. */
const askPauseMillis = 250

/** The best suggestions of the translation memory, under the field of an open text. */
export const SuggestionList = (props: SuggestionListProps) => {
  const { project, keyId, keyName, keyNamespace, branch, language, base, onTake, ref } = props
  const t = useText()
  const isAsked = usePause(askPauseMillis)
  const query = useQuery({ ...suggestionsQuery(project.id, keyId, language.id, base.text), enabled: isAsked })
  const shown = query.data?.slice(0, shownMax) ?? []
  const take = ({ targetText }: MemorySuggestion) => {
    onTake(targetText)
    announce(t("memory.taken", { text: targetText }))
  }
  useImperativeHandle(ref, () => ({
    take: (index) => {
      const suggestion = shown[index]
      if (suggestion === undefined) announce(t("memory.none"))
      else take(suggestion)
    }
  }))
  const [best] = shown
  useSaid(
    best === undefined
      ? ""
      : t("memory.found", {
          count: shown.length,
          similarity: similarityText(best.similarity, t.language),
          text: best.targetText,
          keys: shownKeys("Ctrl Shift 1", t)
        })
  )
  const same = isAsked && (
    <SameTextNotice
      project={project}
      keyId={keyId}
      keyName={keyName}
      keyNamespace={keyNamespace}
      branch={branch}
      language={language}
      baseText={base.text}
      onTake={onTake}
    />
  )
  if (query.isError) {
    return (
      <p className={styles["failed"]}>
        {t("memory.failed", { reason: errorSentence(query.error, t) })}
        <Button kind="quiet" onPress={() => void query.refetch()}>
          {t("action.retry")}
        </Button>
      </p>
    )
  }
  if (shown.length === 0) return same
  return (
    <>
      {same}
      <ol aria-label={t("memory.suggestions")} className={styles["list"]}>
        {shown.map((suggestion, index) => (
          <li key={`${suggestion.baseText}\n${suggestion.targetText}`} className={styles["suggestion"]}>
            <SuggestionText
              suggestion={suggestion}
              base={base}
              languageTag={language.tag}
              isIcu={project.icuPlaceholders}
            />
            <span className={styles["end"]}>
              <SuggestionOrigin suggestion={suggestion} projectName={project.name} />
              <Button
                kind="quiet"
                aria-label={t("memory.use-this", { text: suggestion.targetText })}
                onPress={() => take(suggestion)}
              >
                {t("memory.use")}
              </Button>
              <kbd>{shownKeys(`Ctrl Shift ${index + 1}`, t)}</kbd>
            </span>
          </li>
        ))}
      </ol>
    </>
  )
}

/** Returns true once the component has been shown for a time. */
const usePause = (millis: number): boolean => {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setOver(true), millis)
    return () => clearTimeout(timer)
  }, [millis])
  return isOver
}

/** Says a sentence once, when it appears. */
const useSaid = (sentence: string): void => {
  useEffect(() => {
    if (sentence !== "") announce(sentence)
  }, [sentence])
}
