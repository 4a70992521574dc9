import { Pencil } from "lucide-react"
import { directionOf, languageName, useText } from "../../base/texts/text.ts"
import type { ListedTerm } from "../../feature/glossary/glossary-queries.ts"
import { TermMarks } from "../../feature/glossary/term-marks.tsx"
import { cellId, type GridPosition } from "../translation-list/grid-position.ts"
import rowStyles from "../translation-list/key-row.module.css"
import styles from "./glossary.module.css"
import { type AfterSave, TermField } from "./term-field.tsx"

interface TermRowProps {
  /** Its place in the list. */
  readonly index: number
  readonly term: ListedTerm
  readonly baseLanguageTag: string
  readonly tags: ReadonlyArray<string>
  readonly isTable: boolean
  readonly isSelected: boolean
  readonly obstacle: string | null
  /** The column with the tab stop; null: it is in another row. */
  readonly activeColumn: number | null
  /** The language whose field is open; null: none in this row. */
  readonly openTag: string | null
  readonly onActivate: (position: GridPosition) => void
  readonly onSelect: (row: number, isRange: boolean) => void
  readonly onOpen: (position: GridPosition) => void
  /** Returns whether the text was saved. */
  readonly onSave: (position: GridPosition, text: string, after: AfterSave) => Promise<boolean>
  readonly onMove: (position: GridPosition, by: 1 | -1) => void
  readonly onClose: (position: GridPosition) => void
  readonly onLeave: (term: ListedTerm, tag: string) => void
}

const textOf = ({ translations }: ListedTerm, tag: string): string =>
  translations.find(({ languageTag }) => languageTag === tag)?.text ?? ""

/** One term: its base text at the side, its translations in columns or under each other. */
export const TermRow = ({ index, term, baseLanguageTag, tags, isTable, isSelected, ...props }: TermRowProps) => {
  const t = useText()
  const baseText = textOf(term, baseLanguageTag)
  const own = { row: index, column: 0 }
  return (
    <div role="presentation" className={`${rowStyles["row"]} ${isTable ? rowStyles["tableRow"] : ""}`}>
      <div
        role="gridcell"
        aria-colindex={1}
        id={cellId(own)}
        tabIndex={props.activeColumn === 0 ? 0 : -1}
        className={`${rowStyles["key"]} ${isSelected ? rowStyles["selected"] : ""}`}
        data-term={baseText}
        onFocus={() => props.onActivate(own)}
      >
        <div className={rowStyles["head"]}>
          <label className={rowStyles["select"]}>
            <input
              type="checkbox"
              tabIndex={-1}
              aria-label={t("selection.select", { key: baseText })}
              checked={isSelected}
              onChange={({ nativeEvent }) =>
                props.onSelect(index, "shiftKey" in nativeEvent && nativeEvent.shiftKey === true)
              }
            />
          </label>
          <span lang={baseLanguageTag} dir={directionOf(baseLanguageTag)} className={styles["term"]}>
            {baseText === "" ? <span className={rowStyles["empty"]}>{t("translations.no-text")}</span> : baseText}
          </span>
        </div>
        {term.description !== null && <bdi className={rowStyles["description"]}>{term.description}</bdi>}
        <TermMarks term={term} />
        {props.activeColumn === 0 && props.obstacle === null && (
          <button
            type="button"
            tabIndex={-1}
            className={rowStyles["menu"]}
            aria-label={t("glossary.edit-term", { term: baseText })}
            onClick={() => props.onOpen(own)}
          >
            <Pencil aria-hidden />
          </button>
        )}
      </div>
      <div role="presentation" className={rowStyles["texts"]}>
        {tags.map((tag, column) => (
          <TextCell
            key={tag}
            tag={tag}
            position={{ row: index, column: column + 1 }}
            label={`${baseText}, ${languageName(tag, t.language)}`}
            text={term.flagNonTranslatable ? baseText : textOf(term, tag)}
            isTranslated={!term.flagNonTranslatable}
            isActive={props.activeColumn === column + 1}
            isOpen={props.openTag === tag}
            isReadonly={props.obstacle !== null || term.flagNonTranslatable}
            onActivate={props.onActivate}
            onOpen={props.onOpen}
            onSave={props.onSave}
            onMove={props.onMove}
            onClose={props.onClose}
            onLeave={() => props.onLeave(term, tag)}
          />
        ))}
      </div>
    </div>
  )
}

interface TextCellProps extends Pick<TermRowProps, "onActivate" | "onOpen" | "onSave" | "onMove" | "onClose"> {
  readonly onLeave: () => void
  readonly tag: string
  readonly position: GridPosition
  readonly label: string
  readonly text: string
  /** false: the term stays as it is in the base language. */
  readonly isTranslated: boolean
  readonly isActive: boolean
  readonly isOpen: boolean
  readonly isReadonly: boolean
}

const TextCell = ({ tag, text, label, isActive, isOpen, isReadonly, ...props }: TextCellProps) => {
  const t = useText()
  const { position } = props
  const name = languageName(tag, t.language)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Enter is a key of the grid
    <div
      role="gridcell"
      aria-colindex={position.column + 1}
      id={cellId(position)}
      tabIndex={isActive && !isOpen ? 0 : -1}
      className={`${rowStyles["cell"]} ${isOpen ? rowStyles["open"] : ""}`}
      data-language={tag}
      aria-readonly={isReadonly}
      onFocus={(event) => {
        if (event.target === event.currentTarget) props.onActivate(position)
      }}
      onClick={() => {
        // Selecting a text to copy it opens nothing.
        if (!isOpen && window.getSelection()?.isCollapsed !== false) props.onOpen(position)
      }}
    >
      <span className={rowStyles["language"]} title={name}>
        <span aria-hidden>{tag}</span>
        <span className="visually-hidden">{name}: </span>
      </span>
      {isOpen ? (
        <TermField
          label={label}
          languageTag={tag}
          text={text}
          onSave={(typed, after) => props.onSave(position, typed, after)}
          onMove={(by) => props.onMove(position, by)}
          onClose={() => props.onClose(position)}
          onLeave={props.onLeave}
        />
      ) : (
        <div
          lang={text === "" ? undefined : tag}
          dir={text === "" ? undefined : directionOf(tag)}
          className={styles["text"]}
          data-translated={props.isTranslated}
        >
          {text === "" ? <span className={rowStyles["empty"]}>{t("translations.no-text")}</span> : text}
        </div>
      )}
    </div>
  )
}
