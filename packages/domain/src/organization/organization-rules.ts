import { slugLimits, slugPattern } from "../project/slug.ts"
import { firstMessage, matches, notBlank, type Optional, sizeBetween } from "../validation/constraint.ts"
import { type Validated, validateFields } from "../validation/validated.ts"

/** As the body of a creation or an edit has it. */
export interface OrganizationInput {
  readonly name?: Optional<string>
  readonly description?: Optional<string>
  readonly slug?: Optional<string>
}

export interface OrganizationContent {
  readonly name: string
  readonly description: string | null
  /** null: generated when the organization is created, unchanged when it is edited. */
  readonly slug: string | null
}

const nameMinUtf16Units = 3
const nameMaxUtf16Units = 50

/** Source: docs/reference/limits.md#projects-and-organizations. */
export const validateOrganization = (input: OrganizationInput): Validated<OrganizationContent> =>
  validateFields(
    {
      name: firstMessage(notBlank(input.name), sizeBetween(nameMinUtf16Units, nameMaxUtf16Units, input.name)),
      slug: firstMessage(
        sizeBetween(slugLimits.minimum, slugLimits.maximum, input.slug),
        matches(slugPattern, "invalid_pattern", input.slug)
      )
    },
    { name: input.name ?? "", description: input.description ?? null, slug: input.slug ?? null }
  )

/** The organization that a user gets without asking for one, named after the user. */
export const ownOrganization = (name: string): OrganizationContent => ({
  // Half a surrogate pair at the end would be stored as another character.
  name: name.slice(0, nameMaxUtf16Units).replace(/\p{Surrogate}$/u, ""),
  description: null,
  slug: null
})
