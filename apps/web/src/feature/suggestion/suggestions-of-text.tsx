import { useQuery } from "@tanstack/react-query"
import { type Ref, useImperativeHandle } from "react"
import { useText } from "../../base/texts/text.ts"
import { announce } from "../../widget/announcement/announcement.ts"
import { shownKeys } from "../../widget/shortcut/shown-keys.ts"
import { Button } from "../../widget/ui/button.tsx"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { WordDiff } from "../../widget/ui/word-diff.tsx"
import { TranslationText } from "../translation-editor/translation-text.tsx"
import styles from "./suggestion-list.module.css"
import { type Suggestion, suggestionsOfTextQuery } from "./suggestion-queries.ts"

/** The suggestions of users for an open text, for the keys of its field. */
export interface SuggestionsOfTextHandle {
  /** Accepts one by its place in the list; nothing is there, or it may not be accepted: says so. */
  readonly accept: (index: number) => void
}

export interface SuggestionDecisions {
  readonly onAccept: (suggestion: Suggestion, declinesOthers: boolean) => void
  readonly onDecline: (suggestion: Suggestion) => void
  readonly onWithdraw: (suggestion: Suggestion) => void
}

interface SuggestionsOfTextProps extends SuggestionDecisions {
  readonly projectId: number
  readonly keyId: number
  readonly language: { readonly id: number; readonly tag: string }
  readonly userId: number
  readonly isIcu: boolean
  /** The stored text. */
  readonly text: string
  /** The suggestions that the list has: the newest. */
  readonly listed: ReadonlyArray<Suggestion>
  /** Why nothing can be accepted here; null: it can. */
  readonly obstacle: string | null
  readonly ref: Ref<SuggestionsOfTextHandle>
}

/** The first ones have keys. */
const acceptKeysMax = 3

/** The suggestions of users under the field of an open text, with what may be done about each. */
export const SuggestionsOfText = (props: SuggestionsOfTextProps) => {
  const { projectId, keyId, language, userId, isIcu, text, listed, obstacle, ref } = props
  const t = useText()
  const query = useQuery({
    ...suggestionsOfTextQuery(projectId, keyId, language.id),
    ...(listed.length === 0 ? {} : { placeholderData: listed })
  })
  const suggestions = query.data ?? []
  useImperativeHandle(ref, () => ({
    accept: (index) => {
      const suggestion = suggestions[index]
      if (suggestion === undefined) return announce(t("suggestion.none"))
      if (obstacle !== null) return announce(obstacle, "assertive")
      props.onAccept(suggestion, false)
    }
  }))
  if (query.isError && suggestions.length === 0) {
    return (
      <p className={styles["failed"]}>
        {t("suggestion.failed", { reason: errorSentence(query.error, t) })}
        <Button kind="quiet" onPress={() => void query.refetch()}>
          {t("action.retry")}
        </Button>
      </p>
    )
  }
  if (suggestions.length === 0) return null
  return (
    <ol aria-label={t("suggestion.title")} className={styles["list"]}>
      {suggestions.map((suggestion, index) => {
        const { id, translation, author } = suggestion
        return (
          <li key={id} className={styles["suggestion"]}>
            <span className={styles["texts"]}>
              <TranslationText text={translation} languageTag={language.tag} isIcu={isIcu} />
              {text !== "" && (
                <span className={styles["difference"]}>
                  <WordDiff before={text} after={translation} languageTag={language.tag} />
                </span>
              )}
            </span>
            <span className={styles["end"]}>
              <bdi className={styles["author"]}>{author.name || author.username}</bdi>
              {author.id === userId && (
                <Button
                  kind="quiet"
                  aria-label={t("suggestion.withdraw-this", { text: translation })}
                  onPress={() => props.onWithdraw(suggestion)}
                >
                  {t("suggestion.withdraw")}
                </Button>
              )}
              {obstacle === null && (
                <>
                  <Button
                    kind="quiet"
                    aria-label={t("suggestion.decline-this", { text: translation })}
                    onPress={() => props.onDecline(suggestion)}
                  >
                    {t("suggestion.decline")}
                  </Button>
                  {suggestions.length > 1 && (
                    <Button
                      kind="quiet"
                      aria-label={t("suggestion.accept-alone-this", { text: translation })}
                      onPress={() => props.onAccept(suggestion, true)}
                    >
                      {t("suggestion.accept-alone")}
                    </Button>
                  )}
                  <Button
                    kind="quiet"
                    aria-label={t("suggestion.accept-this", { text: translation })}
                    onPress={() => props.onAccept(suggestion, false)}
                  >
                    {t("suggestion.accept")}
                  </Button>
                  {index < acceptKeysMax && <kbd>{shownKeys(`Ctrl Shift ${index + 4}`, t)}</kbd>}
                </>
              )}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
