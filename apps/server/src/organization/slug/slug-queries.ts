import { fieldErrors } from "@dragoman/domain/error"
import { slugCandidates } from "@dragoman/domain/project"
import { notBlank } from "@dragoman/domain/validation"
import { type SlugKind, SlugRepository } from "@dragoman/store"
import { Effect, Option } from "effect"
import { failWith } from "../../platform/fail.ts"
import type { UserAccess } from "../../service/access/access.ts"

/** Whether the slug is free; its form is not checked. */
export const isSlugFree = Effect.fn("isSlugFree")(function* (_access: UserAccess, kind: SlugKind, slug: string) {
  const repository = yield* SlugRepository
  return (yield* repository.findTaken(kind, [slug])).size === 0
})

/** Proposes a free slug for a name; the old one counts as free. */
export const proposeSlug = Effect.fn("proposeSlug")(function* (
  _access: UserAccess,
  kind: SlugKind,
  body: { readonly name?: string | null | undefined; readonly oldSlug?: string | null | undefined }
) {
  const message = notBlank(body.name)
  if (message !== null) return yield* Effect.fail(fieldErrors({ name: message }))
  return yield* generateSlug(kind, body.name ?? "", body.oldSlug ?? null)
})

/**
 * Number of candidates in the first query, ten times as many in each further one: most taken names are taken a few
 * times only.
 */
const firstCandidates = 20

/** Finds the best free slug for a name. Another transaction may take it until it is stored. */
export const generateSlug = Effect.fn("generateSlug")(function* (
  kind: SlugKind,
  name: string,
  oldSlug: string | null = null
) {
  const repository = yield* SlugRepository
  let first = 0
  for (let count = firstCandidates; ; count *= 10) {
    const candidates = slugCandidates(name, first, count)
    if (candidates.length === 0) return yield* failWith("cannot_find_suitable_address_part")
    const taken = yield* repository.findTaken(kind, candidates)
    const free = candidates.find((slug) => slug === oldSlug || !taken.has(slug))
    if (free !== undefined) return free
    first += count
  }
})

/** Number of insertions that may fail because another transaction was faster with the same generated slug. */
const generatedSlugRetries = 5

/** Inserts with a free slug for the name. `insert`: None when the slug is taken. */
export const insertWithGeneratedSlug = <A, E, R>(
  kind: SlugKind,
  name: string,
  insert: (slug: string) => Effect.Effect<Option.Option<A>, E, R>
) =>
  Effect.repeat(Effect.flatMap(generateSlug(kind, name), insert), { until: Option.isSome, times: generatedSlugRetries })
