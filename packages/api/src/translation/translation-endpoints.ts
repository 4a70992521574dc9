import { assignableStates } from "@dragoman/domain/translation"
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { endpointGroup } from "../endpoint-group.ts"
import { PathId } from "../identifier/path-id.ts"
import { pageOf } from "../page/page-model.ts"
import { pageQuery } from "../page/page-query.ts"
import {
  SetTranslationsBody,
  SetTranslationsModel,
  TranslationModel,
  TranslationRevisionModel
} from "./translation-model.ts"

const translationsPath = "/v2/projects/:projectId/translations"
const translationPath = `${translationsPath}/:translationId` as const
const one = { projectId: PathId, translationId: PathId }

/** Writing texts and states, one key at a time. Source: reference "content-api" 3.5, 3.6. */
export const TranslationEndpoints = endpointGroup(
  "translation",
  /** Needs `translations.edit` in each language; the key is there. */
  HttpApiEndpoint.put("set", translationsPath, {
    params: { projectId: PathId },
    payload: SetTranslationsBody,
    success: SetTranslationsModel
  }).pipe(requires(project([], { shortPath: true }))),
  /** Creates the key where it is missing, which needs `keys.edit`. */
  HttpApiEndpoint.post("createOrSet", translationsPath, {
    params: { projectId: PathId },
    payload: SetTranslationsBody,
    success: SetTranslationsModel
  }).pipe(requires(project(["translations.edit"], { shortPath: true }))),
  /** Needs `translations.state-edit` in the language. */
  HttpApiEndpoint.put("setState", `${translationPath}/set-state/:state`, {
    params: { ...one, state: Schema.Literals(assignableStates) },
    success: TranslationModel
  }).pipe(requires(project([], { shortPath: true }))),
  HttpApiEndpoint.put("dismissAutoTranslatedState", `${translationPath}/dismiss-auto-translated-state`, {
    params: one,
    success: TranslationModel
  }).pipe(requires(project(["translations.state-edit"], { shortPath: true }))),
  HttpApiEndpoint.put("setOutdatedFlag", `${translationPath}/set-outdated-flag/:state`, {
    params: { ...one, state: Schema.Literals(["true", "false"]) },
    success: TranslationModel
  }).pipe(requires(project(["translations.state-edit"], { shortPath: true }))),
  HttpApiEndpoint.get("getHistory", `${translationPath}/history`, {
    params: one,
    query: pageQuery(),
    success: pageOf("revisions", TranslationRevisionModel)
  }).pipe(requires(project(["translations.view"], { shortPath: true })))
)
