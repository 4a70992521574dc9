import { slugCandidates } from "@dragoman/domain/project"
import { suggestionsModes } from "@dragoman/domain/suggestion"
import { permissionOfSource } from "@dragoman/domain/tolgee"
import { translationProtections } from "@dragoman/domain/translation"
import { MovedRowRepository, NamespaceRepository, SlugRepository, TolgeeMoveRepository } from "@dragoman/store"
import { Effect } from "effect"
import { digestOf, type Move, runStep, type StepReport } from "./move.ts"
import { readAll, readAllowed } from "./read-pages.ts"
import { LanguageModel, MemberModel, NamespaceModel, ProjectModel, type SourceProject } from "./source-models.ts"
import { takeLanguages, takeNamespaces } from "./take-languages.ts"
import { readOrganizations, takeOrganization, toSourcePermission } from "./take-organizations.ts"
import { ensureUsers, type People } from "./take-users.ts"

/** A project of both servers. */
export interface TakenProject {
  /** The project at the source. */
  readonly sourceId: number
  /** Id of the project here. */
  readonly id: number
  readonly name: string
  readonly usesQualityChecks: boolean
  /** Ids here of languages at the source. */
  readonly languages: ReadonlyMap<number, number>
  readonly languageIdByTag: ReadonlyMap<string, number>
}

/** Lists all projects that the token shows, by id. */
export const readProjects = Effect.fnUntraced(function* (move: Pick<Move, "server">) {
  const projects = new Map<number, SourceProject>()
  for (const { id } of yield* readOrganizations(move)) {
    const some = yield* readAllowed(move.server, `/v2/organizations/${id}/projects`, ProjectModel)
    for (const project of some ?? []) projects.set(project.id, project)
  }
  for (const project of (yield* readAllowed(move.server, "/v2/projects", ProjectModel)) ?? []) {
    projects.set(project.id, project)
  }
  return [...projects.values()].toSorted((left, right) => left.id - right.id)
})

/** Takes a project with its languages and the permissions of its members. null: it was deleted here. */
export const takeProject = Effect.fnUntraced(function* (move: Move, people: People, { id: sourceId }: SourceProject) {
  const project = yield* move.server.get(`/v2/projects/${sourceId}`, ProjectModel)
  yield* runStep(
    move,
    `project ${sourceId}`,
    Effect.fnUntraced(function* (step) {
      const languages = yield* readAll(move.server, `/v2/projects/${sourceId}/languages`, LanguageModel)
      const namespaces = yield* readAllowed(move.server, `/v2/projects/${sourceId}/namespaces`, NamespaceModel)
      const members = yield* readAllowed(move.server, `/v2/projects/${sourceId}/users`, MemberModel)
      yield* step.commit(
        null,
        Effect.fnUntraced(function* (report) {
          const id = yield* takeProjectRow(move, project, report)
          if (id === null) return
          const languageIds = yield* takeLanguages(move, id, languages, report)
          yield* takeNamespaces(move, id, namespaces ?? [], report)
          yield* takeSettings(project, id, languageIds)
          if (members === null) report.find("adminOnly", `direct permissions in the project ${project.name}`)
          else yield* takePermissions(move, people, project, id, languageIds, members, report)
        })
      )
    })
  )
  return yield* findTaken(move, project)
})

const findTaken = Effect.fnUntraced(function* (move: Move, project: SourceProject) {
  const moves = yield* TolgeeMoveRepository
  const rows = yield* MovedRowRepository
  const taken = (yield* moves.listTaken(move.sourceId, "project", [project.id])).get(project.id)
  if (taken === undefined || !(yield* rows.isProjectLive(taken.ourId))) return null
  const languages = yield* readAll(move.server, `/v2/projects/${project.id}/languages`, LanguageModel)
  const ids = yield* moves.listTaken(
    move.sourceId,
    "language",
    languages.map(({ id }) => id)
  )
  const here = languages.flatMap((language) => {
    const known = ids.get(language.id)
    return known === undefined ? [] : [[language, known.ourId] as const]
  })
  return {
    sourceId: project.id,
    id: taken.ourId,
    name: project.name,
    usesQualityChecks: project.useQaChecks ?? false,
    languages: new Map(here.map(([{ id }, ourId]) => [id, ourId])),
    languageIdByTag: new Map(here.map(([{ tag }, ourId]) => [tag, ourId]))
  } satisfies TakenProject
})

/** Takes the row of a project; returns its id here, null: it was deleted here. */
const takeProjectRow = Effect.fnUntraced(function* (move: Move, project: SourceProject, report: StepReport) {
  const rows = yield* MovedRowRepository
  const moves = yield* TolgeeMoveRepository
  const content = {
    name: project.name,
    description: project.description ?? null,
    icuPlaceholders: project.icuPlaceholders ?? true,
    translationProtection:
      translationProtections.find((name) => name === project.translationProtection) ?? ("NONE" as const),
    suggestionsMode: suggestionsModes.find((name) => name === project.suggestionsMode) ?? ("DISABLED" as const),
    // Servers before quality checks do not have the field.
    ...(project.useQaChecks == null ? {} : { usesQualityChecks: project.useQaChecks })
  }
  const digest = digestOf([
    content,
    project.useNamespaces ?? null,
    project.baseLanguage?.id ?? null,
    project.defaultNamespace?.name ?? null
  ])
  const taken = (yield* moves.listTaken(move.sourceId, "project", [project.id])).get(project.id)
  if (taken !== undefined) {
    if (!(yield* rows.isProjectLive(taken.ourId))) {
      report.find("projectDeletedHere", project.name)
      return null
    }
    report.count("project", taken.digest === digest ? "unchanged" : "changed")
    if (taken.digest !== digest) {
      yield* rows.update("project", [{ id: taken.ourId, ...content }])
      yield* moves.take(move.sourceId, "project", [{ ...taken, digest }])
    }
    return taken.ourId
  }
  const [id = 0] = yield* rows.chooseIds("project", [project.id])
  if (id !== project.id) report.find("projectRenumbered", project.name, `${project.id} is ${id} here`)
  const slug = yield* freeSlug(project, report)
  const organizationId = yield* organizationOf(move, project, report)
  yield* rows.insert("project", [{ id, organizationId, slug, ...content, createdAt: move.now }])
  yield* moves.take(move.sourceId, "project", [{ takenId: project.id, ourId: id, digest }])
  report.count("project", "added")
  return id
})

/** Number of candidates for a slug that are looked up at once. */
const slugsTried = 100

const freeSlug = Effect.fnUntraced(function* (project: SourceProject, report: StepReport) {
  const slugs = yield* SlugRepository
  const candidates = [
    ...(project.slug == null ? [] : [project.slug]),
    ...slugCandidates(project.slug ?? project.name, 0, slugsTried)
  ]
  const taken = yield* slugs.findTaken("project", candidates)
  const slug = candidates.find((one) => !taken.has(one)) ?? `project-${project.id}`
  if (project.slug != null && slug !== project.slug) report.find("projectSlug", project.name, slug)
  return slug
})

const organizationOf = Effect.fnUntraced(function* (
  move: Move,
  { organizationOwner, name }: SourceProject,
  report: StepReport
) {
  const moves = yield* TolgeeMoveRepository
  const sourceId = organizationOwner?.id ?? 0
  const taken = (yield* moves.listTaken(move.sourceId, "organization", [sourceId])).get(sourceId)
  if (taken !== undefined) return taken.ourId
  // The token shows the project and not its organization.
  return yield* takeOrganization(
    move,
    {
      id: sourceId,
      name: organizationOwner?.name ?? name,
      slug: organizationOwner?.slug ?? `organization-${sourceId}`,
      description: null,
      basePermissions: null
    },
    report
  )
})

/** Writes the settings that name rows which exist only now. */
const takeSettings = Effect.fnUntraced(function* (
  project: SourceProject,
  id: number,
  languages: ReadonlyMap<number, number>
) {
  const rows = yield* MovedRowRepository
  const namespaces = yield* NamespaceRepository
  const name = project.defaultNamespace?.name ?? null
  const [found] = name === null ? [] : yield* namespaces.findByName(id, [name])
  const [made] = name === null || found !== undefined ? [] : yield* namespaces.insert(id, [name])
  yield* rows.update("project", [
    {
      id,
      baseLanguageId: languages.get(project.baseLanguage?.id ?? 0) ?? null,
      defaultNamespaceId: found?.id ?? made?.id ?? null,
      // Servers before namespaces could be switched off do not have the field.
      useNamespaces: project.useNamespaces ?? true
    }
  ])
})

const takePermissions = Effect.fnUntraced(function* (
  move: Move,
  people: People,
  project: SourceProject,
  projectId: number,
  languages: ReadonlyMap<number, number>,
  members: ReadonlyArray<typeof MemberModel.Type>,
  report: StepReport
) {
  const rows = yield* MovedRowRepository
  const moves = yield* TolgeeMoveRepository
  yield* ensureUsers(move, people, members, report)
  const direct = members.filter(({ directPermission }) => directPermission != null)
  const digest = digestOf(direct.map(({ id, directPermission }) => [id, toSourcePermission(directPermission)]))
  const taken = (yield* moves.listTaken(move.sourceId, "permission", [project.id])).get(project.id)
  if (taken?.digest === digest) return report.count("permission", "unchanged", direct.length)
  const permissions = new Map(
    direct.map((member) => {
      const { permission, unknown } = permissionOfSource(toSourcePermission(member.directPermission), (id) =>
        languages.get(id)
      )
      if (unknown.length > 0) report.find("scopes", `${member.username} in ${project.name}`, unknown.join(", "))
      const userId = people.get(member.id) ?? 0
      return [userId, { projectId, userId, ...permission, createdAt: move.now }]
    })
  )
  yield* rows.put("permission", [...permissions.values()])
  yield* moves.take(move.sourceId, "permission", [{ takenId: project.id, ourId: projectId, digest }])
  report.count("permission", taken === undefined ? "added" : "changed", direct.length)
})
