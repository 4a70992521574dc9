/** A translation of exactly the base text of a key. */
export interface ExactMatch {
  /** null: a stored entry, which has no key. */
  readonly keyId: number | null
  readonly keyName: string
  readonly namespace: string | null
  /** null: a stored entry, which serves both. */
  readonly isPlural: boolean | null
  readonly targetText: string
  readonly isReviewed: boolean
  /** Its base text has changed since. */
  readonly isOutdated: boolean
  /** Percent. */
  readonly penalty: number
  readonly id: number
}

interface MatchedKey {
  readonly id: number
  readonly name: string
  readonly namespace: string | null
  readonly isPlural: boolean
}

/**
 * Chooses the text that fills a key: that of a key with the same name and namespace, then with the same namespace, then a
 * reviewed one, the most used one, the newest. Matches with a penalty need a person. null: none fits.
 * Source: docs/memory.md#exact-matches.
 */
export const chooseExactMatch = (key: MatchedKey, matches: ReadonlyArray<ExactMatch>): string | null => {
  const fitting = matches.filter(
    ({ keyId, isPlural, isOutdated, penalty }) =>
      penalty === 0 && !isOutdated && (keyId === null || (keyId !== key.id && isPlural === key.isPlural))
  )
  const uses = new Map<string, number>()
  for (const { targetText } of fitting) uses.set(targetText, (uses.get(targetText) ?? 0) + 1)
  const ranked = fitting.map((match) => {
    const isNear = match.keyId !== null && match.namespace === key.namespace
    const rank = [
      isNear && match.keyName === key.name ? 1 : 0,
      isNear ? 1 : 0,
      match.isReviewed ? 1 : 0,
      uses.get(match.targetText) ?? 0,
      match.keyId === null ? 0 : 1,
      match.id
    ]
    return { targetText: match.targetText, rank }
  })
  let best = ranked[0] ?? null
  for (const one of ranked) if (best !== null && isBetter(one.rank, best.rank)) best = one
  return best?.targetText ?? null
}

const isBetter = (one: ReadonlyArray<number>, other: ReadonlyArray<number>): boolean => {
  const index = one.findIndex((value, position) => value !== other[position])
  return index >= 0 && (one[index] ?? 0) > (other[index] ?? 0)
}
