import { Api, type ProjectApiKeyModel } from "@dragoman/api"
import { avatarLinks } from "@dragoman/domain/image"
import { rawScopesOfType } from "@dragoman/domain/permission"
import { formerUserName } from "@dragoman/domain/user"
import type { ProjectApiKeyRow } from "@dragoman/store"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
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
    list: withAccess(function* (access, { query }) {
      const { rows, page } = yield* listOwnApiKeys(access, query)
      return { _embedded: { apiKeys: rows.map(projectApiKeyToModel) }, page }
    }),
    create: withAccess(function* (access, { payload }) {
      const { row, key } = yield* createProjectApiKey(access, payload)
      return { ...projectApiKeyToModel(row), key }
    }),
    getCurrent: withAccess(function* (access) {
      const { row, ...ofProject } = yield* getCurrentApiKey(access)
      return { ...projectApiKeyToModel(row), ...ofProject }
    }),
    getCurrentPermissions: withAccess(function* (access, { query }) {
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
    get: withAccess((access, { params }) =>
      Effect.map(getProjectApiKey(access, params.apiKeyId, "resource_not_found"), projectApiKeyToModel)
    ),
    edit: withAccess((access, { params, payload }) =>
      Effect.map(editProjectApiKey(access, params.apiKeyId, payload), projectApiKeyToModel)
    ),
    regenerate: withAccess(function* (access, { params, payload }) {
      const { row, key } = yield* regenerateProjectApiKey(access, params.apiKeyId, payload)
      return { ...projectApiKeyToModel(row), key }
    }),
    delete: withAccess((access, { params }) => deleteProjectApiKey(access, params.apiKeyId)),
    listOfProject: withAccess(function* (access, { query }) {
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
