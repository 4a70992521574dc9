export {
  checkInvitee,
  type InvitedPerson,
  type InvitedPersonInput,
  type OrganizationContent,
  type OrganizationInput,
  ownOrganization,
  validateInvitedPerson,
  validateOrganization
} from "./organization/organization-rules.ts"
