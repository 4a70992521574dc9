import type { OrganizationInvitationModel, ProjectInvitationModel, PublicInvitationModel } from "@dragoman/api"
import { avatarLinks } from "@dragoman/domain/image"
import type { InvitationEnd } from "@dragoman/domain/permission"
import type {
  InvitationRow,
  InvitationTarget,
  OrganizationInvitationTarget,
  ProjectInvitationTarget
} from "@dragoman/store"
import { permissionToModel } from "../../service/access/permission-to-model.ts"
import type { PublicInvitation } from "./invitation-queries.ts"

type Created<Target extends InvitationTarget = InvitationTarget> = Omit<
  InvitationRow<Target>,
  "targetName" | "organizationSlug"
> & {
  readonly end: InvitationEnd | null
  /** Whether it was mailed; absent in a list. */
  readonly isMailed?: boolean
}

export const projectInvitationToModel = (invitation: Created<ProjectInvitationTarget>): ProjectInvitationModel => {
  const { permission } = invitation.target
  return {
    ...invitationFields(invitation),
    type: permission.type,
    permittedLanguageIds: permission.translateLanguageIds,
    permission: { ...permissionToModel(permission), agency: null }
  }
}

export const organizationInvitationToModel = (
  invitation: Created<OrganizationInvitationTarget>
): OrganizationInvitationModel => ({ ...invitationFields(invitation), type: invitation.target.role })

export const publicInvitationToModel = ({
  invitation,
  translateLanguages
}: PublicInvitation): PublicInvitationModel => {
  const { target, targetName } = invitation
  return {
    id: invitation.invitationId,
    code: invitation.code,
    createdBy: inviterToModel(invitation),
    projectName: target.kind === "project" ? targetName : null,
    organizationName: target.kind === "organization" ? targetName : null,
    inviteeEmail: invitation.email,
    inviteeName: invitation.name,
    projectId: target.kind === "project" ? target.projectId : null,
    organizationSlug: target.kind === "organization" ? invitation.organizationSlug : null,
    permissionType: target.kind === "project" ? target.permission.type : null,
    organizationRole: target.kind === "organization" ? target.role : null,
    translateLanguages: translateLanguages?.map(({ tag, name }) => ({ tag, name })) ?? null
  }
}

const invitationFields = (invitation: Created) => ({
  id: invitation.invitationId,
  code: invitation.code,
  createdAt: invitation.createdAt,
  expiresAt: invitation.expiresAt,
  invitedUserName: invitation.name,
  invitedUserEmail: invitation.email,
  createdBy: inviterToModel(invitation),
  endedBecause: invitation.end,
  mailQueued: invitation.isMailed ?? false
})

const inviterToModel = ({ createdBy }: Pick<InvitationRow, "createdBy">) => ({
  id: createdBy.userId,
  username: createdBy.username,
  name: createdBy.name,
  avatar: avatarLinks(createdBy.avatarHash),
  deleted: createdBy.isDeleted
})
