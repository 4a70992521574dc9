import type { OrganizationRole, Permission } from "@dragoman/domain/permission"
import type { TranslationProtection } from "@dragoman/domain/translation"
import { type PermissionColumns, parsePermissionColumns } from "../access/permission-columns.ts"
import type { LanguageRow } from "../language/language-repository.ts"

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
  readonly organization: ProjectOrganizationRow
  readonly organizationRole: OrganizationRole | null
  readonly directPermission: Permission | null
  readonly baseLanguage: LanguageRow | null
  readonly defaultNamespace: { readonly id: number; readonly name: string } | null
}

/** Of the organization and the user's role in it: the columns of `OwnerColumns`, over the aliases `o` and `r`. */
export const ownerColumns = `o.id AS organization_id, o.name AS organization_name, o.slug AS organization_slug,
  o.description AS organization_description, o.avatar_hash AS organization_avatar_hash, o.base_type, o.base_scopes, r.role AS organization_role`

export interface OwnerColumns {
  readonly organizationId: number
  readonly organizationName: string
  readonly organizationSlug: string
  readonly organizationDescription: string | null
  readonly organizationAvatarHash: string | null
  readonly baseType: string | null
  readonly baseScopes: string | null
  readonly organizationRole: OrganizationRole | null
}

/**
 * Of a project: the columns of `ProjectColumns`, over the aliases `p`, `d` (the user's direct permission), `l` (base
 * language) and `n` (default namespace).
 */
export const projectColumns = `p.id, p.name, p.description, p.slug, p.avatar_hash, p.use_namespaces, p.icu_placeholders,
  p.translation_protection,
  d.project_id AS direct_project_id, d.type, d.scopes,
  d.translate_language_ids, d.view_language_ids, d.state_change_language_ids,
  l.id AS language_id, l.name AS language_name, l.original_name AS language_original_name, l.tag AS language_tag,
  l.flag_emoji AS language_flag_emoji, n.id AS namespace_id, n.name AS namespace_name`

export interface ProjectColumns extends PermissionColumns {
  readonly id: number
  readonly name: string
  readonly description: string | null
  readonly slug: string
  readonly avatarHash: string | null
  readonly useNamespaces: number
  readonly icuPlaceholders: number
  readonly translationProtection: TranslationProtection
  readonly directProjectId: number | null
  readonly languageId: number | null
  readonly languageName: string
  readonly languageOriginalName: string | null
  readonly languageTag: string
  readonly languageFlagEmoji: string | null
  readonly namespaceId: number | null
  readonly namespaceName: string
}

/** What all projects of one organization share. */
export type ProjectOwner = Pick<ProjectRow, "organization" | "organizationRole">

/** What the owner's columns say. */
export const toProjectOwner = (row: OwnerColumns): ProjectOwner => ({
  organization: {
    organizationId: row.organizationId,
    name: row.organizationName,
    slug: row.organizationSlug,
    description: row.organizationDescription,
    avatarHash: row.organizationAvatarHash,
    basePermission: parsePermissionColumns({ type: row.baseType, scopes: row.baseScopes })
  },
  organizationRole: row.organizationRole
})

/** The project with what it shares with the others of its owner. */
export const toProjectRow = (row: ProjectColumns, { organization, organizationRole }: ProjectOwner): ProjectRow => ({
  id: row.id,
  name: row.name,
  description: row.description,
  slug: row.slug,
  avatarHash: row.avatarHash,
  useNamespaces: row.useNamespaces === 1,
  icuPlaceholders: row.icuPlaceholders === 1,
  translationProtection: row.translationProtection,
  organization,
  organizationRole,
  directPermission: row.directProjectId === null ? null : parsePermissionColumns(row),
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
