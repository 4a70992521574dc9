import { Api } from "@dragoman/api"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import { createGlossary, deleteGlossary, editGlossary } from "./change-glossaries.ts"
import {
  getGlossary,
  listAssignedProjects,
  listGlossaries,
  listGlossariesOfProject,
  listGlossariesWithStats,
  listGlossaryLanguages
} from "./glossary-queries.ts"
import { glossaryToModel, projectOfGlossaryToModel, simpleGlossaryToModel } from "./glossary-shapes.ts"

export const GlossaryHandlers = HttpApiBuilder.group(Api, "glossary", (handlers) =>
  handlers.handleAll({
    create: withAccess(function* (access, { payload }) {
      return glossaryToModel(yield* createGlossary(access, payload), access.organization)
    }),
    list: withAccess(function* (access, { query }) {
      const { rows, page } = yield* listGlossaries(access, query)
      return { _embedded: { glossaries: rows.map(simpleGlossaryToModel) }, page }
    }),
    listWithStats: withAccess(function* (access, { query }) {
      const { rows, page } = yield* listGlossariesWithStats(access, query)
      const glossaries = rows.map(({ glossary, ...stats }) => ({ ...simpleGlossaryToModel(glossary), ...stats }))
      return { _embedded: { glossaries }, page }
    }),
    get: withAccess(function* (access, { params }) {
      return glossaryToModel(yield* getGlossary(access, params.glossaryId), access.organization)
    }),
    edit: withAccess(function* (access, { params, payload }) {
      return glossaryToModel(yield* editGlossary(access, params.glossaryId, payload), access.organization)
    }),
    delete: withAccess((access, { params }) => deleteGlossary(access, params.glossaryId)),
    listAssignedProjects: withAccess(function* (access, { params }) {
      const projects = yield* listAssignedProjects(access, params.glossaryId)
      return { _embedded: { projects: projects.map(projectOfGlossaryToModel) } }
    }),
    listLanguages: withAccess(function* (access, { params }) {
      const languages = yield* listGlossaryLanguages(access, params.glossaryId)
      return { _embedded: { glossaryLanguageDtoList: languages } }
    }),
    listOfProject: withAccess((access) =>
      Effect.map(listGlossariesOfProject(access), (rows) => ({
        _embedded: { glossaries: rows.map(simpleGlossaryToModel) }
      }))
    )
  })
)
