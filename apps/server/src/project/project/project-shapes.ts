import type { OrganizationSummaryModel, ProjectModel } from "@dragoman/api"
import type { AuditValues } from "@dragoman/domain/audit"
import { avatarLinks } from "@dragoman/domain/image"
import { computePermission, type ServerRole } from "@dragoman/domain/permission"
import type { LanguageRow, ProjectOrganizationRow, ProjectRow } from "@dragoman/store"
import type { EntityChange } from "../../change/activity/record-activity.ts"
import { organizationSummaryToModel } from "../../organization/organization/organization-shapes.ts"
import { computedPermissionToModel, permissionToModel } from "../../service/access/permission-to-model.ts"
import { languageToModel } from "../language/language-shapes.ts"

/** Converts a project for the user whose permissions the row carries. */
export const projectToModel = (row: ProjectRow, serverRole: ServerRole): ProjectModel =>
  toModel(row, serverRole, organizationSummaryToModel(row.organization))

/** Works like `projectToModel`; rows that share their organization share its model. */
export const projectsToModels = (
  rows: ReadonlyArray<ProjectRow>,
  serverRole: ServerRole
): ReadonlyArray<ProjectModel> => {
  const summaries = new Map<ProjectOrganizationRow, OrganizationSummaryModel>()
  return rows.map((row) => {
    const summary = summaries.get(row.organization) ?? organizationSummaryToModel(row.organization)
    summaries.set(row.organization, summary)
    return toModel(row, serverRole, summary)
  })
}

const toModel = (
  row: ProjectRow,
  serverRole: ServerRole,
  organizationOwner: OrganizationSummaryModel
): ProjectModel => {
  const { organizationRole, directPermission } = row
  const basePermission = row.organization.basePermission
  const computed = computePermission({ organizationRole, basePermission, directPermission, serverRole })
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    slug: row.slug,
    avatar: avatarLinks(row.avatarHash),
    organizationOwner,
    baseLanguage: row.baseLanguage === null ? null : languageToModel(row.baseLanguage),
    useNamespaces: row.useNamespaces,
    defaultNamespace: row.defaultNamespace,
    organizationRole,
    directPermission: directPermission === null ? null : permissionToModel(directPermission),
    computedPermission: computedPermissionToModel(computed, directPermission),
    icuPlaceholders: row.icuPlaceholders,
    translationProtection: row.translationProtection,
    suggestionsMode: row.suggestionsMode,
    useQaChecks: row.usesQualityChecks,
    rejectBrokenIcu: row.rejectsBrokenIcu,
    markTaskKeysDone: row.marksTaskKeysDone,
    useBranching: row.useBranching,
    public: false
  }
}

/** Describes a change of a project for the activity. */
export const projectEntity = (before: ProjectRow | null, after: ProjectRow): EntityChange => ({
  entityClass: "Project",
  entityId: after.id,
  before: before && toLogged(before),
  after: toLogged(after)
})

const toLogged = (project: ProjectRow) => ({
  name: project.name,
  description: project.description,
  slug: project.slug,
  baseLanguage: project.baseLanguage && toReference(project.baseLanguage),
  defaultNamespace: project.defaultNamespace && {
    entityClass: "Namespace",
    entityId: project.defaultNamespace.id,
    data: { name: project.defaultNamespace.name }
  },
  useNamespaces: project.useNamespaces,
  suggestionsMode: project.suggestionsMode,
  translationProtection: project.translationProtection
})

/** Names a project in an entry of the audit log. */
export const projectObject = ({ id, name }: ProjectRow) => ({ kind: "PROJECT", id, name }) as const

/** Selects the settings of a project that the audit log compares. */
export const auditedProject = (project: ProjectRow): AuditValues => ({
  name: project.name,
  description: project.description,
  slug: project.slug,
  baseLanguage: project.baseLanguage?.tag ?? null,
  defaultNamespace: project.defaultNamespace?.name ?? null,
  useNamespaces: project.useNamespaces,
  icuPlaceholders: project.icuPlaceholders,
  translationProtection: project.translationProtection,
  suggestionsMode: project.suggestionsMode,
  useQaChecks: project.usesQualityChecks,
  rejectBrokenIcu: project.rejectsBrokenIcu,
  markTaskKeysDone: project.marksTaskKeysDone,
  useBranching: project.useBranching
})

const toReference = ({ id, tag, name, flagEmoji }: LanguageRow) => ({
  entityClass: "Language",
  entityId: id,
  data: { tag, name, flagEmoji }
})
