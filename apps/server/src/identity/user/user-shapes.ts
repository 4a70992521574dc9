import type { PrivateOrganizationModel, UserModel } from "@dragoman/api"
import { avatarLinks } from "@dragoman/domain/image"
import { needsSuperToken } from "@dragoman/domain/second-factor"
import { emailDomain } from "@dragoman/domain/user"
import type { OrganizationRow, UserRow } from "@dragoman/store"
import { organizationToModel } from "../../organization/organization/organization-shapes.ts"
import type { SettingValues } from "../../platform/settings/settings.ts"

/** Finds the address whose link the user has not opened yet: another one, or that of the account itself; null: none. */
export const emailAwaitingVerification = ({
  username,
  pendingEmail,
  emailVerified
}: Pick<UserRow, "username" | "pendingEmail" | "emailVerified">): string | null =>
  pendingEmail ?? (emailVerified ? null : username)

export const userToModel = (user: UserRow): UserModel => ({
  id: user.userId,
  username: user.username,
  name: user.name,
  domain: emailDomain(user.username),
  emailAwaitingVerification: emailAwaitingVerification(user),
  emailVerified: user.emailVerified,
  mfaEnabled: user.mfaEnabled,
  avatar: avatarLinks(user.avatarHash),
  accountType: user.accountType,
  thirdPartyAuthType: user.thirdPartyAuthType,
  globalServerRole: user.serverRole,
  passwordIsInitial: user.isInitial && !user.passwordChanged && user.passwordHash !== null,
  deletable: !user.isInitial && user.accountType !== "MANAGED",
  needsSuperJwtToken: needsSuperToken({ hasPassword: user.passwordHash !== null, mfaEnabled: user.mfaEnabled })
})

/** Converts an organization for its members, with the features that clients query before they offer them. */
export const privateOrganizationToModel = (
  organization: OrganizationRow,
  { ssoOrganizations, llmEnabled }: Pick<SettingValues, "ssoOrganizations" | "llmEnabled">
): PrivateOrganizationModel => ({
  ...organizationToModel(organization),
  enabledFeatures: [
    ...(llmEnabled ? ["AI_PROMPT_CUSTOMIZATION"] : []),
    "BRANCHING",
    "GLOSSARY",
    "GRANULAR_PERMISSIONS",
    "MULTIPLE_CONTENT_DELIVERY_CONFIGS",
    "PROJECT_LEVEL_CONTENT_STORAGES",
    "QA_CHECKS",
    ...(ssoOrganizations ? ["SSO"] : []),
    "SUGGESTIONS",
    "TASKS",
    "TRANSLATION_LABELS",
    "TRANSLATION_MEMORY",
    "WEBHOOKS"
  ],
  quickStart: null,
  activeCloudSubscription: null
})
