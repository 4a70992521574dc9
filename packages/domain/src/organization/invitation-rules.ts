import { type DomainError, domainError } from "../error/domain-error.ts"
import { firstMessage, type Optional, sizeBetween, wellFormedEmail } from "../validation/constraint.ts"
import { type Validated, validateFields } from "../validation/validated.ts"

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

/** May the user accept an invitation sent to this address? null: yes. Case does not count. `email` null: sent to no address. */
export const checkInvitee = (email: string | null, username: string): DomainError | null =>
  email === null || email.toLowerCase() === username.toLowerCase() ? null : domainError("invitation_email_mismatch")
