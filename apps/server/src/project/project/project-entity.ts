import type { LanguageRow, ProjectRow } from "@dragoman/store"
import type { EntityChange } from "../../change/activity/record-activity.ts"

/** What the activity shows of a project. Source: reference "webhooks" 3.2 (references) and 3.4. */
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
  translationProtection: project.translationProtection
})

const toReference = ({ id, tag, name, flagEmoji }: LanguageRow) => ({
  entityClass: "Language",
  entityId: id,
  data: { tag, name, flagEmoji }
})
