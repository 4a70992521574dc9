import { slugCandidates } from "@dragoman/domain/project"
import { type SlugKind, SlugRepository } from "@dragoman/store"
import { Effect } from "effect"
import { failWith } from "../../platform/fail.ts"

/** Names that are taken are mostly taken a few times; each further look takes ten times as many. */
const firstLook = 20

/**
 * The best address part for a name that nobody has; `oldSlug` (null: none) counts as free. Somebody else may be faster
 * until the slug is stored. Source: reference "auth-and-permissions" 3.7.
 */
export const generateSlug = Effect.fn("generateSlug")(function* (
  kind: SlugKind,
  name: string,
  oldSlug: string | null = null
) {
  const repository = yield* SlugRepository
  let first = 0
  for (let count = firstLook; ; count *= 10) {
    const candidates = slugCandidates(name, first, count)
    if (candidates.length === 0) return yield* failWith("cannot_find_suitable_address_part")
    const taken = yield* repository.findTaken(kind, candidates)
    const free = candidates.find((slug) => slug === oldSlug || !taken.has(slug))
    if (free !== undefined) return free
    first += count
  }
})
