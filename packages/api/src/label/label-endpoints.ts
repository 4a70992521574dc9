import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { IdList } from "../identifier/id-list.ts"
import { labelId, projectId, translationId } from "../identifier/path-parameters.ts"
import { pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import { LabelBody, LabelModel, TranslationLabelBody } from "./label-model.ts"

const labelsPath = "/v2/projects/:projectId/labels"
const labelPath = `${labelsPath}/:labelId` as const
const translationsPath = "/v2/projects/:projectId/translations"
const assignedPath = `${translationsPath}/:translationId/label/:labelId` as const
const ofTranslation = { projectId, translationId, labelId }
const entering = requires(project([], { shortPath: true }))
const managing = requires(project(["project.edit"], { shortPath: true }))
const assigning = requires(project(["translations.state-edit"], { shortPath: true }))

/** Labels of a project, and the translations that have them. */
export const LabelEndpoints = endpointGroup(
  "label",
  HttpApiEndpoint.get("list", labelsPath, {
    params: { projectId },
    query: {
      ...listQuery("labels"),
      search: field(Schema.optional(Schema.String), "Only labels whose name contains this text, in any case.")
    },
    success: pageOf("labels", LabelModel)
  }).pipe(entering, described("Lists the labels of a project.")),
  HttpApiEndpoint.get("listWithIds", `${labelsPath}/ids`, {
    params: { projectId },
    query: {
      id: field(Schema.optional(IdList), "Ids of the labels; those that the project does not have are skipped.")
    },
    success: Schema.Array(LabelModel)
  }).pipe(entering, described("Returns labels by their ids, in the order of their names.")),
  HttpApiEndpoint.post("create", labelsPath, { params: { projectId }, payload: LabelBody, success: LabelModel }).pipe(
    managing,
    described("Creates a label.")
  ),
  HttpApiEndpoint.put("update", labelPath, {
    params: { projectId, labelId },
    payload: LabelBody,
    success: LabelModel
  }).pipe(managing, described("Updates a label, also where translations have it.")),
  HttpApiEndpoint.delete("delete", labelPath, {
    params: { projectId, labelId },
    success: HttpApiSchema.Empty(200)
  }).pipe(managing, described("Deletes a label and removes it from all translations.")),
  HttpApiEndpoint.put("assignToKey", `${translationsPath}/label`, {
    params: { projectId },
    payload: TranslationLabelBody,
    success: LabelModel
  }).pipe(
    assigning,
    described("Adds a label to the translation of a key in a language; creates the translation if it is missing.")
  ),
  HttpApiEndpoint.put("assign", assignedPath, { params: ofTranslation, success: LabelModel }).pipe(
    assigning,
    described("Adds a label to a translation.")
  ),
  HttpApiEndpoint.delete("unassign", assignedPath, {
    params: ofTranslation,
    success: HttpApiSchema.Empty(200)
  }).pipe(assigning, described("Removes a label from a translation; a translation without the label stays."))
)
