import { organizationRoles } from "@dragoman/domain/permission"
import { permissionOfSource } from "@dragoman/domain/tolgee"
import { MovedRowRepository, TolgeeMoveRepository } from "@dragoman/store"
import { Effect } from "effect"
import { digestOf, type Move, runStep, type StepReport } from "./move.ts"
import { readAllowed } from "./read-pages.ts"
import { OrganizationModel, OrganizationUserModel, type SourcePermissionModel } from "./source-models.ts"
import { ensureUsers, type People } from "./take-users.ts"

type SourceOrganization = typeof OrganizationModel.Type

/** Takes organizations with their base permissions, owners and members. */
export const takeOrganizations = (move: Move, people: People) =>
  runStep(
    move,
    "organizations",
    Effect.fnUntraced(function* (step) {
      const organizations = yield* readOrganizations(move)
      for (const organization of organizations) {
        const users = yield* readAllowed(
          move.server,
          `/v2/organizations/${organization.id}/users`,
          OrganizationUserModel
        )
        yield* step.commit(
          null,
          Effect.fnUntraced(function* (report) {
            const id = yield* takeOrganization(move, organization, report)
            if (users === null) report.find("adminOnly", `members of the organization ${organization.name}`)
            else yield* takeRoles(move, people, organization, id, users, report)
          })
        )
      }
    })
  )

/** Reads all organizations with an administrator's access token, else those of the user. */
export const readOrganizations = Effect.fnUntraced(function* (move: Pick<Move, "server">) {
  const all = yield* readAllowed(move.server, "/v2/administration/organizations", OrganizationModel)
  return all ?? (yield* readAllowed(move.server, "/v2/organizations", OrganizationModel)) ?? []
})

/** Takes an organization; returns its id here. */
export const takeOrganization = Effect.fnUntraced(function* (
  move: Move,
  organization: SourceOrganization,
  report: StepReport
) {
  const rows = yield* MovedRowRepository
  const moves = yield* TolgeeMoveRepository
  const { permission, unknown } = permissionOfSource(toSourcePermission(organization.basePermissions), () => undefined)
  if (unknown.length > 0) report.find("scopes", `base permission of ${organization.name}`, unknown.join(", "))
  const content = {
    name: organization.name,
    description: organization.description ?? null,
    baseType: organization.basePermissions ? permission.type : ("VIEW" as const),
    baseScopes: organization.basePermissions ? permission.scopes : null
  }
  const digest = digestOf(content)
  const taken = (yield* moves.listTaken(move.sourceId, "organization", [organization.id])).get(organization.id)
  if (taken !== undefined) {
    // Without a digest the organization existed here before.
    const isChanged = taken.digest !== null && taken.digest !== digest
    report.count("organization", isChanged ? "changed" : "unchanged")
    if (!isChanged) return taken.ourId
    yield* rows.update("organization", [{ id: taken.ourId, ...content }])
    yield* moves.take(move.sourceId, "organization", [{ ...taken, digest }])
    return taken.ourId
  }
  const here = yield* rows.findOrganization(organization.slug)
  const [id = 0] = here === null ? yield* rows.chooseIds("organization", [organization.id]) : [here]
  if (here === null) {
    yield* rows.insert("organization", [{ id, slug: organization.slug, ...content, createdAt: move.now }])
    report.count("organization", "added")
  } else {
    report.find("organizationTaken", organization.slug)
    report.count("organization", "unchanged")
  }
  yield* moves.take(move.sourceId, "organization", [
    { takenId: organization.id, ourId: id, digest: here === null ? digest : null }
  ])
  return id
})

const takeRoles = Effect.fnUntraced(function* (
  move: Move,
  people: People,
  organization: SourceOrganization,
  organizationId: number,
  users: ReadonlyArray<typeof OrganizationUserModel.Type>,
  report: StepReport
) {
  const rows = yield* MovedRowRepository
  const moves = yield* TolgeeMoveRepository
  yield* ensureUsers(move, people, users, report)
  const members = users.filter(({ organizationRole }) => organizationRole != null)
  const digest = digestOf(members.map(({ id, organizationRole }) => [id, organizationRole]))
  const taken = (yield* moves.listTaken(move.sourceId, "role", [organization.id])).get(organization.id)
  if (taken?.digest === digest) return report.count("role", "unchanged", members.length)
  const roles = new Map(
    members.map((user) => {
      const role = organizationRoles.find((name) => name === user.organizationRole) ?? "MEMBER"
      if (role !== user.organizationRole) {
        report.find("organizationRole", `${user.username} in ${organization.name}`, user.organizationRole ?? null)
      }
      return [people.get(user.id) ?? 0, { organizationId, userId: people.get(user.id) ?? 0, role, createdAt: move.now }]
    })
  )
  yield* rows.put("role", [...roles.values()])
  yield* moves.take(move.sourceId, "role", [{ takenId: organization.id, ourId: organizationId, digest }])
  report.count("role", taken === undefined ? "added" : "changed", members.length)
})

/** Converts a permission for the rules. */
export const toSourcePermission = (model: SourcePermissionModel | null | undefined) => ({
  type: model?.type ?? null,
  scopes: model?.scopes ?? null,
  translateLanguageIds: model?.translateLanguageIds ?? null,
  viewLanguageIds: model?.viewLanguageIds ?? null,
  stateChangeLanguageIds: model?.stateChangeLanguageIds ?? null
})
