import { useEffect, useRef } from "react"
import type { LanguageModel, ListedKeyModel, ProjectModel } from "../../base/api/contract.ts"
import { languageName, useText } from "../../base/texts/text.ts"
import type { SavedText } from "../../feature/translation-editor/translation-editor.tsx"
import { announce } from "../../widget/announcement/announcement.ts"
import { useLatest } from "../../widget/ui/use-latest.ts"
import type { useSuggestions } from "./decide-suggestions.ts"
import { editObstacle, writingMode } from "./edit-permission.ts"
import { type GridPosition, nextText } from "./grid-position.ts"
import type { KeyPages } from "./key-pages.ts"
import { parseFirstText, parseOpenKey } from "./list-search.ts"
import type { useSaveText } from "./save-text.ts"
import type { GridFocus } from "./use-grid-focus.ts"
import { useOpenKey } from "./use-open-key.ts"

interface OpenEditorPlace {
  readonly project: ProjectModel
  readonly languages: ReadonlyArray<LanguageModel>
  readonly userId: number
  readonly pages: KeyPages
  readonly focus: GridFocus
  /** `42:cs` in the address: the editor that it opens. */
  readonly keyInAddress: string | undefined
  readonly onOpen: (key: string | undefined) => void
  readonly save: ReturnType<typeof useSaveText>["save"]
  readonly suggest: ReturnType<typeof useSuggestions>["suggest"]
  /** Called when a text was saved. `goesOn`: the next text is open. */
  readonly onSaved: (key: ListedKeyModel, language: LanguageModel, saved: SavedText, goesOn: boolean) => void
  /** Returns whether saving a text leaves out a key on the way to the next one. */
  readonly isSkipped: (key: ListedKeyModel) => boolean
  /** Asks whether keys still match the filters. */
  readonly check: (keyIds: ReadonlyArray<number>) => void
  /** Opens the text after the last one, or before the first one; false: there is none. */
  readonly onBeyond: ((by: 1 | -1, languageTag: string) => boolean) | undefined
}

/** The one open editor of the grid: it opens at a cell, saves, and goes on to the next text. */
export const useOpenEditor = (place: OpenEditorPlace) => {
  const { project, languages, userId, pages, focus, keyInAddress, check, onBeyond } = place
  const t = useText()
  const [openKey, setOpenKey] = useOpenKey(keyInAddress, place.onOpen)
  const open = parseOpenKey(openKey)
  const total = pages.total ?? 0

  // A link to an open text of the first page leads to its row.
  const revealed = useRef<string | undefined>(undefined)
  useEffect(() => {
    if (keyInAddress === revealed.current) return
    const rows = [focus.active.row, ...Array.from({ length: Math.min(total, 100) }, (_, row) => row)]
    const row = open === null ? undefined : rows.find((index) => pages.keyAt(index)?.keyId === open.keyId)
    if (open !== null && row === undefined) return
    revealed.current = keyInAddress
    const column = languages.findIndex(({ tag }) => tag === open?.languageTag) + 1
    if (row !== undefined) focus.reveal({ row, column: Math.max(1, column) })
  })

  /** Returns false for a text that is not there, or cannot be written. */
  const openText = (position: GridPosition): boolean => {
    const key = pages.keyAt(position.row)
    const language = languages[position.column - 1]
    if (key === null || language === undefined) return false
    const translation = key.translations[language.tag]
    if (writingMode(project, language, translation, key.tasks) === null) {
      const obstacle = editObstacle(project, language, translation, key.tasks)
      if (obstacle !== null) announce(t(obstacle), "assertive")
      return false
    }
    focus.reveal(position)
    setOpenKey(`${key.keyId}:${language.tag}`)
    return true
  }
  const close = (position: GridPosition) => {
    setOpenKey(undefined)
    focus.focusCell(position)
  }
  /** The next text that is not skipped; null: there is none, or its row is on its way. */
  const nextOf = (position: GridPosition): GridPosition | null => {
    const next = nextText(position, total)
    const key = next === null ? null : pages.keyAt(next.row)
    return next !== null && key !== null && place.isSkipped(key) ? nextOf(next) : next
  }

  // An address may lead to the first text, whichever that is when the list is read.
  const firstLanguage = parseFirstText(openKey)
  const isListRead = pages.total === 0 || pages.keyAt(0) !== null
  const openFirst = useLatest(() => {
    const position = { row: 0, column: languages.findIndex(({ tag }) => tag === firstLanguage) + 1 }
    if (openText(position)) return
    if (position.column > 0 && total > 0) close(position)
    else setOpenKey(undefined)
  })
  useEffect(() => {
    if (firstLanguage !== null && isListRead) openFirst.current()
  }, [firstLanguage, isListRead])
  const save = (position: GridPosition, saved: SavedText, goesOn: boolean) => {
    const key = pages.keyAt(position.row)
    const language = languages[position.column - 1]
    if (key === null || language === undefined) return
    const stored = { userId, projectId: project.id, keyId: key.keyId, languageTag: language.tag }
    const onConflict = () => {
      announce(t("conflict.changed"), "assertive")
      setOpenKey(`${key.keyId}:${language.tag}`)
      focus.reveal(position)
    }
    const isSuggestion = writingMode(project, language, key.translations[language.tag], key.tasks) === "suggest"
    const written = isSuggestion
      ? place.suggest(key, language, saved, stored, { offersUndo: !goesOn })
      : place.save(key, language, saved, stored, { offersUndo: !goesOn, onConflict }).then((isSaved) => {
          if (isSaved) place.onSaved(key, language, saved, goesOn)
        })
    void written.then(() => check([key.keyId]))
    // The server confirms a suggestion, in a toast.
    const announceDone = () => isSuggestion || announce(t("editor.saved"))
    const next = goesOn ? nextOf(position) : null
    if (goesOn && next === null && onBeyond?.(1, language.tag) === true) return announceDone()
    const nextKey = next === null ? null : pages.keyAt(next.row)
    if (next === null || nextKey === null) {
      announceDone()
      return close(position)
    }
    announce(
      t(isSuggestion ? "suggestion.made-next" : "editor.saved-next", {
        key: nextKey.keyName,
        language: languageName(language.tag, t.language)
      })
    )
    openText(next)
  }
  const move = (position: GridPosition, by: 1 | -1) => {
    const next = nextText(position, total, by)
    if (next !== null && pages.keyAt(next.row) !== null) openText(next)
    const language = languages[position.column - 1]
    if (next === null && language !== undefined) onBeyond?.(by, language.tag)
  }
  return { open, setOpenKey, openText, close, save, move }
}
