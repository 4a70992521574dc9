/** Bounds of a slug in UTF-16 units. Source: docs/reference/projects.md. */
export const slugLimits: SlugLimits = { minimum: 3, maximum: 60 }

export interface SlugLimits {
  readonly minimum: number
  readonly maximum: number
}

/** Requires a letter, so that a slug is never taken for an id in a path. */
export const slugPattern = /^[a-z0-9-]*[a-z]+[a-z0-9-]*$/

/** Candidates that a name has at most; when all of them are taken, it gets no slug. */
export const slugCandidatesMax = 5000

/**
 * The slugs that a name may get, the best first: `count` of them from position `first` on, fewer at the end, none behind it.
 * A list, so that the caller can ask the database for all of them at once.
 * Source: docs/reference/projects.md#slugs.
 */
export const slugCandidates = (
  name: string,
  first: number,
  count: number,
  limits: SlugLimits = slugLimits
): ReadonlyArray<string> => {
  const end = Math.min(first + count, slugCandidatesMax)
  return listCandidates(slugPart(name, limits), end, limits).slice(first)
}

const slugPart = (name: string, limits: SlugLimits): string =>
  stripAccents(name)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, limits.maximum)
    .replace(/^-/, "")
    .replace(/-$/, "")

// The stroke of this letter is no combining mark, so decomposition leaves it in place.
const stripAccents = (text: string): string =>
  text.normalize("NFD").replace(/\p{M}/gu, "").replaceAll("ł", "l").replaceAll("Ł", "L")

/** Digits of the largest counter that `slugCandidatesMax` candidates need. */
const counterDigitsMax = 4

/** The first `end` candidates, each of them once. */
const listCandidates = (namePart: string, end: number, limits: SlugLimits): ReadonlyArray<string> => {
  const candidates = new Set<string>()
  let part = namePart
  for (let counter = 0; candidates.size < end; counter++) {
    const suffix = counter === 0 ? "" : String(counter)
    if (part.length + suffix.length > limits.maximum) part = part.slice(0, -1)
    const candidate = part + suffix
    if (candidate.length < limits.minimum) continue
    if (slugPattern.test(candidate)) {
      candidates.add(candidate)
    } else {
      // Digits alone are no slug. The letter stands where no counter cuts it off again.
      part = `${part.slice(0, limits.maximum - 1 - counterDigitsMax)}a`
      counter = -1
    }
  }
  return [...candidates]
}
