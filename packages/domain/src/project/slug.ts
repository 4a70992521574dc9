/** Bounds of a slug in UTF-16 units. Source: reference "auth-and-permissions" 3.5, 3.7. */
export interface SlugLength {
  readonly minimum: number
  readonly maximum: number
}

export const slugLength: SlugLength = { minimum: 3, maximum: 60 }

/** At least one letter, so that a slug is never taken for an id in a path. */
export const slugPattern = /^[a-z0-9-]*[a-z]+[a-z0-9-]*$/

/**
 * Free slug for a name; null when none of the 5000 candidates is free (400 `cannot_find_suitable_address_part`).
 * `findTaken` answers for a whole list at once, so that the caller can ask the database with one statement.
 * `oldSlug` counts as free: it is the caller's own.
 * Source: reference "auth-and-permissions" 3.7.
 */
export const generateSlug = (
  name: string,
  findTaken: (candidates: ReadonlyArray<string>) => ReadonlySet<string>,
  options: { readonly oldSlug?: string | null; readonly length?: SlugLength } = {}
): string | null => {
  for (const candidates of slugCandidates(name, options.length)) {
    const slug = firstFreeSlug(candidates, findTaken(candidates), options.oldSlug)
    if (slug !== null) return slug
  }
  return null
}

/**
 * All slugs that a name may get, the best first, in batches that grow: the first batch nearly always has a free one.
 * For callers whose question to the database is asynchronous; `firstFreeSlug` chooses from each batch.
 */
export const slugCandidates = (name: string, length = slugLength): ReadonlyArray<ReadonlyArray<string>> => {
  const candidates = listCandidates(slugPart(name, length), length)
  return [candidates.slice(0, 20), candidates.slice(20, 500), candidates.slice(500)].filter(({ length }) => length > 0)
}

/** The first candidate that is not taken; `oldSlug` counts as free. Null when all are taken. */
export const firstFreeSlug = (
  candidates: ReadonlyArray<string>,
  taken: ReadonlySet<string>,
  oldSlug: string | null = null
): string | null => candidates.find((candidate) => candidate === oldSlug || !taken.has(candidate)) ?? null

/** Numbers that are tried before the search is given up. Source: reference "auth-and-permissions" 3.7. */
const triesMax = 5000

const slugPart = (name: string, length: SlugLength): string =>
  stripAccents(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, length.maximum)
    .replace(/^-/, "")
    .replace(/-$/, "")

// The stroke of these letters is no combining mark, so decomposition leaves it in place.
const letterByStrokedLetter: ReadonlyMap<string, string> = new Map([
  ["ł", "l"],
  ["Ł", "L"]
])

const stripAccents = (text: string): string =>
  text
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[łŁ]/g, (letter) => letterByStrokedLetter.get(letter) ?? letter)

const listCandidates = (namePart: string, length: SlugLength): ReadonlyArray<string> => {
  const candidates: Array<string> = []
  let part = namePart
  let counter = 0
  for (let tries = 0; tries < triesMax; tries++) {
    const suffix = counter === 0 ? "" : String(counter)
    if (part.length + suffix.length > length.maximum) part = part.slice(0, -1)
    const candidate = part + suffix
    if (candidate.length >= length.minimum && !slugPattern.test(candidate)) {
      // Digits alone are no slug. The letter replaces the last digit of a part that leaves no room for it:
      // appending it there would cut it off again for ever.
      part = `${part.slice(0, length.maximum - 1)}a`
      counter = 0
      continue
    }
    if (candidate.length >= length.minimum) candidates.push(candidate)
    counter++
  }
  return candidates
}
