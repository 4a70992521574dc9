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

/** Source: docs/reference/limits.md#projects-and-organizations. */
export const validateOrganization = (input: OrganizationInput): Validated<OrganizationContent> =>
  validateFields(
    {
      name: firstMessage(notBlank(input.name), sizeBetween(3, 50, input.name)),
      slug: firstMessage(
        sizeBetween(slugLimits.minimum, slugLimits.maximum, input.slug),
        matches(slugPattern, "invalid_pattern", input.slug)
      )
    },
    { name: input.name ?? "", description: input.description ?? null, slug: input.slug ?? null }
  )
