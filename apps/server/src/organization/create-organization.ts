import type { OrganizationBody } from "@dragoman/api"
import { refuseCustom } from "@dragoman/domain/error"
import { validateOrganization } from "@dragoman/domain/organization"
import { permissionOfType } from "@dragoman/domain/permission"
import { Database, OrganizationRepository, type OrganizationRow, OrganizationUserRepository } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import type { UserAccess } from "../access/grant.ts"
import { accepted, refused } from "../http/refused.ts"
import { generateSlug } from "../slug/generate-slug.ts"

/** What members of a new organization may do in its projects. Source: reference "auth-and-permissions" 5.2. */
const basePermission = permissionOfType("VIEW")

/** How often another creation may be faster with the same generated slug. */
const generatedSlugTries = 5

/** The caller becomes its owner. Source: reference "auth-and-permissions" 5.2. */
export const createOrganization = Effect.fn("createOrganization")(function* (
  { caller }: UserAccess,
  body: OrganizationBody
) {
  const organizations = yield* OrganizationRepository
  const users = yield* OrganizationUserRepository
  const database = yield* Database
  const { name, description, slug: chosenSlug } = yield* accepted(validateOrganization(body))
  const at = yield* Clock.currentTimeMillis
  return yield* database.transaction(
    Effect.gen(function* () {
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
      if (Option.isNone(created)) return yield* refused(refuseCustom({ slug_not_unique: [] }))
      const { organizationId, slug } = created.value
      yield* users.addRole(organizationId, caller.userId, "OWNER", at)
      return { organizationId, name, slug, description, basePermission, role: "OWNER" } satisfies OrganizationRow
    })
  )
})
