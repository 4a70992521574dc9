import type { UseQueryResult } from "@tanstack/react-query"
import type { ReactNode } from "react"
import { Skeleton } from "./skeleton.tsx"
import { ErrorState } from "./states.tsx"

interface QueryStateProps<A> {
  readonly query: Pick<UseQueryResult<A>, "data" | "error" | "isError" | "refetch">
  /** Height of the skeleton, near that of the data. */
  readonly skeleton: string
  /** Takes the place of data that are empty. */
  readonly empty?: ReactNode
  /** Absent: true for a list without entries. */
  readonly isEmpty?: boolean
  readonly children: (data: A) => ReactNode
}

/** Shows the data of a query; before that its skeleton, or its error with another try. */
export const QueryState = <A,>({ query, skeleton, empty, isEmpty, children }: QueryStateProps<A>) => {
  const { data } = query
  if (query.isError) return <ErrorState error={query.error} onRetry={() => query.refetch()} />
  if (data === undefined) {
    return (
      <div aria-busy="true">
        <Skeleton height={skeleton} />
      </div>
    )
  }
  const isEmptyList = isEmpty ?? (Array.isArray(data) && data.length === 0)
  return empty !== undefined && isEmptyList ? empty : children(data)
}
