export { type InvitedPerson, type InvitedPersonInput, validateInvitedPerson } from "./organization/invitation-rules.ts"
export {
  type OrganizationContent,
  type OrganizationInput,
  validateOrganization
} from "./organization/organization-rules.ts"
