/** More edits than this make another word, not a typing error. */
const editsMax = 4

/** The name with the fewest edits from the given one; null when none is near. */
export const nearestName = (name: string, names: ReadonlyArray<string>): string | null => {
  const [nearest] = names
    .map((candidate) => ({ candidate, edits: countEdits(name, candidate) }))
    .filter(({ edits }) => edits <= editsMax)
    .sort((left, right) => left.edits - right.edits)
  return nearest?.candidate ?? null
}

/** Insertions, deletions and replacements that turn one text into the other (Levenshtein). */
const countEdits = (left: string, right: string): number => {
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let column = 1; column <= right.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1)
      current.push(Math.min(replaced, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    previous = current
  }
  return previous[right.length] ?? 0
}
