import { Search, X } from "lucide-react"
import { type ReactNode, type RefObject, useRef } from "react"
import { useText } from "../../base/texts/text.ts"
import { usePausedText } from "../../widget/form/paused-text.ts"
import { useShortcuts } from "../../widget/shortcut/shortcut.ts"
import styles from "./filter-bar.module.css"

interface SearchFieldProps {
  readonly label: string
  readonly value: string
  /** When typing pauses. */
  readonly onChange: (text: string) => void
}

/** The search above a list: `/` leads to it, the arrow down and Enter lead from it into the list. */
export const SearchField = ({ label, value, onChange }: SearchFieldProps) => {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = usePausedText(value, onChange)
  return <SearchBox field={field} label={label} typed={typed} setTyped={setTyped} />
}

interface SearchBoxProps {
  readonly field: RefObject<HTMLInputElement | null>
  readonly label: string
  readonly typed: string
  readonly setTyped: (text: string) => void
  /** The element that says why the text cannot be read; absent: it can. */
  readonly errorId?: string | undefined
  /** A button at the end. */
  readonly children?: ReactNode
}

/** Moves the focus to the active cell of the list below. */
const focusList = () => document.querySelector<HTMLElement>("[role=grid] [role=gridcell][tabindex='0']")?.focus()

/** The input of a search, with its keys. */
export const SearchBox = ({ field, label, typed, setTyped, errorId, children }: SearchBoxProps) => {
  const t = useText()
  useShortcuts([{ keys: "/", title: "shortcuts.search", place: "list", run: () => field.current?.focus() }])
  return (
    <div className={styles["search"]}>
      <Search aria-hidden />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
        aria-invalid={errorId !== undefined}
        aria-describedby={errorId}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => {
          if ((event.key !== "ArrowDown" && event.key !== "Enter") || event.nativeEvent.isComposing) return
          event.preventDefault()
          focusList()
        }}
      />
      {typed !== "" && (
        <button type="button" aria-label={t("filter.clear-search")} onClick={() => setTyped("")}>
          <X aria-hidden />
        </button>
      )}
      {children}
    </div>
  )
}
