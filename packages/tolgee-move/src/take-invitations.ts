import { organizationRoles } from "@dragoman/domain/permission"
import { permissionOfSource } from "@dragoman/domain/tolgee"
import { MovedRowRepository, TolgeeMoveRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { Move, StepReport } from "./move.ts"
import { runStep } from "./move.ts"
import { readAllowed } from "./read-pages.ts"
import { InvitationModel } from "./source-models.ts"
import { readOrganizations, toSourcePermission } from "./take-organizations.ts"
import type { TakenProject } from "./take-projects.ts"
import { ensureUsers, type People } from "./take-users.ts"

/** Lifetime of invitations: those of Tolgee end a month after they were made, as here. */
const lifetimeMillis = 30 * 24 * 60 * 60 * 1_000

type Invitation = typeof InvitationModel.Type

/** Takes the open invitations to organizations: their links work here. */
export const takeOrganizationInvitations = (move: Move, people: People) =>
  runStep(
    move,
    "invitations",
    Effect.fnUntraced(function* (step) {
      const moves = yield* TolgeeMoveRepository
      for (const organization of yield* readOrganizations(move)) {
        const listed = yield* readAllowed(
          move.server,
          `/v2/organizations/${organization.id}/invitations`,
          InvitationModel
        )
        yield* step.commit(
          null,
          Effect.fnUntraced(function* (report) {
            if (listed === null) return report.find("adminOnly", `invitations to the organization ${organization.name}`)
            const taken = yield* moves.listTaken(move.sourceId, "organization", [organization.id])
            const organizationId = taken.get(organization.id)?.ourId
            if (organizationId === undefined) return
            yield* takeInvitations(move, people, listed, report, ({ type }) => ({
              organizationId,
              organizationRole: organizationRoles.find((name) => name === type) ?? "MEMBER",
              projectId: null,
              ...noPermission
            }))
          })
        )
      }
    })
  )

const noPermission = {
  type: null,
  scopes: null,
  translateLanguageIds: null,
  viewLanguageIds: null,
  stateChangeLanguageIds: null
}

/** Takes the open invitations to a project. */
export const takeProjectInvitations = (move: Move, people: People, project: TakenProject) =>
  runStep(
    move,
    `project ${project.sourceId} invitations`,
    Effect.fnUntraced(function* (step) {
      const listed = yield* readAllowed(move.server, `/v2/projects/${project.sourceId}/invitations`, InvitationModel)
      yield* step.commit(
        null,
        Effect.fnUntraced(function* (report) {
          if (listed === null) return report.find("adminOnly", `invitations to the project ${project.name}`)
          yield* takeInvitations(move, people, listed, report, ({ permission }) => ({
            organizationId: null,
            organizationRole: null,
            projectId: project.id,
            ...permissionOfSource(toSourcePermission(permission), (id) => project.languages.get(id)).permission
          }))
        })
      )
    })
  )

const takeInvitations = Effect.fnUntraced(function* <Target extends object>(
  move: Move,
  people: People,
  listed: ReadonlyArray<Invitation>,
  report: StepReport,
  targetOf: (invitation: Invitation) => Target
) {
  const rows = yield* MovedRowRepository
  const moves = yield* TolgeeMoveRepository
  const taken = yield* moves.listTaken(
    move.sourceId,
    "invitation",
    listed.map(({ id }) => id)
  )
  const fresh = listed.flatMap((invitation) => {
    const { id, code, createdBy } = invitation
    return taken.has(id) || code == null || createdBy == null ? [] : [{ ...invitation, code, createdBy }]
  })
  yield* ensureUsers(
    move,
    people,
    fresh.map(({ createdBy }) => createdBy),
    report
  )
  const ids = yield* rows.chooseIds(
    "invitation",
    fresh.map(({ id }) => id)
  )
  yield* rows.insertInvitations(
    fresh.map((invitation, index) => {
      const createdAt = invitation.createdAt ?? move.now
      return {
        id: ids[index] ?? 0,
        code: invitation.code,
        ...(targetOf(invitation) as { readonly organizationId: null }),
        name: invitation.invitedUserName ?? null,
        email: invitation.invitedUserEmail ?? null,
        createdBy: people.get(invitation.createdBy.id) ?? 0,
        createdAt,
        expiresAt: createdAt + lifetimeMillis
      }
    })
  )
  yield* moves.take(
    move.sourceId,
    "invitation",
    fresh.map(({ id }, index) => ({ takenId: id, ourId: ids[index] ?? 0, digest: null }))
  )
  report.count("invitation", "added", fresh.length)
  report.count("invitation", "unchanged", taken.size)
})
