/** A match with everything that its rank depends on. */
export interface ScoredMatch {
  /** Similarity after penalties. */
  readonly similarity: number
  /** Priority of the memory; 0 is the first. */
  readonly priority: number
  readonly sourceText: string
  readonly targetText: string
  /** Whether the key of the match has the name or the namespace of the key that asks. */
  readonly isNear: boolean
  readonly isReviewed: boolean
  /** Epoch milliseconds. */
  readonly updatedAt: number
  readonly id: number
}

/** Orders matches, the best first, and leaves the best one of each pair of source and target. */
export const rankMatches = <Match extends ScoredMatch>(matches: ReadonlyArray<Match>): ReadonlyArray<Match> => {
  const pairs = new Set<string>()
  return matches.toSorted(compareMatches).filter(({ sourceText, targetText }) => {
    const pair = JSON.stringify([sourceText, targetText])
    if (pairs.has(pair)) return false
    pairs.add(pair)
    return true
  })
}

const compareMatches = (one: ScoredMatch, other: ScoredMatch): number =>
  other.similarity - one.similarity ||
  one.priority - other.priority ||
  Number(other.isNear) - Number(one.isNear) ||
  Number(other.isReviewed) - Number(one.isReviewed) ||
  other.updatedAt - one.updatedAt ||
  one.id - other.id
