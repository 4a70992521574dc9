import type { InviteToProjectBody } from "@dragoman/api"
import { validateInvitedPerson } from "@dragoman/domain/organization"
import { checkGrant, invitationPermission } from "@dragoman/domain/permission"
import { Database, InvitationRepository, LanguageRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import type { ProjectAccess } from "../../platform/access/grant.ts"
import { orFail } from "../../platform/fail.ts"
import { purgeEndedInvitations } from "./invitation-ends.ts"
import { newInvitation } from "./new-invitation.ts"

/**
 * Invites a person into the project with a direct permission: at most what the caller has.
 * Source: docs/permissions.md#what-may-be-granted.
 */
export const inviteToProject = Effect.fn("inviteToProject")(function* (
  { caller, projectId, organizationId, computedPermission }: ProjectAccess<"members.edit">,
  body: InviteToProjectBody
) {
  const repository = yield* InvitationRepository
  const languages = yield* LanguageRepository
  const database = yield* Database
  const { name, email } = yield* orFail(validateInvitedPerson(body))
  const requested = {
    type: body.type,
    scopes: body.scopes,
    translateLanguageIds: body.translateLanguages ?? body.languages,
    viewLanguageIds: body.viewLanguages,
    stateChangeLanguageIds: body.stateChangeLanguages
  }
  const languageIds = [
    ...(requested.translateLanguageIds ?? []),
    ...(requested.viewLanguageIds ?? []),
    ...(requested.stateChangeLanguageIds ?? [])
  ]
  const now = yield* Clock.currentTimeMillis
  return yield* database.transaction(
    Effect.gen(function* () {
      if (email !== null) yield* purgeEndedInvitations({ kind: "project", projectId }, email, now)
      const projectsOfLanguages = yield* languages.listProjects(languageIds)
      const permission = yield* orFail(
        invitationPermission(
          {
            projectId,
            projectIdsByLanguageId: new Map(projectsOfLanguages.map((language) => [language.id, language.projectId])),
            emailTaken:
              email !== null && (yield* repository.isInvitedOrMember({ kind: "project", projectId }, email, now))
          },
          requested
        )
      )
      const error = checkGrant(computedPermission, permission)
      if (error !== null) return yield* Effect.fail(error)
      const target = { kind: "project", projectId, organizationId, permission } as const
      const invitation = newInvitation({ target, name, email, caller, now })
      return {
        ...invitation,
        end: null,
        invitationId: yield* repository.create({ ...invitation, createdBy: caller.userId })
      }
    })
  )
})
