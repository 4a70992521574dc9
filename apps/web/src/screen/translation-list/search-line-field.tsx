import { parseSearchLine } from "@dragoman/domain/translation-list"
import { useId, useRef, useState } from "react"
import type { LanguageModel } from "../../base/api/contract.ts"
import { type Text, useText } from "../../base/texts/text.ts"
import { announce } from "../../widget/announcement/announcement.ts"
import { usePausedText } from "../../widget/form/paused-text.ts"
import { lazyPart } from "../../widget/ui/lazy-part.tsx"
import styles from "./filter-bar.module.css"
import { SearchBox } from "./search-field.tsx"

const SearchHelp = lazyPart(() => import("./search-help.tsx"), "SearchHelp")

interface SearchLineFieldProps {
  /** The languages whose texts are searched. */
  readonly shown: ReadonlyArray<LanguageModel>
  /** All languages of the project. */
  readonly languages: ReadonlyArray<LanguageModel>
  readonly value: string
  /** When typing pauses, with a line that can be read. */
  readonly onChange: (line: string) => void
}

/** The search line above the list. The list keeps its keys while the line cannot be read. */
export const SearchLineField = ({ shown, languages, value, onChange }: SearchLineFieldProps) => {
  const t = useText()
  const errorId = useId()
  const field = useRef<HTMLInputElement>(null)
  /** The line at the last pause: a term that is still being typed is no mistake. */
  const [pausedLine, setPausedLine] = useState(value)
  const errorOf = (line: string) => searchError(line, shown, languages)
  const [typed, setTyped] = usePausedText(value, (line) => {
    setPausedLine(line)
    const error = errorOf(line)
    if (error === null) onChange(line)
    else announce(errorText(error, t))
  })
  const error = typed === pausedLine || typed === value ? errorOf(typed) : null
  return (
    <>
      <SearchBox
        field={field}
        label={t("filter.search")}
        typed={typed}
        setTyped={setTyped}
        errorId={error === null ? undefined : errorId}
      >
        <SearchHelp
          baseTag={languages.find(({ base }) => base)?.tag ?? "en"}
          onInsert={(term) => {
            setTyped(typed.trim() === "" ? term : `${typed.trimEnd()} ${term}`)
            field.current?.focus()
          }}
        />
      </SearchBox>
      {error !== null && (
        <p id={errorId} className={styles["error"]}>
          {errorText(error, t)}{" "}
          <code dir="ltr">
            {typed.slice(0, error.position - 1)}
            <mark>{typed.slice(error.position - 1) || " "}</mark>
          </code>
        </p>
      )}
    </>
  )
}

interface SearchError {
  /** From 1. */
  readonly position: number
  readonly expected: string
}

/** null: the line can be read. */
const searchError = (
  line: string,
  selected: ReadonlyArray<LanguageModel>,
  viewable: ReadonlyArray<LanguageModel>
): SearchError | null => {
  // Only the server knows users by name; an unknown one is no error.
  const parsed = parseSearchLine(line, { selected, viewable }, new Map())
  if (parsed.ok || parsed.error.kind !== "code") return null
  const [position, expected] = parsed.error.params ?? []
  return { position: Number(position), expected: String(expected) }
}

const errorText = ({ position, expected }: SearchError, t: Text): string =>
  t("search-line.error", { position, expected: expectedText(expected, t) })

/** Says in words the signs that the domain expects; names of fields and values stay. */
const expectedText = (expected: string, t: Text): string => {
  if (expected === '"') return t("search-line.closing-quote")
  if (expected === "␣") return t("search-line.space")
  if (expected.startsWith('"')) return t("search-line.value")
  return expected.startsWith("≤") ? t("search-line.fewer-terms", { limit: expected.slice(2) }) : expected
}
