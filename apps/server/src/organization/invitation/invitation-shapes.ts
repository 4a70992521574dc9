import type { OrganizationInvitationModel, ProjectInvitationModel, PublicInvitationModel } from "@dragoman/api"
import { avatarLinks } from "@dragoman/domain/image"
import type { InvitationEnd } from "@dragoman/domain/permission"
import type {
  InvitationRow,
  InvitationTarget,
  OrganizationInvitationTarget,
  ProjectInvitationTarget
} from "@dragoman/store"
import { permissionToModel } from "../../platform/access/permission-to-model.ts"

type Created<Target extends InvitationTarget = InvitationTarget> = Omit<InvitationRow<Target>, "targetName"> & {
  readonly end: InvitationEnd | null
  /** Absent: in a list. */
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

export const publicInvitationToModel = (invitation: InvitationRow): PublicInvitationModel => ({
  id: invitation.invitationId,
  code: invitation.code,
  createdBy: inviterToModel(invitation),
  projectName: invitation.target.kind === "project" ? invitation.targetName : null,
  organizationName: invitation.target.kind === "organization" ? invitation.targetName : null,
  inviteeEmail: invitation.email
})

const invitationFields = (invitation: Created) => ({
  id: invitation.invitationId,
  code: invitation.code,
  createdAt: invitation.createdAt,
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
