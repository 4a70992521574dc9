import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { branchParameter } from "../branch/branch-field.ts"
import { conflicting, described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { planId, projectId } from "../identifier/path-parameters.ts"
import { pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import {
  ImportKeysBody,
  ImportKeysResolvableBody,
  ImportKeysResolvableModel,
  SingleStepImportResolvableBody
} from "./import-keys-model.ts"
import { ImportPlanChangeModel, ImportPlanModel, importPlanActions } from "./import-plan-model.ts"
import { ImportResultModel, SingleStepImportParams } from "./single-step-import-model.ts"

const plansPath = "/v2/projects/:projectId/single-step-import/plans"
const planPath = `${plansPath}/:planId` as const
const ofPlan = { projectId, planId }

const requiresEntering = requires(project(["translations.view"], { shortPath: true }))

/**
 * Imports that one request uploads and applies. Every response has the header `X-Dragoman-Notices`: the number of issues
 * and warnings, and the first of them.
 */
export const SingleStepImportEndpoints = endpointGroup(
  "singleStepImport",
  HttpApiEndpoint.post("importFiles", "/v2/projects/:projectId/single-step-import", {
    params: { projectId },
    /** Any number of parts named `files`, also archives, and one named `params`. The server reads them from the stream. */
    payload: Schema.Struct({
      files: field(Schema.Unknown, "Files or archives; any number of parts with this name."),
      params: field(SingleStepImportParams, "Options of the import, as JSON.")
    }).pipe(HttpApiSchema.asMultipartStream()),
    success: ImportResultModel
  }).pipe(
    requiresEntering,
    described(
      "Imports files or archives at once; with `dryRun` stores a plan and changes nothing. Written texts require `translations.edit` in their languages, new keys require `keys.create`. `X-Dragoman-Notices` counts the issues and warnings."
    )
  ),
  HttpApiEndpoint.get("listPlans", plansPath, {
    params: { projectId },
    query: listQuery("importPlans"),
    success: pageOf("plans", ImportPlanModel)
  }).pipe(requiresEntering, described("Lists the caller's import plans in a project, the newest first.")),
  HttpApiEndpoint.get("getPlan", planPath, {
    params: ofPlan,
    success: ImportResultModel
  }).pipe(requiresEntering, described("Returns an import plan of the caller.")),
  HttpApiEndpoint.get("listPlanChanges", `${planPath}/changes`, {
    params: ofPlan,
    query: {
      ...listQuery("unsorted"),
      action: field(
        Schema.optional(Schema.Array(Schema.Literals(importPlanActions))),
        "Only keys with these actions; absent: all."
      )
    },
    success: pageOf("changes", ImportPlanChangeModel)
  }).pipe(
    requiresEntering,
    described("Lists the action of an import plan for each key, in the order of the files; removed keys come last.")
  ),
  HttpApiEndpoint.post("applyPlan", `${planPath}/apply`, {
    params: ofPlan,
    success: ImportResultModel
  }).pipe(
    requiresEntering,
    described(
      "Applies an import plan and removes it. Requires the same scopes as the import. `X-Dragoman-Notices` counts the issues and warnings."
    ),
    conflicting(
      "Conflict: `import_plan_outdated`, texts or keys of the plan have changed in the project; `params` names up to 100 keys."
    )
  ),
  HttpApiEndpoint.post("importResolvable", "/v2/projects/:projectId/single-step-import-resolvable", {
    params: { projectId },
    payload: SingleStepImportResolvableBody,
    success: ImportResultModel
  }).pipe(
    requiresEntering,
    described(
      "Imports keys from a JSON body at once; each text has a `resolution` for conflicts. `X-Dragoman-Notices` counts the issues and warnings."
    )
  ),
  HttpApiEndpoint.post("importKeys", "/v2/projects/:projectId/keys/import", {
    params: { projectId },
    query: { branch: branchParameter },
    payload: ImportKeysBody,
    success: HttpApiSchema.Empty(200)
  }).pipe(
    requires(project(["keys.create", "translations.edit"], { shortPath: true })),
    described(
      "Creates the keys of a JSON body that the project does not have yet. The response names omissions in its body."
    )
  ),
  HttpApiEndpoint.post("importKeysResolvable", "/v2/projects/:projectId/keys/import-resolvable", {
    params: { projectId },
    query: { branch: branchParameter },
    payload: ImportKeysResolvableBody,
    success: ImportKeysResolvableModel
  }).pipe(
    requires(project([], { shortPath: true })),
    described("Imports keys and screenshots from a JSON body; each text has a `resolution` for conflicts.")
  )
)
