import { fieldErrors } from "@dragoman/domain/error"
import { notBlank } from "@dragoman/domain/validation"
import type { SlugKind } from "@dragoman/store"
import { Effect } from "effect"
import type { UserAccess } from "../../platform/access/grant.ts"

import { generateSlug } from "./generate-slug.ts"

/** A free address part for a name; the old one counts as free. Source: reference "auth-and-permissions" 3.7. */
export const proposeSlug = Effect.fn("proposeSlug")(function* (
  _access: UserAccess,
  kind: SlugKind,
  body: { readonly name?: string | null | undefined; readonly oldSlug?: string | null | undefined }
) {
  const message = notBlank(body.name)
  if (message !== null) return yield* Effect.fail(fieldErrors({ name: message }))
  return yield* generateSlug(kind, body.name ?? "", body.oldSlug ?? null)
})
