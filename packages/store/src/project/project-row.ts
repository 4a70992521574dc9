import type { OrganizationRole, Permission } from "@dragoman/domain/permission"
import type { SuggestionsMode } from "@dragoman/domain/suggestion"
import type { TranslationProtection } from "@dragoman/domain/translation"
import { optional, pick, type ValuesOf } from "../database/table.ts"
import type { LanguageRow } from "../language/language-repository.ts"
import { organizationRoleTable, organizationTable } from "../table/organization-tables.ts"
import { directPermissionColumns, toDirectPermission, toPermission } from "../table/permission-tables.ts"
import { languageTable, namespaceTable, projectTable } from "../table/project-tables.ts"

export interface ProjectOrganizationRow {
  readonly organizationId: number
  readonly name: string
  readonly slug: string
  readonly description: string | null
  /** null: no picture. */
  readonly avatarHash: string | null
  readonly basePermission: Permission
}

/** A project with what decides the permission of one user in it. */
export interface ProjectRow {
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly slug: string
  /** null: no picture. */
  readonly avatarHash: string | null
  readonly useNamespaces: boolean
  readonly icuPlaceholders: boolean
  readonly translationProtection: TranslationProtection
  readonly suggestionsMode: SuggestionsMode
  readonly usesQualityChecks: boolean
  readonly rejectsBrokenIcu: boolean
  readonly marksTaskKeysDone: boolean
  readonly isPublic: boolean
  readonly useBranching: boolean
  readonly organization: ProjectOrganizationRow
  readonly organizationRole: OrganizationRole | null
  readonly directPermission: Permission | null
  readonly baseLanguage: LanguageRow | null
  readonly defaultNamespace: { readonly id: number; readonly name: string } | null
}

const o = organizationTable.as("o")

/** The organization `o` of a project, and the user's role `r` in it. */
export const ownerColumns = {
  organizationId: o.id,
  organizationName: o.name,
  organizationSlug: o.slug,
  organizationDescription: o.description,
  organizationAvatarHash: o.avatarHash,
  ...pick(o, "baseType", "baseScopes"),
  organizationRole: optional(organizationRoleTable.as("r")).role
}

const l = languageTable.as("l")
const n = namespaceTable.as("n")

/** A project `p`, the user's direct permission `d`, the base language `l` and the default namespace `n`. */
export const projectColumns = {
  ...pick(
    projectTable.as("p"),
    "id",
    "name",
    "description",
    "slug",
    "avatarHash",
    "useNamespaces",
    "icuPlaceholders",
    "translationProtection",
    "suggestionsMode",
    "usesQualityChecks",
    "rejectsBrokenIcu",
    "marksTaskKeysDone",
    "isPublic",
    "useBranching"
  ),
  ...directPermissionColumns,
  languageId: optional(l).id,
  languageName: l.name,
  languageOriginalName: l.originalName,
  languageTag: l.tag,
  languageFlagEmoji: l.flagEmoji,
  namespaceId: optional(n).id,
  namespaceName: n.name
}

/** The fields that all projects of one organization share. */
export type ProjectOwner = Pick<ProjectRow, "organization" | "organizationRole">

/** Reads the columns of the owner. */
export const toProjectOwner = (row: ValuesOf<typeof ownerColumns>): ProjectOwner => ({
  organization: {
    organizationId: row.organizationId,
    name: row.organizationName,
    slug: row.organizationSlug,
    description: row.organizationDescription,
    avatarHash: row.organizationAvatarHash,
    basePermission: toPermission({ type: row.baseType, scopes: row.baseScopes })
  },
  organizationRole: row.organizationRole
})

/** The project with what it shares with the others of its owner. */
export const toProjectRow = (
  row: ValuesOf<typeof projectColumns>,
  { organization, organizationRole }: ProjectOwner
): ProjectRow => ({
  id: row.id,
  name: row.name,
  description: row.description,
  slug: row.slug,
  avatarHash: row.avatarHash,
  useNamespaces: row.useNamespaces,
  icuPlaceholders: row.icuPlaceholders,
  translationProtection: row.translationProtection,
  suggestionsMode: row.suggestionsMode,
  usesQualityChecks: row.usesQualityChecks,
  rejectsBrokenIcu: row.rejectsBrokenIcu,
  marksTaskKeysDone: row.marksTaskKeysDone,
  isPublic: row.isPublic,
  useBranching: row.useBranching,
  organization,
  organizationRole,
  directPermission: toDirectPermission(row),
  baseLanguage:
    row.languageId === null
      ? null
      : {
          id: row.languageId,
          name: row.languageName,
          originalName: row.languageOriginalName,
          tag: row.languageTag,
          flagEmoji: row.languageFlagEmoji,
          base: true
        },
  defaultNamespace: row.namespaceId === null ? null : { id: row.namespaceId, name: row.namespaceName }
})
