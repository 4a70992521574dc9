export {
  checkInvitee,
  type InvitedPerson,
  type InvitedPersonInput,
  validateInvitedPerson
} from "./organization/invitation-rules.ts"
export {
  type OrganizationContent,
  type OrganizationInput,
  ownOrganization,
  validateOrganization
} from "./organization/organization-rules.ts"
