import { ChevronDown } from "lucide-react"
import { type KeyboardEvent, type PointerEvent, useRef } from "react"
import { Button as AriaButton } from "react-aria-components"
import type { LanguageModel } from "../../base/api/contract.ts"
import { directionOf, languageName, useText } from "../../base/texts/text.ts"
import { Menu, MenuItem } from "../../widget/ui/menu.tsx"
import styles from "./column-headers.module.css"
import { type ColumnWidths, columnWidthMax, columnWidthMin, keyColumn, widthStep } from "./column-widths.ts"

interface ColumnHeadersProps {
  /** Name of the first column, which is no language. */
  readonly first: string
  readonly languages: ReadonlyArray<Pick<LanguageModel, "tag">>
  readonly widths: ColumnWidths
}

/** The first row of the table: what each column has, and how wide it is. */
export const ColumnHeaders = ({ first, languages, widths }: ColumnHeadersProps) => {
  const t = useText()
  return (
    <div role="row" aria-rowindex={1} className={styles["headers"]}>
      <ColumnHeader column={keyColumn} index={1} name={first} widths={widths} />
      {languages.map(({ tag }, index) => (
        <ColumnHeader
          key={tag}
          column={tag}
          index={index + 2}
          name={languageName(tag, t.language)}
          languageTag={tag}
          widths={widths}
        />
      ))}
    </div>
  )
}

interface ColumnHeaderProps {
  readonly column: string
  /** From 1. */
  readonly index: number
  readonly name: string
  readonly languageTag?: string
  readonly widths: ColumnWidths
}

/** The edge is for the keyboard and for dragging; the menu behind the name, for pointers that cannot drag. */
const ColumnHeader = ({ column, index, name, languageTag, widths: { widthOf, setWidth } }: ColumnHeaderProps) => {
  const t = useText()
  const width = widthOf(column)
  const changes: Readonly<Record<string, number | null>> = {
    wider: width + 4 * widthStep,
    narrower: width - 4 * widthStep,
    usual: null
  }
  return (
    <div role="columnheader" aria-colindex={index} data-column={column} className={styles["header"]}>
      <Menu
        aria-label={t("table.width-of", { column: name })}
        onAction={(id) => setWidth(column, changes[id] ?? null)}
        trigger={
          <AriaButton excludeFromTabOrder className={styles["name"] ?? ""}>
            <bdi>{name}</bdi>
            {languageTag !== undefined && <bdi className={styles["tag"]}>{languageTag}</bdi>}
            <ChevronDown aria-hidden />
          </AriaButton>
        }
      >
        <MenuItem id="wider">{t("table.wider")}</MenuItem>
        <MenuItem id="narrower">{t("table.narrower")}</MenuItem>
        <MenuItem id="usual">{t("table.usual-width")}</MenuItem>
      </Menu>
      <ColumnEdge
        name={name}
        width={width}
        onChange={(next) => setWidth(column, next)}
        onReset={() => setWidth(column, null)}
      />
    </div>
  )
}

interface ColumnEdgeProps {
  readonly name: string
  readonly width: number
  readonly onChange: (width: number) => void
  /** The usual width again. */
  readonly onReset: () => void
}

/** The edge of a column: arrow keys and dragging change its width. */
const ColumnEdge = ({ name, width, onChange, onReset }: ColumnEdgeProps) => {
  const t = useText()
  const drag = useRef<{ readonly x: number; readonly width: number } | null>(null)
  const toWider = directionOf(t.language) === "rtl" ? -1 : 1

  const onKeyDown = (event: KeyboardEvent) => {
    const widths: Readonly<Record<string, number>> = {
      ArrowRight: width + toWider * widthStep,
      ArrowLeft: width - toWider * widthStep,
      Home: columnWidthMin,
      End: columnWidthMax
    }
    const next = widths[event.key]
    if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    // The keys are not those of the list here.
    event.stopPropagation()
    onChange(next)
  }
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drag.current = { x: event.clientX, width }
  }
  const onPointerMove = (event: PointerEvent) => {
    if (drag.current === null) return
    onChange(drag.current.width + toWider * (event.clientX - drag.current.x))
  }
  const endDrag = () => {
    drag.current = null
  }
  return (
    <div
      role="separator"
      aria-orientation="vertical"
      aria-label={t("table.width-of", { column: name })}
      aria-valuenow={width}
      aria-valuemin={columnWidthMin}
      aria-valuemax={columnWidthMax}
      tabIndex={0}
      className={styles["edge"]}
      onKeyDown={onKeyDown}
      onPointerDown={onPointerDown}
      onPointerMove={onPointerMove}
      onPointerUp={endDrag}
      onPointerCancel={endDrag}
      onDoubleClick={onReset}
    />
  )
}
