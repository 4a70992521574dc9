import { Schema } from "effect"
import { field } from "../field.ts"
import { OrganizationSummaryModel } from "../organization/organization-model.ts"

const Optional = <S extends Schema.Top>(schema: S) => Schema.optional(Schema.NullOr(schema))

const simpleFields = {
  id: field(Schema.Int, "Id of the glossary.", 9),
  name: field(Schema.String, "Name of the glossary.", "Harbour terms"),
  baseLanguageTag: field(Schema.String, "Language that the terms are translated from.", "en")
}

export const SimpleGlossaryModel = Schema.Struct(simpleFields)

export const GlossaryModel = Schema.Struct({
  ...simpleFields,
  organizationOwner: field(OrganizationSummaryModel, "Organization that the glossary belongs to.")
})

export const GlossaryWithStatsModel = Schema.Struct({
  ...simpleFields,
  firstAssignedProjectName: field(
    Schema.NullOr(Schema.String),
    "Name of a project that uses the glossary, the first one by name; null: none.",
    "Harbour booking"
  ),
  assignedProjectsCount: field(Schema.Int, "Number of projects that use the glossary.", 1)
})

export const GlossaryLanguageModel = Schema.Struct({
  tag: field(Schema.String, "Tag of the language.", "cs"),
  base: field(Schema.Boolean, "Whether it is the base language of the glossary.", false)
})

export const GlossaryBody = Schema.Struct({
  name: field(Optional(Schema.String), "Name; 1 to 50 characters, required.", "Harbour terms"),
  baseLanguageTag: field(
    Optional(Schema.String),
    "Language that the terms are translated from; 1 to 20 characters, required.",
    "en"
  ),
  assignedProjectIds: field(
    Optional(Schema.Array(Schema.Int)),
    "Ids of the projects that use the glossary; required in a new one, in an edit absent: unchanged.",
    [7]
  )
})
export type GlossaryBody = typeof GlossaryBody.Type
