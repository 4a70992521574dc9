import { Api, type ProjectModel, type ProjectWithStatsModel } from "@dragoman/api"
import { statePercentages } from "@dragoman/domain/stats"
import { type ProjectRow, QualityCheckRepository } from "@dragoman/store"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { ifMatch, withETag } from "../../platform/http/if-match.ts"
import { type ProjectAccess, withAccess } from "../../service/access/access.ts"
import { languageToModel } from "../language/language-shapes.ts"
import { leaveProject } from "../member/change-members.ts"
import { listProjectStats } from "../stats/project-list-stats.ts"
import { createProject, deleteProject, editProject, transferProject } from "./change-projects.ts"
import { getProject, listProjectsOfOrganization, listProjectsOfUser, listTransferOptions } from "./project-queries.ts"
import { projectsToModels, projectToModel } from "./project-shapes.ts"

export const ProjectHandlers = HttpApiBuilder.group(Api, "project", (handlers) =>
  handlers.handleAll({
    listOfOrganization: withAccess(function* (access, { query }) {
      const { rows, page } = yield* listProjectsOfOrganization(access, query)
      // The most frequent request skips the encoding: the models fit the schema already, and a test decodes the response.
      const projects = projectsToModels(rows, access.caller.serverRole)
      return HttpServerResponse.jsonUnsafe({ _embedded: { projects }, page })
    }),
    list: withAccess(function* (access, { query }) {
      const { rows, page } = yield* listProjectsOfUser(access, query)
      return { _embedded: { projects: projectsToModels(rows, access.caller.serverRole) }, page }
    }),
    listWithStats: withAccess(function* (access, { query }) {
      const { rows, page } = yield* listProjectsOfUser(access, query)
      return { _embedded: { projects: yield* withStats(projectsToModels(rows, access.caller.serverRole)) }, page }
    }),
    listOfOrganizationWithStats: withAccess(function* (access, { query }) {
      const { rows, page } = yield* listProjectsOfOrganization(access, query)
      return { _embedded: { projects: yield* withStats(projectsToModels(rows, access.caller.serverRole)) }, page }
    }),
    create: withAccess((access, { payload }) =>
      Effect.map(createProject(access, payload), (project) => projectToModel(project, access.caller.serverRole))
    ),
    get: withAccess((access) => withETag(Effect.map(getProject(access), toModelFor(access)))),
    edit: withAccess(function* (access, { payload }) {
      const toModel = toModelFor(access)
      return yield* withETag(Effect.map(editProject(access, payload, yield* ifMatch(toModel)), toModel))
    }),
    delete: withAccess(function* (access) {
      yield* deleteProject(access, yield* ifMatch(toModelFor(access)))
    }),
    leave: withAccess((access) => leaveProject(access)),
    listTransferOptions: withAccess(function* (access, { query }) {
      return { _embedded: { transferOptions: yield* listTransferOptions(access, query.search ?? "") } }
    }),
    transfer: withAccess((access, { params }) => transferProject(access, params.organizationId))
  })
)

const toModelFor =
  ({ caller }: ProjectAccess) =>
  (project: ProjectRow): ProjectModel =>
    projectToModel(project, caller.serverRole)

const withStats = Effect.fnUntraced(function* (projects: ReadonlyArray<ProjectModel>) {
  const ids = projects.map(({ id }) => id)
  const statsByProjectId = yield* listProjectStats(ids)
  const checks = yield* (yield* QualityCheckRepository).countOfProjects(ids)
  const checksByProjectId = new Map(checks.map((counted) => [counted.projectId, counted]))
  return projects.map((project): ProjectWithStatsModel => {
    const { languages = [], keyCount = 0, texts = [] } = statsByProjectId.get(project.id) ?? {}
    const { issues = 0, stale = 0 } = checksByProjectId.get(project.id) ?? {}
    const textsByLanguageId = new Map(texts.map((counted) => [counted.languageId, counted]))
    const sum = (state: "translated" | "reviewed") => texts.reduce((total, counted) => total + counted[state], 0)
    const languageCount = languages.length
    return {
      ...project,
      languages: languages.map(languageToModel),
      stats: {
        projectId: project.id,
        keyCount,
        languageCount,
        translationStatePercentages: statePercentages({
          keyCount,
          languageCount,
          translated: sum("translated"),
          reviewed: sum("reviewed")
        }),
        languageStats: languages.map(({ id, tag }) => {
          const { translated = 0, reviewed = 0 } = textsByLanguageId.get(id) ?? {}
          return {
            languageId: id,
            languageTag: tag,
            translationStatePercentages: statePercentages({ keyCount, languageCount: 1, translated, reviewed })
          }
        }),
        qaIssueCount: issues,
        qaChecksStaleCount: stale
      }
    }
  })
})
