import { type DomainError, domainError } from "../error/domain-error.ts"
import { slugLimits, slugPattern } from "../project/slug.ts"
import {
  firstMessage,
  matches,
  notBlank,
  type Optional,
  sizeBetween,
  type Validated,
  validateFields,
  wellFormedEmail
} from "../validation/validation.ts"

/** The fields of the body of a creation or an edit. */
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

/** Fields about the person in the body of every invitation. */
export interface InvitedPersonInput {
  readonly name?: Optional<string>
  readonly email?: Optional<string>
}

export interface InvitedPerson {
  readonly name: string | null
  /** null: any user with the code may accept. */
  readonly email: string | null
}

/** Empty texts count as absent. Source: docs/reference/permissions-and-scopes.md#invitations. */
export const validateInvitedPerson = ({ name, email }: InvitedPersonInput): Validated<InvitedPerson> =>
  validateFields(
    {
      name: sizeBetween(0, 250, name),
      email: firstMessage(sizeBetween(0, 250, email), wellFormedEmail(email))
    },
    { name: name || null, email: email || null }
  )

/** Checks whether the user may accept an invitation sent to this address; null: yes. Case does not count. `email` null: sent to no address. */
export const checkInvitee = (email: string | null, username: string): DomainError | null =>
  email === null || email.toLowerCase() === username.toLowerCase() ? null : domainError("invitation_email_mismatch")
