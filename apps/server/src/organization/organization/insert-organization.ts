import { customErrors } from "@dragoman/domain/error"
import type { OrganizationContent } from "@dragoman/domain/organization"
import { permissionOfType } from "@dragoman/domain/permission"
import {
  OrganizationRepository,
  type OrganizationRow,
  OrganizationUserRepository,
  UserRepository
} from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { failWith } from "../../platform/fail.ts"
import { generateSlug } from "../slug/generate-slug.ts"

/** What members of a new organization may do in its projects. Source: reference "auth-and-permissions" 5.2. */
const basePermission = permissionOfType("VIEW")

/** How often another creation may be faster with the same generated slug. */
const generatedSlugTries = 5

/** A new organization with its owner, in the transaction that is open. */
export const insertOrganization = Effect.fn("insertOrganization")(function* (
  ownerId: number,
  { name, description, slug: chosenSlug }: OrganizationContent
) {
  const organizations = yield* OrganizationRepository
  const users = yield* OrganizationUserRepository
  const accounts = yield* UserRepository
  const at = yield* Clock.currentTimeMillis
  // Whoever deletes the account takes the organization with it, or comes before it.
  if ((yield* accounts.lock([ownerId])).length === 0) return yield* failWith("user_not_found")
  const create = (slug: string) =>
    Effect.map(
      organizations.create({ name, description, slug, at, ...basePermission }),
      Option.map((organizationId) => ({ organizationId, slug }))
    )
  // A generated slug gives way to whoever was faster.
  const created = yield* chosenSlug === null
    ? Effect.repeat(Effect.flatMap(generateSlug("organization", name), create), {
        until: Option.isSome,
        times: generatedSlugTries
      })
    : create(chosenSlug)
  if (Option.isNone(created)) return yield* Effect.fail(customErrors({ slug_not_unique: [] }))
  const { organizationId, slug } = created.value
  yield* users.addRole(organizationId, ownerId, "OWNER", at)
  return {
    organizationId,
    name,
    slug,
    description,
    avatarHash: null,
    basePermission,
    role: "OWNER"
  } satisfies OrganizationRow
})

/** The longest name that an organization may be given. Source: reference "auth-and-permissions" 5.2. */
const nameMaxUtf16Units = 50

/** The organization that a user gets without asking for one. Source: reference "auth-and-permissions" 4.2, 5.5. */
export const insertOwnOrganization = (ownerId: number, name: string) =>
  insertOrganization(ownerId, { name: cutName(name), description: null, slug: null })

/** Half a surrogate pair at the end would be stored as another character. */
const cutName = (name: string): string => name.slice(0, nameMaxUtf16Units).replace(/\p{Surrogate}$/u, "")
