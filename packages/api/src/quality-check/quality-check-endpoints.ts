import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { branchParameter } from "../branch/branch-field.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { PathId } from "../identifier/path-id.ts"
import { languageId, projectId, qualityIssueId, translationId } from "../identifier/path-parameters.ts"
import { listOf } from "../page/page-model.ts"
import {
  CheckTypeGroupModel,
  LanguageQualitySettingsModel,
  QualityEnabledBody,
  QualityIssueModel,
  QualitySettingsBody,
  QualitySettingsModel,
  QualitySuppressionBody
} from "./quality-check-model.ts"

const settingsPath = "/v2/projects/:projectId/qa-settings"
const languagesPath = `${settingsPath}/languages` as const
const languagePath = `${languagesPath}/:languageId` as const
const issuesPath = "/v2/projects/:projectId/translations/:translationId/qa-issues"
const issuePath = `${issuesPath}/:qualityIssueId` as const
const ofProject = { projectId }
const ofLanguage = { projectId, languageId }
const ofTranslation = { projectId, translationId }
const one = { ...ofTranslation, qualityIssueId }
const viewing = requires(project(["translations.view"], { shortPath: true }))
const managing = requires(project(["project.edit"], { shortPath: true }))
const editing = requires(project(["translations.edit"], { shortPath: true }))
const nothing = HttpApiSchema.Empty(200)

/** Quality checks: their settings, and the issues that they found in texts. */
export const QualityCheckEndpoints = endpointGroup(
  "qualityCheck",
  HttpApiEndpoint.get("listTypes", `${settingsPath}/check-types`, {
    params: ofProject,
    success: Schema.Array(CheckTypeGroupModel)
  }).pipe(viewing, described("Lists the types of quality checks by category.")),
  HttpApiEndpoint.get("getSettings", settingsPath, { params: ofProject, success: QualitySettingsModel }).pipe(
    viewing,
    described("Returns the severity of each type of check in the project.")
  ),
  HttpApiEndpoint.put("setSettings", settingsPath, {
    params: ofProject,
    payload: QualitySettingsBody,
    success: QualitySettingsModel
  }).pipe(managing, described("Sets severities of the project. Texts are checked again in the background.")),
  HttpApiEndpoint.put("setEnabled", `${settingsPath}/enabled`, {
    params: ofProject,
    payload: QualityEnabledBody,
    success: nothing
  }).pipe(
    managing,
    described("Switches quality checks of the project on or off. Existing texts are checked in the background.")
  ),
  HttpApiEndpoint.get("listLanguages", languagesPath, {
    params: ofProject,
    success: Schema.Array(LanguageQualitySettingsModel)
  }).pipe(viewing, described("Lists the settings of all languages.")),
  HttpApiEndpoint.get("getLanguage", languagePath, {
    params: ofLanguage,
    success: LanguageQualitySettingsModel
  }).pipe(viewing, described("Returns the settings of a language.")),
  HttpApiEndpoint.put("setLanguage", languagePath, {
    params: ofLanguage,
    payload: QualitySettingsBody,
    success: LanguageQualitySettingsModel
  }).pipe(managing, described("Sets severities of a language that differ from those of the project.")),
  HttpApiEndpoint.delete("resetLanguage", languagePath, { params: ofLanguage, success: nothing }).pipe(
    managing,
    described("Deletes the settings of a language: it has those of the project again.")
  ),
  HttpApiEndpoint.get("getResolved", `${languagePath}/resolved`, {
    params: ofLanguage,
    success: QualitySettingsModel
  }).pipe(viewing, described("Returns the severity of each type of check in a language.")),
  HttpApiEndpoint.put("setLanguageEnabled", `${languagePath}/enabled`, {
    params: ofLanguage,
    payload: QualityEnabledBody,
    success: nothing
  }).pipe(managing, described("Switches quality checks of a language on or off.")),
  HttpApiEndpoint.get("listIssues", issuesPath, {
    params: ofTranslation,
    success: listOf("qaIssues", QualityIssueModel)
  }).pipe(viewing, described("Lists the issues of a translation, those that are ignored as well.")),
  HttpApiEndpoint.put("ignore", `${issuePath}/ignore`, { params: one, success: nothing }).pipe(
    editing,
    described("Ignores an issue, also after the text changed elsewhere.")
  ),
  HttpApiEndpoint.put("unignore", `${issuePath}/unignore`, { params: one, success: nothing }).pipe(
    editing,
    described("Opens an ignored issue again.")
  ),
  HttpApiEndpoint.post("suppress", `${issuesPath}/suppressions`, {
    params: ofTranslation,
    payload: QualitySuppressionBody,
    success: nothing
  }).pipe(editing, described("Ignores an issue of a text that is not stored yet, once it is.")),
  HttpApiEndpoint.delete("unsuppress", `${issuesPath}/suppressions`, {
    params: ofTranslation,
    payload: QualitySuppressionBody,
    success: HttpApiSchema.Empty(204)
  }).pipe(editing, described("Opens such an issue again.")),
  HttpApiEndpoint.get("countIssues", "/v2/projects/:projectId/stats/qa-issue-counts", {
    params: ofProject,
    query: { languageId: field(PathId, "Id of the language.", 102), branch: branchParameter },
    success: Schema.Record(Schema.String, Schema.Int).annotate({ examples: [{ REPEATED_WORDS: 3 }] })
  }).pipe(
    requires(project([], { shortPath: true })),
    described("Counts the open issues of a language by type of check.")
  )
)
