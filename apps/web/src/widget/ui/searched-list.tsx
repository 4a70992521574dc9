import type { UseQueryResult } from "@tanstack/react-query"
import { type ReactNode, useState } from "react"
import { useText } from "../../base/texts/text.ts"
import { Button } from "./button.tsx"
import { QueryState } from "./query-state.tsx"
import styles from "./searched-list.module.css"
import { EmptyState } from "./states.tsx"
import { TextField } from "./text-field.tsx"

/** The search of a list, and how many rows it reads: more on request. */
export const useListSearch = (pageSize: number) => {
  const [search, setSearch] = useState("")
  const [pageCount, setPageCount] = useState(1)
  return { search, setSearch, size: pageCount * pageSize, showMore: () => setPageCount(pageCount + 1) }
}

interface SearchedListProps<Row> {
  /** Label of the search field. */
  readonly label: string
  readonly noMatch: string
  /** Takes the place of the list when there is nothing to search; absent: there always is something. */
  readonly empty?: ReactNode
  readonly list: ReturnType<typeof useListSearch>
  /** Reads `list.size` rows that match `list.search`. */
  readonly query: UseQueryResult<{ readonly rows: ReadonlyArray<Row>; readonly total: number }>
  readonly children: (rows: ReadonlyArray<Row>) => ReactNode
}

/** A list of the server below its search, with the way to more of it. */
export const SearchedList = <Row,>({ label, noMatch, empty, list, query, children }: SearchedListProps<Row>) => {
  const t = useText()
  const { rows, total } = query.data ?? { rows: [], total: 0 }
  if (empty !== undefined && query.data !== undefined && total === 0 && list.search === "") return empty
  return (
    <>
      <div className={styles["search"]}>
        <TextField type="search" label={label} value={list.search} onChange={list.setSearch} />
      </div>
      <QueryState
        query={query}
        skeleton="320px"
        isEmpty={rows.length === 0}
        empty={
          <EmptyState
            title={noMatch}
            action={<Button onPress={() => list.setSearch("")}>{t("filter.clear-search")}</Button>}
          />
        }
      >
        {() => children(rows)}
      </QueryState>
      {rows.length > 0 && rows.length < total && (
        <div>
          <Button onPress={list.showMore}>{t("projects.more", { count: total - rows.length })}</Button>
        </div>
      )}
    </>
  )
}
