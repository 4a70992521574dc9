/** More edits than this make another word, not a typing error. */
const editsMax = 4
/** So many characters for each edit: short names are near each other without being meant. */
const charactersOfEdit = 3

/**
 * The name that is probably meant: the one with the fewest edits from the given one, else one that has a word more or a word
 * less at its end. null when none is near.
 */
export const nearestName = (name: string, names: ReadonlyArray<string>): string | null => {
  const [nearest] = names
    .map((candidate) => ({ candidate, edits: countEdits(name, candidate) }))
    .filter(({ candidate, edits }) => edits <= editsMaxOf(Math.max(name.length, candidate.length)))
    .sort((left, right) => left.edits - right.edits)
  return (
    nearest?.candidate ??
    names.filter((candidate) => continues(candidate, name) || continues(name, candidate)).sort(byLength)[0] ??
    null
  )
}

const editsMaxOf = (length: number): number => Math.min(editsMax, Math.max(1, Math.floor(length / charactersOfEdit)))

const continues = (candidate: string, name: string): boolean =>
  name !== "" && candidate.startsWith(name) && /^[-_ .]/.test(candidate.slice(name.length))

const byLength = (left: string, right: string): number => left.length - right.length

/** Insertions, deletions, replacements and swaps of neighbours that turn one text into the other (optimal string alignment). */
const countEdits = (left: string, right: string): number => {
  let beforePrevious: Array<number> = []
  let previous = Array.from({ length: right.length + 1 }, (_, index) => index)
  for (let row = 1; row <= left.length; row++) {
    const current = [row]
    for (let column = 1; column <= right.length; column++) {
      const replaced = (previous[column - 1] ?? 0) + (left[row - 1] === right[column - 1] ? 0 : 1)
      const isSwap = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1]
      const swapped = isSwap ? (beforePrevious[column - 2] ?? 0) + 1 : replaced
      current.push(Math.min(replaced, swapped, (previous[column] ?? 0) + 1, (current[column - 1] ?? 0) + 1))
    }
    beforePrevious = previous
    previous = current
  }
  return previous[right.length] ?? 0
}
