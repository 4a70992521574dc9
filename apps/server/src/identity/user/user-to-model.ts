import type { PrivateOrganizationModel, UserModel } from "@dragoman/api"
import { avatarLinks } from "@dragoman/domain/image"
import { emailDomain } from "@dragoman/domain/user"
import type { OrganizationRow, UserRow } from "@dragoman/store"
import { organizationToModel } from "../../organization/organization/organization-shapes.ts"

/** Every account has a password of its own here. Source: reference "auth-and-permissions" 5.4. */
export const userToModel = (user: UserRow): UserModel => ({
  id: user.userId,
  username: user.username,
  name: user.name,
  domain: emailDomain(user.username),
  emailAwaitingVerification: null,
  mfaEnabled: false,
  avatar: avatarLinks(user.avatarHash),
  accountType: "LOCAL",
  thirdPartyAuthType: null,
  globalServerRole: user.serverRole,
  deletable: !user.isInitial,
  needsSuperJwtToken: true
})

/** What other servers sell and this one has for everybody. Source: reference "auth-and-permissions" 8.2. */
const enabledFeatures = ["GRANULAR_PERMISSIONS", "WEBHOOKS"]

/** Source: reference "auth-and-permissions" 5.5. */
export const privateOrganizationToModel = (organization: OrganizationRow): PrivateOrganizationModel => ({
  ...organizationToModel(organization),
  enabledFeatures,
  quickStart: null,
  activeCloudSubscription: null
})
