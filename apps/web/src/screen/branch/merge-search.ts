/** Types of changes in the order of their tabs: conflicts need a decision. */
export const mergeChangeTypes = ["CONFLICT", "ADD", "UPDATE", "DELETE"] as const
export type MergeChangeType = (typeof mergeChangeTypes)[number]

export interface MergeSearch {
  /** The tab that is open; absent: the first one with changes. */
  readonly type?: MergeChangeType | undefined
}

/** Parses the search parameters; unknown ones are dropped without an error. */
export const parseMergeSearch = ({ type }: Readonly<Record<string, unknown>>): MergeSearch => {
  const known = mergeChangeTypes.find((one) => one === type)
  return known === undefined ? {} : { type: known }
}
