import { assignableStates } from "@dragoman/domain/translation"
import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { anyOf, project, requires } from "../access/requirement.ts"
import { conflicting, described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { projectId, translationId } from "../identifier/path-parameters.ts"
import { PathFlag } from "../identifier/query-flag.ts"
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
const one = { projectId, translationId }

const textChanged = "Conflict: `text_changed`; `params[0]` has the present texts by language tag."

/** Texts and states of one key. */
export const TranslationEndpoints = endpointGroup(
  "translation",
  HttpApiEndpoint.put("set", translationsPath, {
    params: { projectId },
    payload: SetTranslationsBody,
    success: SetTranslationsModel
  }).pipe(
    requires(anyOf(["translations.edit", null], { shortPath: true })),
    described(
      "Sets texts of an existing key. Requires `translations.edit` in each language, or an open task of the type TRANSLATE with the key. With `expectedTexts`, which is not part of Tolgee's API, nothing is written when one of these texts has changed."
    ),
    conflicting(textChanged)
  ),
  HttpApiEndpoint.post("createOrSet", translationsPath, {
    params: { projectId },
    payload: SetTranslationsBody,
    success: SetTranslationsModel
  }).pipe(
    requires(project(["translations.edit"], { shortPath: true })),
    described(
      "Sets texts of a key and creates the key if it is missing, which requires `keys.edit`. With `expectedTexts`, which is not part of Tolgee's API, nothing is written when one of these texts has changed."
    ),
    conflicting(textChanged)
  ),
  HttpApiEndpoint.put("setState", `${translationPath}/set-state/:state`, {
    params: {
      ...one,
      state: field(
        Schema.Literals(assignableStates),
        "The new state; only of a translation that has a text.",
        "REVIEWED"
      )
    },
    success: TranslationModel
  }).pipe(
    requires(anyOf(["translations.state-edit", null], { shortPath: true })),
    described(
      "Sets the state of a translation. Requires `translations.state-edit` in its language, or an open task of the type REVIEW with the key."
    )
  ),
  HttpApiEndpoint.put("dismissAutoTranslatedState", `${translationPath}/dismiss-auto-translated-state`, {
    params: one,
    success: TranslationModel
  }).pipe(
    requires(project(["translations.state-edit"], { shortPath: true })),
    described("Removes the mark that a machine or the translation memory made a translation.")
  ),
  HttpApiEndpoint.put("setOutdatedFlag", `${translationPath}/set-outdated-flag/:state`, {
    params: {
      ...one,
      state: field(PathFlag, "Whether the translation is outdated.", true)
    },
    success: TranslationModel
  }).pipe(
    requires(project(["translations.state-edit"], { shortPath: true })),
    described("Sets whether a translation is outdated.")
  ),
  HttpApiEndpoint.get("getHistory", `${translationPath}/history`, {
    params: one,
    query: pageQuery(),
    success: pageOf("revisions", TranslationRevisionModel)
  }).pipe(
    requires(anyOf(["translations.view", null], { shortPath: true })),
    described("Lists the changes of a translation.")
  )
)
