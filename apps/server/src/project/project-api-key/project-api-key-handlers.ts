import { Api, type ProjectApiKeyModel } from "@dragoman/api"
import { avatarLinks } from "@dragoman/domain/image"
import { rawScopesOfType } from "@dragoman/domain/permission"
import { formerUserName } from "@dragoman/domain/user"
import type { ProjectApiKeyRow } from "@dragoman/store"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf } from "../../platform/access/access.ts"
import { languageToModel } from "../language/language-shapes.ts"
import {
  createProjectApiKey,
  deleteProjectApiKey,
  editProjectApiKey,
  regenerateProjectApiKey
} from "./change-project-api-keys.ts"
import {
  getCurrentApiKey,
  getCurrentPermissions,
  getProjectApiKey,
  listApiKeysOfProject,
  listOwnApiKeys
} from "./project-api-key-queries.ts"

export const ProjectApiKeyHandlers = HttpApiBuilder.group(Api, "projectApiKey", (handlers) =>
  handlers.handleAll({
    list: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* accessOf(endpoint)
      const { rows, page } = yield* listOwnApiKeys(access, query)
      return { _embedded: { apiKeys: rows.map(projectApiKeyToModel) }, page }
    }),
    create: Effect.fnUntraced(function* ({ endpoint, payload }) {
      const access = yield* accessOf(endpoint)
      const { row, key } = yield* createProjectApiKey(access, payload)
      return { ...projectApiKeyToModel(row), key }
    }),
    getCurrent: Effect.fnUntraced(function* ({ endpoint }) {
      const access = yield* accessOf(endpoint)
      const { row, permittedLanguageIds } = yield* getCurrentApiKey(access)
      return { ...projectApiKeyToModel(row), permittedLanguageIds }
    }),
    getCurrentPermissions: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* accessOf(endpoint)
      const { project, isVisible, computed, scopes, type } = yield* getCurrentPermissions(access, query.projectId)
      const { id, name, description, slug, avatarHash, baseLanguage, icuPlaceholders } = project
      return {
        projectId: id,
        type,
        scopes,
        translateLanguageIds: computed.translateLanguageIds,
        viewLanguageIds: computed.viewLanguageIds,
        stateChangeLanguageIds: computed.stateChangeLanguageIds,
        project: isVisible
          ? {
              id,
              name,
              description,
              slug,
              avatar: avatarLinks(avatarHash),
              baseLanguage: baseLanguage && languageToModel(baseLanguage),
              icuPlaceholders
            }
          : { id, name: "", description: null, slug: null, avatar: null, baseLanguage: null, icuPlaceholders: false }
      }
    }),
    getAvailableScopes: () => Effect.succeed(rawScopesOfType),
    get: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      return projectApiKeyToModel(yield* getProjectApiKey(access, params.apiKeyId, "resource_not_found"))
    }),
    edit: Effect.fnUntraced(function* ({ endpoint, params, payload }) {
      const access = yield* accessOf(endpoint)
      return projectApiKeyToModel(yield* editProjectApiKey(access, params.apiKeyId, payload))
    }),
    regenerate: Effect.fnUntraced(function* ({ endpoint, params, payload }) {
      const access = yield* accessOf(endpoint)
      const { row, key } = yield* regenerateProjectApiKey(access, params.apiKeyId, payload)
      return { ...projectApiKeyToModel(row), key }
    }),
    delete: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      yield* deleteProjectApiKey(access, params.apiKeyId)
    }),
    listOfProject: Effect.fnUntraced(function* ({ endpoint, query }) {
      const access = yield* accessOf(endpoint)
      const { rows, page } = yield* listApiKeysOfProject(access, query)
      return { _embedded: { apiKeys: rows.map(projectApiKeyToModel) }, page }
    })
  })
)

const projectApiKeyToModel = (row: ProjectApiKeyRow): ProjectApiKeyModel => ({
  id: row.apiKeyId,
  description: row.description,
  username: row.username ?? "",
  userFullName: row.userFullName ?? formerUserName,
  projectId: row.projectId,
  projectName: row.projectName ?? "",
  scopes: row.scopes,
  expiresAt: row.expiresAt,
  lastUsedAt: row.lastUsedAt
})
