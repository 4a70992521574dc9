import type { ProjectApiKeyModel } from "@dragoman/api"
import type { ProjectApiKeyRow } from "@dragoman/store"

/** Source: reference "auth-and-permissions" 4.5. */
export const projectApiKeyToModel = (row: ProjectApiKeyRow): ProjectApiKeyModel => ({
  id: row.apiKeyId,
  description: row.description,
  username: row.username,
  userFullName: row.userFullName,
  projectId: row.projectId,
  projectName: row.projectName,
  scopes: row.scopes,
  expiresAt: row.expiresAt,
  lastUsedAt: row.lastUsedAt
})
