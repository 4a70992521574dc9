import type { OrganizationBody } from "@dragoman/api"
import { customErrors } from "@dragoman/domain/error"
import { validateOrganization } from "@dragoman/domain/organization"
import { Database, OrganizationRepository, type OrganizationRow } from "@dragoman/store"
import { Effect, Option } from "effect"
import type { OrganizationAccess } from "../../platform/access/grant.ts"
import { failWith, orFail } from "../../platform/fail.ts"

/**
 * Replaces name and description; without a slug the old one stays. The answer shows the role of an owner, to server
 * administrators as well. Source: reference "auth-and-permissions" 5.2.
 */
export const editOrganization = Effect.fn("editOrganization")(function* (
  { caller, organizationId }: OrganizationAccess<"OWNER">,
  body: OrganizationBody
) {
  const repository = yield* OrganizationRepository
  const database = yield* Database
  const { name, description, slug } = yield* orFail(validateOrganization(body))
  return yield* database.transaction(
    Effect.gen(function* () {
      const before = yield* repository.find(organizationId, caller.userId)
      if (Option.isNone(before)) return yield* failWith("organization_not_found")
      const values = { name, description, slug: slug ?? before.value.slug }
      if (!(yield* repository.edit(organizationId, values))) {
        return yield* Effect.fail(customErrors({ slug_not_unique: [] }))
      }
      return { ...before.value, ...values, role: "OWNER" } satisfies OrganizationRow
    })
  )
})
