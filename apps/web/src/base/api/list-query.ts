/** The search of a list by name, and how many rows it reads. */
export interface ListRequest {
  readonly search: string
  readonly size: number
}

/** The query parameters of a list by name. */
export const listQueryOf = ({ search, size }: ListRequest) => ({
  size,
  sort: [{ property: "name", direction: "asc" }] as const,
  ...(search === "" ? {} : { search })
})
