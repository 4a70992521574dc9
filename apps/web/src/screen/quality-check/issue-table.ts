export interface IssueRow {
  readonly type: string
  readonly total: number
  /** Open issues by the id of the language. */
  readonly counts: ReadonlyMap<number, number>
}

/** The types of checks with open issues, those with most of them first. */
export const issueRows = (counts: ReadonlyMap<number, Readonly<Record<string, number>>>): ReadonlyArray<IssueRow> => {
  const byType = new Map<string, Map<number, number>>()
  for (const [languageId, ofLanguage] of counts) {
    for (const [type, count] of Object.entries(ofLanguage)) {
      if (count === 0) continue
      const row = byType.get(type) ?? new Map<number, number>()
      byType.set(type, row.set(languageId, count))
    }
  }
  return [...byType]
    .map(([type, row]) => ({ type, counts: row, total: [...row.values()].reduce((sum, count) => sum + count, 0) }))
    .toSorted((one, other) => other.total - one.total || (one.type < other.type ? -1 : 1))
}
