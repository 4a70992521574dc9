import type { SortCriterion } from "./sort.ts"

const byName = [{ property: "name", direction: "asc" }] as const
const byTag = [{ property: "tag", direction: "asc" }] as const

const projectProperties = [
  "name",
  "description",
  "slug",
  "createdAt",
  "useNamespaces",
  "icuPlaceholders",
  "organizationRole",
  "organizationOwner.id",
  "organizationOwner.name",
  "organizationOwner.slug",
  "organizationOwner.description",
  "baseLanguage.id",
  "baseLanguage.name",
  "baseLanguage.tag",
  "baseLanguage.originalName",
  "baseLanguage.flagEmoji",
  "defaultNamespace.id",
  "defaultNamespace.name"
] as const

/**
 * Each list of the API: the properties that it can be sorted by, besides `id`, and its order when the request names
 * none; an empty order is by id.
 */
export const lists = {
  activities: { sortable: ["timestamp", "type"], order: [] },
  allOrganizations: { sortable: ["name", "slug"], order: byName },
  apiKeys: { sortable: ["description", "username", "projectId", "projectName", "expiresAt", "lastUsedAt"], order: [] },
  batchJobs: { sortable: ["status", "createdAt", "updatedAt"], order: [] },
  comments: { sortable: ["createdAt", "updatedAt"], order: [] },
  importIssues: { sortable: ["type"], order: [] },
  importLanguages: { sortable: ["name", "importFileName", "totalCount"], order: [] },
  importTranslations: { sortable: ["keyName", "text"], order: [{ property: "keyName", direction: "asc" }] },
  keys: { sortable: ["name", "namespace", "description"], order: [] },
  languages: { sortable: ["tag", "name", "originalName", "flagEmoji", "base"], order: byTag },
  members: { sortable: ["username", "name", "organizationRole"], order: [] },
  namespaces: { sortable: ["name"], order: [] },
  organizationLanguages: {
    sortable: ["base", "name", "tag"],
    order: [{ property: "base", direction: "desc" }, ...byName, ...byTag]
  },
  organizationUsers: {
    sortable: ["name", "username", "organizationRole"],
    order: [...byName, { property: "username", direction: "asc" }]
  },
  organizations: { sortable: ["name", "slug"], order: [] },
  personalAccessTokens: { sortable: ["description", "createdAt", "updatedAt", "expiresAt", "lastUsedAt"], order: [] },
  projects: { sortable: projectProperties, order: byName },
  projectsOfOrganization: { sortable: projectProperties, order: [] },
  tags: { sortable: ["name"], order: byName },
  users: { sortable: ["name", "username", "globalServerRole"], order: [] },
  webhookConfigurations: { sortable: ["url", "enabled", "autoDisabled", "firstFailed", "lastExecuted"], order: [] },
  webhookDeliveries: { sortable: [], order: [{ property: "id", direction: "desc" }] },
  /** Lists that can be sorted by id only. */
  unsorted: { sortable: [], order: [] }
} as const satisfies Record<
  string,
  { readonly sortable: ReadonlyArray<string>; readonly order: ReadonlyArray<SortCriterion> }
>

export type ListName = keyof typeof lists

export type SortableProperty<List extends ListName> = (typeof lists)[List]["sortable"][number] | "id"
