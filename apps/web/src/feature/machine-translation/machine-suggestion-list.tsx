import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { type Ref, useEffect, useImperativeHandle } from "react"
import type { LanguageModel, ProjectModel } from "../../base/api/contract.ts"
import { sentenceOfCode } from "../../base/api/error-sentences.ts"
import { usePreferences } from "../../base/preference/preference.ts"
import { useText } from "../../base/texts/text.ts"
import { announce } from "../../widget/announcement/announcement.ts"
import { shownKeys } from "../../widget/shortcut/shown-keys.ts"
import { Button } from "../../widget/ui/button.tsx"
import { errorSentence } from "../../widget/ui/error-details.tsx"
import { useLatest } from "../../widget/ui/use-latest.ts"
import { WordDiff } from "../../widget/ui/word-diff.tsx"
import styles from "../suggestion/suggestion-list.module.css"
import { TranslationText } from "../translation-editor/translation-text.tsx"
import own from "./machine-suggestion-list.module.css"
import { machineSuggestionsQuery, suggestingServices } from "./machine-suggestion-queries.ts"
import type { MachineSuggestion } from "./machine-suggestions.ts"
import { serviceName } from "./service-name.ts"
import { promptsQuery, serviceSettingsQuery } from "./service-queries.ts"

interface MachineSuggestionListProps {
  readonly project: ProjectModel
  readonly keyId: number
  readonly language: LanguageModel
  readonly baseText: string
  /** The stored text. */
  readonly text: string
  /** Puts a text into the field. */
  readonly onTake: (text: string) => void
  /** Takes a translation by its place in the list, for the keys of the field. Asks first when nothing was asked. */
  readonly ref: Ref<{ readonly take: (index: number) => void }>
}

/** Translations that have keys. */
const keysMax = 3

/** An automatic question waits for this long: a text that is only passed on the way to another one costs nothing. */
const askPauseMillis = 1_000

/** Translations of an open text by machines, under its field. They are asked on demand, or by a preference as soon as a text is open. */
export const MachineSuggestionList = (props: MachineSuggestionListProps) => {
  const { project, keyId, language, baseText, text, onTake, ref } = props
  const t = useText()
  const { asksMachines } = usePreferences()
  const settings = useQuery(serviceSettingsQuery(project.id))
  const services = suggestingServices(settings.data ?? [], language.id)
  const query = useQuery(machineSuggestionsQuery(project.id, keyId, language.id, baseText))
  const suggestions = query.data ?? []
  const isAsked = query.isFetching || query.isFetched
  const canAsk = services.length > 0 && !query.isFetching
  const ask = () => {
    if (canAsk) void query.refetch()
  }
  const asksNow = asksMachines && canAsk && !isAsked
  const askLater = useLatest(ask)
  useEffect(() => {
    if (!asksNow) return
    const timer = setTimeout(() => askLater.current(), askPauseMillis)
    return () => clearTimeout(timer)
  }, [asksNow])
  const take = (taken: string) => {
    onTake(taken)
    announce(t("memory.taken", { text: taken }))
  }
  useImperativeHandle(ref, () => ({
    take: (index) => {
      const end = suggestions[index]?.end
      if (end?.kind === "translated") take(end.text)
      else if (canAsk && !isAsked) ask()
      else announce(t(services.length === 0 ? "machine.not-enabled" : "machine.no-translation"))
    }
  }))
  useSaidResult(suggestions, query.isFetching)
  if (settings.isError) return <p className={styles["failed"]}>{errorSentence(settings.error, t)}</p>
  if (settings.data === undefined) return null
  if (services.length === 0) {
    if (!project.computedPermission.scopes.includes("languages.edit")) return null
    return (
      <p className={own["none"]}>
        {t("machine.not-enabled")}
        <Link to="/projects/$projectId/settings/machine-translation" params={{ projectId: project.id }}>
          {t("machine-translation.open")}
        </Link>
      </p>
    )
  }
  return (
    <div className={own["machine"]}>
      {suggestions.length > 0 && (
        <ol aria-label={t("machine.title")} className={styles["list"]}>
          {suggestions.map((suggestion, index) => (
            <li key={suggestion.service} className={styles["suggestion"]}>
              <ServiceResult suggestion={suggestion} project={project} language={language} text={text} />
              <span className={styles["end"]}>
                <ServiceOrigin suggestion={suggestion} project={project} />
                {suggestion.end.kind === "translated" && (
                  <UseButton text={suggestion.end.text} index={index} onTake={take} />
                )}
              </span>
            </li>
          ))}
        </ol>
      )}
      {query.isError && (
        <p className={styles["failed"]}>{t("machine.failed", { reason: errorSentence(query.error, t) })}</p>
      )}
      <p className={own["ask"]}>
        <Button kind="quiet" isPending={query.isFetching} onPress={ask}>
          {t(isAsked ? "machine.ask-again" : "machine.ask")}{" "}
          {!isAsked && <kbd>{shownKeys(`Ctrl Shift ${firstDigit}`, t)}</kbd>}
        </Button>
      </p>
    </div>
  )
}

/** The digit of the first translation; those before belong to the memory and to suggestions of users. */
const firstDigit = 7

interface ServiceResultProps extends Pick<MachineSuggestionListProps, "project" | "language" | "text"> {
  readonly suggestion: MachineSuggestion
}

const ServiceResult = ({ suggestion, project, language, text }: ServiceResultProps) => {
  const t = useText()
  const { service, end } = suggestion
  if (end.kind === "waiting") {
    return (
      <span className={own["waiting"]}>
        <span aria-hidden className={own["spinner"]} />
        {t("machine.waiting")}
      </span>
    )
  }
  if (end.kind === "failed") {
    const reason = sentenceOfCode(end.code, [serviceName(service, t), language.tag]) ?? end.code
    return (
      <span className={styles["texts"]}>
        {reason}
        {end.params.map((detail) => (
          <bdi key={detail} className={styles["difference"]}>
            {detail}
          </bdi>
        ))}
      </span>
    )
  }
  return (
    <span className={styles["texts"]}>
      <TranslationText text={end.text} languageTag={language.tag} isIcu={project.icuPlaceholders} />
      {text !== "" && text !== end.text && (
        <span className={styles["difference"]}>
          <WordDiff before={text} after={end.text} languageTag={language.tag} />
        </span>
      )}
      {end.contextDescription !== null && (
        <span className={styles["difference"]}>
          {t("machine.context")}: <bdi>{end.contextDescription}</bdi>
        </span>
      )}
    </span>
  )
}

const ServiceOrigin = ({ suggestion, project }: Pick<ServiceResultProps, "suggestion" | "project">) => {
  const t = useText()
  const { service, promptId } = suggestion
  const isShown = promptId !== null && project.computedPermission.scopes.includes("keys.view")
  const { data: prompts = [] } = useQuery({ ...promptsQuery(project.id), enabled: isShown })
  const prompt =
    promptId === null ? t("machine-translation.default-prompt") : prompts.find(({ id }) => id === promptId)?.name
  return (
    <span className={styles["author"]}>
      <bdi>{serviceName(service, t)}</bdi>
      {service === "PROMPT" && prompt !== undefined && (
        <>
          {" · "}
          <bdi>{prompt}</bdi>
        </>
      )}
    </span>
  )
}

interface UseButtonProps {
  readonly text: string
  readonly index: number
  readonly onTake: (text: string) => void
}

const UseButton = ({ text, index, onTake }: UseButtonProps) => {
  const t = useText()
  return (
    <>
      <Button kind="quiet" aria-label={t("memory.use-this", { text })} onPress={() => onTake(text)}>
        {t("memory.use")}
      </Button>
      {index < keysMax && <kbd>{shownKeys(`Ctrl Shift ${firstDigit + index}`, t)}</kbd>}
    </>
  )
}

/** Says once how many services have translated, when all have ended. */
const useSaidResult = (suggestions: ReadonlyArray<MachineSuggestion>, isFetching: boolean): void => {
  const t = useText()
  const count = suggestions.filter(({ end }) => end.kind === "translated").length
  const sentence =
    isFetching || suggestions.length === 0
      ? ""
      : t("machine.found", { count, failed: suggestions.length - count, keys: shownKeys("Ctrl Shift 7", t) })
  useEffect(() => {
    if (sentence !== "") announce(sentence)
  }, [sentence])
}
