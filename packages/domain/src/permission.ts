export {
  checkLeaveProject,
  checkResetPermission,
  checkRevokeAccess,
  type LanguageFacts,
  type ProjectUserFacts,
  type RemoveDirectPermissionFacts,
  type RequestedLanguages,
  type SetDirectPermissionFacts,
  setBasePermissionScopes,
  setDirectPermissionScopes,
  setDirectPermissionType
} from "./permission/change-permission.ts"
export {
  admittingScope,
  checkLanguages,
  checkProjectAccess,
  checkPublishProject,
  checkScopes,
  checkTransferProject,
  includesLanguage,
  type LanguageOperation,
  languageOperationOf,
  narrowLanguages,
  type ProjectAccessFacts,
  type PublishProjectFacts,
  permittedLanguages,
  scopeOfLanguageOperation,
  stateChangeLanguages
} from "./permission/check-access.ts"
export { checkChangePermission, checkGrant } from "./permission/check-grant.ts"
export { checkManageShared, type ManageSharedFacts } from "./permission/check-manage-shared.ts"
export { checkStillPermitted, type GrantedAtStart } from "./permission/check-still-permitted.ts"
export {
  type ComputedPermission,
  computePermission,
  hasScope,
  type Origin,
  type PermissionFacts
} from "./permission/compute-permission.ts"
export { effectiveScopes } from "./permission/effective-scopes.ts"
export { type DenialExplanation, type DenialObstacle, explainDenial } from "./permission/explain-denial.ts"
export {
  checkExplain,
  type ExplainedKey,
  type ExplainedLanguages,
  type ExplainedRule,
  explainedUser,
  explainPermission,
  explainPermissionAt,
  type Obstacle,
  type PermissionExplanation,
  type Remedy,
  type RuleReason,
  type RuleState
} from "./permission/explain-permission.ts"
export {
  checkWithdrawOrganizationInvitation,
  checkWithdrawProjectInvitation,
  type InvitationEnd,
  type InvitationFacts,
  invitationEnds,
  invitationPermission,
  organizationInvitationEnd,
  projectInvitationEnd,
  type RequestedInvitation
} from "./permission/invitation.ts"
export {
  allLanguages,
  expandPermission,
  isPermissionType,
  type LanguageRestrictions,
  type Permission,
  type PermissionType,
  permissionOfScopes,
  permissionOfType,
  permissionTypes,
  rawScopes,
  rawScopesOfType,
  type ScopeHierarchyNode,
  scopeHierarchyTree,
  scopesOfPermissionTypes
} from "./permission/permission.ts"
export { removeLanguage } from "./permission/remove-language.ts"
export {
  type AdministratorFacts,
  checkCreateProject,
  checkDisableUser,
  checkLeaveOrganization,
  checkLoseAdministrator,
  checkOrganizationAccess,
  checkRemoveMember,
  checkSetOrganizationRole,
  checkSetServerRole,
  type OrganizationAccessFacts,
  type OrganizationCaller,
  type OrganizationLevel,
  type OrganizationMemberFacts,
  type OrganizationRole,
  organizationRoles,
  type ServerRole,
  type SetOrganizationRoleFacts,
  serverRoles
} from "./permission/role.ts"
export { expandScopes, isScope, type Scope, scopes } from "./permission/scope.ts"
export {
  checkPlaces,
  isGivenByTask,
  languagesOfTask,
  type TaskLanguages,
  type TaskPlace,
  type TextPlace
} from "./permission/task-access.ts"
export { type WorkLanguage, workLanguages } from "./permission/work-languages.ts"
export { parseScopes, storedOrganizationRole, writtenOrganizationRoles } from "./permission/written-names.ts"
