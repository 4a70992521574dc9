import type { EntityChange } from "@dragoman/domain/activity"
import type { AssignmentContent } from "@dragoman/domain/memory"
import type { MemoryOfProjectRow, MemoryRow, OrganizationRow } from "@dragoman/store"
import { organizationSummaryToModel } from "../../organization/organization/organization-shapes.ts"

export const simpleMemoryToModel = ({ id, name, sourceLanguageTag, type }: MemoryRow) => ({
  id,
  name,
  sourceLanguageTag,
  type
})

export const memoryToModel = (row: MemoryRow, organization: OrganizationRow) => ({
  ...simpleMemoryToModel(row),
  defaultPenalty: row.defaultPenalty,
  writeOnlyReviewed: row.writeOnlyReviewed,
  organizationOwner: organizationSummaryToModel(organization)
})

export const memoryOfProjectToModel = (row: MemoryOfProjectRow) => ({
  translationMemoryId: row.id,
  translationMemoryName: row.name,
  sourceLanguageTag: row.sourceLanguageTag,
  type: row.type,
  readAccess: row.readAccess,
  writeAccess: row.writeAccess,
  priority: row.priority,
  defaultPenalty: row.defaultPenalty,
  writeOnlyReviewed: row.writeOnlyReviewed,
  penalty: row.penalty
})

export const memoryObject = ({ id, name }: { readonly id: number; readonly name: string }) =>
  ({ kind: "TRANSLATION_MEMORY", id, name }) as const

/** Describes a change of an assignment for the activity; null: there is none. */
export const assignmentEntity = (
  memory: { readonly id: number; readonly name: string },
  before: AssignmentContent | null,
  after: AssignmentContent | null
): EntityChange => ({
  entityClass: "TranslationMemoryProject",
  entityId: memory.id,
  before: before && assignmentValues(memory.name, before),
  after: after && assignmentValues(memory.name, after)
})

const assignmentValues = (name: string, { readAccess, writeAccess, priority, penalty }: AssignmentContent) => ({
  name,
  readAccess,
  writeAccess,
  priority,
  penalty
})
