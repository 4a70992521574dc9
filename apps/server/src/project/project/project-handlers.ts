import { Api, type ProjectModel, type ProjectWithStatsModel } from "@dragoman/api"
import { statePercentages } from "@dragoman/domain/stats"
import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf } from "../../platform/access/access.ts"
import { languageToModel } from "../language/language-shapes.ts"
import { leaveProject } from "../member/change-members.ts"
import { listProjectStats } from "../stats/project-list-stats.ts"
import { createProject, deleteProject, editProject, transferProject } from "./change-projects.ts"
import { getProject, listProjectsOfOrganization, listProjectsOfUser, listTransferOptions } from "./project-queries.ts"
import { projectsToModels, projectToModel } from "./project-shapes.ts"

export const ProjectHandlers = HttpApiBuilder.group(Api, "project", (handlers) =>
  handlers.handleAll({
    listOfOrganization: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* accessOf(endpoint)
      const { rows, page } = yield* listProjectsOfOrganization(access, query)
      // The most frequent request skips the encoding: the models fit the schema already, and a test decodes the response.
      const projects = projectsToModels(rows, access.caller.serverRole)
      return HttpServerResponse.jsonUnsafe({ _embedded: { projects }, page })
    }),
    list: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* accessOf(endpoint)
      const { rows, page } = yield* listProjectsOfUser(access, query)
      return { _embedded: { projects: projectsToModels(rows, access.caller.serverRole) }, page }
    }),
    listWithStats: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* accessOf(endpoint)
      const { rows, page } = yield* listProjectsOfUser(access, query)
      return { _embedded: { projects: yield* withStats(projectsToModels(rows, access.caller.serverRole)) }, page }
    }),
    listOfOrganizationWithStats: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* accessOf(endpoint)
      const { rows, page } = yield* listProjectsOfOrganization(access, query)
      return { _embedded: { projects: yield* withStats(projectsToModels(rows, access.caller.serverRole)) }, page }
    }),
    create: Effect.fnUntraced(function* ({ endpoint, payload }) {
      const access = yield* accessOf(endpoint)
      return projectToModel(yield* createProject(access, payload), access.caller.serverRole)
    }),
    get: Effect.fnUntraced(function* ({ endpoint }) {
      const access = yield* accessOf(endpoint)
      return projectToModel(yield* getProject(access), access.caller.serverRole)
    }),
    edit: Effect.fnUntraced(function* ({ endpoint, payload }) {
      const access = yield* accessOf(endpoint)
      return projectToModel(yield* editProject(access, payload), access.caller.serverRole)
    }),
    delete: Effect.fnUntraced(function* ({ endpoint }) {
      const access = yield* accessOf(endpoint)
      yield* deleteProject(access)
    }),
    leave: Effect.fnUntraced(function* ({ endpoint }) {
      const access = yield* accessOf(endpoint)
      yield* leaveProject(access)
    }),
    listTransferOptions: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* accessOf(endpoint)
      return { _embedded: { transferOptions: yield* listTransferOptions(access, query.search ?? "") } }
    }),
    transfer: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      yield* transferProject(access, params.organizationId)
    })
  })
)

const withStats = Effect.fnUntraced(function* (projects: ReadonlyArray<ProjectModel>) {
  const statsByProjectId = yield* listProjectStats(projects.map(({ id }) => id))
  return projects.map((project): ProjectWithStatsModel => {
    const { languages = [], keyCount = 0, texts = [] } = statsByProjectId.get(project.id) ?? {}
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
        qaIssueCount: 0,
        qaChecksStaleCount: 0
      }
    }
  })
})
