import { ArrowDown, ArrowUp } from "lucide-react"
import type { ReactNode } from "react"
import styles from "./table.module.css"

interface TableProps<Row> {
  /** Names the table. */
  readonly label: string
  readonly columns: ReadonlyArray<{
    readonly id: string
    readonly title: string
    /** Absent: the table is not sorted by this column. */
    readonly sort?: { readonly direction: "ascending" | "descending" | null; readonly onSort: () => void }
    readonly cell: (row: Row) => ReactNode
    /** Numbers stand at the end of their cell. */
    readonly isNumber?: boolean
  }>
  readonly rows: ReadonlyArray<Row>
  readonly rowId: (row: Row) => string | number
}

/** A plain table: the first column names the row. It scrolls sideways inside of itself, never the page. */
export const Table = <Row,>({ label, columns, rows, rowId }: TableProps<Row>) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
  <section className={styles["frame"]} aria-label={label} tabIndex={0}>
    <table className={styles["table"]}>
      <thead>
        <tr>
          {columns.map(({ id, title, sort, isNumber = false }) => (
            <th
              key={id}
              scope="col"
              aria-sort={sort === undefined ? undefined : (sort.direction ?? "none")}
              className={isNumber ? styles["number"] : undefined}
            >
              {sort === undefined ? (
                title
              ) : (
                <button type="button" onClick={sort.onSort} className={styles["sort"]}>
                  {title}
                  {sort.direction === "ascending" && <ArrowUp aria-hidden />}
                  {sort.direction === "descending" && <ArrowDown aria-hidden />}
                </button>
              )}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={rowId(row)}>
            {columns.map(({ id, cell, isNumber = false }, index) =>
              index === 0 ? (
                <th key={id} scope="row">
                  {cell(row)}
                </th>
              ) : (
                <td key={id} className={isNumber ? styles["number"] : undefined}>
                  {cell(row)}
                </td>
              )
            )}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
