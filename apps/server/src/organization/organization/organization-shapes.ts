import type {
  OrganizationLanguageModel,
  OrganizationModel,
  OrganizationSummaryModel,
  OrganizationUserModel
} from "@dragoman/api"
import { avatarLinks } from "@dragoman/domain/image"
import type { OrganizationLanguageRow, OrganizationRow, OrganizationUserRow } from "@dragoman/store"
import { permissionToModel } from "../../service/access/permission-to-model.ts"

/** Converts an organization for responses that name the owner of a project. */
export const organizationSummaryToModel = (organization: Omit<OrganizationRow, "role">): OrganizationSummaryModel => ({
  id: organization.organizationId,
  name: organization.name,
  slug: organization.slug,
  description: organization.description,
  basePermissions: permissionToModel(organization.basePermission),
  avatar: avatarLinks(organization.avatarHash)
})

export const organizationToModel = (organization: OrganizationRow): OrganizationModel => ({
  ...organizationSummaryToModel(organization),
  currentUserRole: organization.role
})

export const organizationUserToModel = (user: OrganizationUserRow): OrganizationUserModel => ({
  id: user.userId,
  name: user.name,
  username: user.username,
  organizationRole: user.role,
  projectsWithDirectPermission: user.projectsWithDirectPermission.map(
    ({ projectId, name, slug, description, avatarHash }) => ({
      id: projectId,
      name,
      slug,
      description,
      avatar: avatarLinks(avatarHash)
    })
  ),
  mfaEnabled: user.mfaEnabled,
  avatar: avatarLinks(user.avatarHash)
})

export const organizationLanguageToModel = ({
  name,
  tag,
  originalName,
  flagEmoji,
  base
}: OrganizationLanguageRow): OrganizationLanguageModel => ({ name, tag, originalName, flagEmoji, base })
