import { Search, X } from "lucide-react"
import { useRef } from "react"
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

/** Moves the focus to the active cell of the list below. */
const focusList = () => document.querySelector<HTMLElement>("[role=grid] [role=gridcell][tabindex='0']")?.focus()

/** The search above a list: `/` leads to it, the arrow down and Enter lead from it into the list. */
export const SearchField = ({ label, value, onChange }: SearchFieldProps) => {
  const t = useText()
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = usePausedText(value, onChange)
  useShortcuts([{ keys: "/", title: "shortcuts.search", place: "list", run: () => field.current?.focus() }])
  return (
    <div className={styles["search"]}>
      <Search aria-hidden />
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={label}
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
    </div>
  )
}
