export { checkProjectAccess, checkScopes, type ProjectAccessFacts } from "./permission/check-access.ts"
export { checkChangePermission, checkGrant } from "./permission/check-grant.ts"
export {
  checkLanguages,
  type LanguageOperation,
  languageOperationOf,
  narrowLanguages,
  scopeOfLanguageOperation
} from "./permission/check-language.ts"
export {
  type ComputedPermission,
  computePermission,
  hasScope,
  type Origin,
  type PermissionFacts
} from "./permission/compute-permission.ts"
export { effectiveScopes } from "./permission/effective-scopes.ts"
export { expandScopes } from "./permission/expand-scopes.ts"
export { checkExplain, explainedUser } from "./permission/explain-access.ts"
export { type DenialExplanation, type DenialObstacle, explainDenial } from "./permission/explain-denial.ts"
export {
  type ExplainedKey,
  type ExplainedLanguages,
  explainPermission,
  type Obstacle,
  type PermissionExplanation,
  type Remedy
} from "./permission/explain-permission.ts"
export type { ExplainedRule, RuleReason, RuleState } from "./permission/explain-rules.ts"
export {
  type InvitationEnd,
  invitationEnds,
  organizationInvitationEnd,
  projectInvitationEnd
} from "./permission/invitation-end.ts"
export {
  type InvitationFacts,
  invitationPermission,
  type RequestedInvitation
} from "./permission/invitation-permission.ts"
export {
  checkCreateProject,
  checkLeaveOrganization,
  checkOrganizationAccess,
  checkRemoveMember,
  checkSetOrganizationRole,
  checkTransferProject,
  type OrganizationAccessFacts,
  type OrganizationCaller,
  type OrganizationLevel,
  type OrganizationMemberFacts,
  type OrganizationRole,
  organizationRoles,
  type SetOrganizationRoleFacts
} from "./permission/organization-role.ts"
export { parseScopes } from "./permission/parse-scopes.ts"
export {
  allLanguages,
  expandPermission,
  type LanguageRestrictions,
  type Permission,
  permissionOfScopes,
  permissionOfType,
  rawScopes
} from "./permission/permission.ts"
export {
  isPermissionType,
  type PermissionType,
  permissionTypes,
  rawScopesOfType
} from "./permission/permission-type.ts"
export {
  checkLeaveProject,
  checkResetPermission,
  checkRevokeAccess,
  type RemoveDirectPermissionFacts
} from "./permission/remove-direct-permission.ts"
export { removeLanguage } from "./permission/remove-language.ts"
export type { LanguageFacts, RequestedLanguages } from "./permission/requested-languages.ts"
export { isScope, type Scope, scopes } from "./permission/scope.ts"
export { type ScopeHierarchyNode, scopeHierarchyTree, scopesOfPermissionTypes } from "./permission/scope-info.ts"
export {
  type AdministratorFacts,
  checkDisableUser,
  checkLoseAdministrator,
  checkSetServerRole,
  type ServerRole,
  serverRoles
} from "./permission/server-role.ts"
export { setBasePermissionScopes } from "./permission/set-base-permission.ts"
export {
  type ProjectUserFacts,
  type SetDirectPermissionFacts,
  setDirectPermissionScopes,
  setDirectPermissionType
} from "./permission/set-direct-permission.ts"
export {
  checkWithdrawOrganizationInvitation,
  checkWithdrawProjectInvitation
} from "./permission/withdraw-invitation.ts"
