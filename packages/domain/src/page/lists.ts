import { domainError } from "../error/domain-error.ts"
import { invalid, type Validated, valid } from "../validation/validation.ts"

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
  apiKeys: {
    sortable: ["description", "username", "projectId", "projectName", "createdAt", "expiresAt", "lastUsedAt"],
    order: []
  },
  batchJobs: { sortable: ["status", "createdAt", "updatedAt"], order: [] },
  branchMergeChanges: { sortable: [], order: [] },
  branchMerges: { sortable: [], order: [{ property: "id", direction: "desc" }] },
  branches: {
    sortable: ["isDefault", "name"],
    order: [
      { property: "isDefault", direction: "desc" },
      { property: "id", direction: "desc" }
    ]
  },
  comments: { sortable: ["createdAt", "updatedAt"], order: [] },
  contentDeliveryConfigs: { sortable: ["name"], order: [] },
  contentStorages: { sortable: ["name"], order: [] },
  failedTexts: { sortable: [], order: [] },
  glossaries: { sortable: ["name"], order: [] },
  glossaryTerms: { sortable: ["description", "text"], order: [] },
  importIssues: { sortable: ["type"], order: [] },
  importLanguages: { sortable: ["name", "importFileName", "totalCount"], order: [] },
  importPlans: { sortable: [], order: [{ property: "id", direction: "desc" }] },
  importTranslations: { sortable: ["keyName", "text"], order: [{ property: "keyName", direction: "asc" }] },
  keys: { sortable: ["name", "namespace", "description"], order: [] },
  labels: { sortable: ["name"], order: byName },
  languages: { sortable: ["tag", "name", "originalName", "flagEmoji", "base"], order: byTag },
  members: { sortable: ["username", "name", "organizationRole"], order: [] },
  namespaces: { sortable: ["name"], order: [] },
  notifications: {
    sortable: ["createdAt"],
    order: [
      { property: "createdAt", direction: "desc" },
      { property: "id", direction: "desc" }
    ]
  },
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
  prompts: { sortable: ["name"], order: [] },
  publishingAttempts: { sortable: [], order: [{ property: "id", direction: "desc" }] },
  suggestions: { sortable: ["createdAt", "updatedAt"], order: [{ property: "id", direction: "desc" }] },
  tags: { sortable: ["name"], order: byName },
  tasks: {
    sortable: ["number", "name", "type", "state", "createdAt", "closedAt", "dueDate"],
    order: [{ property: "number", direction: "desc" }]
  },
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

export type SortDirection = "asc" | "desc"

export interface SortCriterion<Property extends string = string> {
  readonly property: Property
  readonly direction: SortDirection
}

/**
 * The order that `sort` parameters ask for, the most important criterion first. Each entry is
 * `property[,property…][,asc|desc]`; an entry without a property asks for nothing. `id` is always sortable. Fails for a
 * property that is not sortable.
 */
export const parseSort = <const Property extends string>(
  entries: ReadonlyArray<string>,
  sortable: ReadonlyArray<Property>
): Validated<ReadonlyArray<SortCriterion<Property | "id">>> => {
  const isSortable = (property: string): property is Property | "id" =>
    property === "id" || (sortable as ReadonlyArray<string>).includes(property)
  const asked = entries.flatMap(parseEntry)
  const known = asked.filter((criterion): criterion is SortCriterion<Property | "id"> => isSortable(criterion.property))
  return known.length < asked.length ? invalid(domainError("unknown_sort_property")) : valid(known)
}

/** Prints a criterion as a `sort` parameter spells it. */
export const printSortCriterion = ({ property, direction }: SortCriterion): string => `${property},${direction}`

/**
 * The order with `id` as the last criterion unless it is among them. Of a repeated property only the first mention can
 * decide anything, so the others are dropped.
 */
export const withTotalOrder = <Property extends string>(
  criteria: ReadonlyArray<SortCriterion<Property | "id">>
): ReadonlyArray<SortCriterion<Property | "id">> => {
  const last: SortCriterion<"id"> = { property: "id", direction: "asc" }
  return [...criteria, last].filter(
    (criterion, index, all) => all.findIndex((other) => other.property === criterion.property) === index
  )
}

const parseEntry = (entry: string): ReadonlyArray<SortCriterion> => {
  const parts = entry.split(",").flatMap((part) => (part.trim() === "" ? [] : [part.trim()]))
  const direction = parseDirection(parts.at(-1))
  const properties = direction === null ? parts : parts.slice(0, -1)
  return properties.map((property) => ({ property, direction: direction ?? "asc" }))
}

const parseDirection = (text: string | undefined): SortDirection | null => {
  const direction = text?.toLowerCase()
  return direction === "asc" || direction === "desc" ? direction : null
}
