import { type SlugKind, SlugRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { UserAccess } from "../../platform/access/grant.ts"

/** Whether an address part can be taken; says nothing about its form. Source: reference "auth-and-permissions" 3.7. */
export const isSlugFree = Effect.fn("isSlugFree")(function* (_access: UserAccess, kind: SlugKind, slug: string) {
  const repository = yield* SlugRepository
  return (yield* repository.findTaken(kind, [slug])).size === 0
})
