import { memoryTypes } from "@dragoman/domain/memory"
import { Schema } from "effect"
import { field } from "../field.ts"
import { OrganizationSummaryModel } from "../organization/organization-model.ts"

const Optional = <S extends Schema.Top>(schema: S) => Schema.optional(Schema.NullOr(schema))

export const MemoryTypeModel = Schema.Literals(memoryTypes)

const simpleFields = {
  id: field(Schema.Int, "Id of the memory.", 5),
  name: field(Schema.String, "Name of the memory; that of the project for its own one.", "Harbour terms"),
  sourceLanguageTag: field(Schema.String, "Language that the memory translates from.", "en"),
  type: field(MemoryTypeModel, "SHARED: of the organization. PROJECT: the own memory of one project.", "SHARED")
}

export const SimpleTranslationMemoryModel = Schema.Struct(simpleFields)

const settingFields = {
  defaultPenalty: field(Schema.Int, "Percent taken off the similarity in projects without a penalty of their own.", 0),
  writeOnlyReviewed: field(Schema.Boolean, "Whether only reviewed translations of projects count.", false)
}

export const TranslationMemoryModel = Schema.Struct({
  ...simpleFields,
  ...settingFields,
  organizationOwner: field(OrganizationSummaryModel, "Organization that the memory belongs to.")
})

export const TranslationMemoryWithStatsModel = Schema.Struct({
  ...simpleFields,
  ...settingFields,
  assignedProjectNames: field(Schema.Array(Schema.String), "Names of the projects that use it.", ["Harbour booking"])
})

export const TranslationMemoryEntryCountsModel = Schema.Struct({
  counts: field(Schema.Record(Schema.String, Schema.Int), "Number of rows by id of the memory.", { 5: 120 })
})

/** Every unit of the file counts once. */
export const TranslationMemoryImportModel = Schema.Struct({
  created: field(Schema.Int, "Number of units with a new translation.", 120),
  updated: field(Schema.Int, "Number of units with a translation that replaced a stored one.", 0),
  skipped: field(Schema.Int, "Number of units with nothing new, or without a text in the language of the memory.", 3)
})

const accessFields = {
  readAccess: field(Schema.Boolean, "Whether the project gets suggestions from the memory.", true),
  writeAccess: field(Schema.Boolean, "Whether the translations of the project are part of the memory.", true)
}

const penaltyField = field(
  Schema.NullOr(Schema.Int),
  "Percent taken off the similarity; null: the default of the memory.",
  10
)

const priorityField = field(Schema.Int, "Place among the memories of the project; 0 comes first.", 1)

export const AssignedProjectModel = Schema.Struct({
  projectId: field(Schema.Int, "Id of the project.", 7),
  projectName: field(Schema.String, "Name of the project.", "Harbour booking"),
  ...accessFields,
  priority: priorityField,
  penalty: penaltyField
})

/** A memory that a project uses. */
export const TranslationMemoryAssignmentModel = Schema.Struct({
  translationMemoryId: field(Schema.Int, "Id of the memory.", 5),
  translationMemoryName: field(Schema.String, "Name of the memory.", "Harbour terms"),
  sourceLanguageTag: simpleFields.sourceLanguageTag,
  type: simpleFields.type,
  ...accessFields,
  priority: priorityField,
  ...settingFields,
  penalty: penaltyField
})

const assignmentBodyFields = {
  readAccess: field(Optional(Schema.Boolean), "Whether the project gets suggestions from the memory; absent: true."),
  writeAccess: field(
    Optional(Schema.Boolean),
    "Whether the translations of the project are part of the memory; absent: true."
  ),
  penalty: field(
    Optional(Schema.Int),
    "Percent taken off the similarity, 0 to 100; absent: the default of the memory.",
    10
  )
}

export const TranslationMemoryBody = Schema.Struct({
  name: field(
    Optional(Schema.String),
    "Name; 1 to 100 characters, required. No other memory of the organization has it.",
    "Harbour terms"
  ),
  sourceLanguageTag: field(
    Optional(Schema.String),
    "Language that the memory translates from; 1 to 20 characters, required.",
    "en"
  ),
  defaultPenalty: field(Optional(Schema.Int), "Percent taken off the similarity, 0 to 100; absent: 0.", 0),
  writeOnlyReviewed: field(Optional(Schema.Boolean), "Whether only reviewed translations count; absent: false."),
  assignedProjects: field(
    Optional(
      Schema.Array(
        Schema.Struct({
          projectId: field(Optional(Schema.Int), "Id of a project of the organization, required.", 7),
          ...assignmentBodyFields
        })
      )
    ),
    "Projects that use the memory, in place of those that do now; absent: unchanged."
  )
})

export const TranslationMemoryAssignmentBody = Schema.Struct({
  ...assignmentBodyFields,
  priority: field(
    Optional(Schema.Int),
    "Place among the memories of the project; absent: the last one, in an edit unchanged.",
    1
  )
})

export const WriteOnlyReviewedBody = Schema.Struct({
  writeOnlyReviewed: field(Schema.Boolean, "Whether only reviewed translations of projects count.", true)
})

export type TranslationMemoryBody = typeof TranslationMemoryBody.Type
export type TranslationMemoryAssignmentBody = typeof TranslationMemoryAssignmentBody.Type
