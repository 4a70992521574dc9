import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { keyId, projectId } from "../identifier/path-parameters.ts"
import { QueryFlag } from "../identifier/query-flag.ts"
import { TextList } from "../identifier/text-list.ts"
import {
  AutoTranslationDryRunBody,
  AutoTranslationDryRunModel,
  AutoTranslationSettingsBody,
  AutoTranslationSettingsListModel,
  AutoTranslationSettingsModel
} from "./auto-translation-model.ts"

const params = { projectId }
const settingsPath = "/v2/projects/:projectId/per-language-auto-translation-settings"
const defaultPath = "/v2/projects/:projectId/auto-translation-settings"
const reading = requires(project([], { shortPath: true }))
const writing = requires(project(["languages.edit"], { shortPath: true }))

/** Settings of automatic translation. */
export const AutoTranslationEndpoints = endpointGroup(
  "autoTranslation",
  HttpApiEndpoint.get("listSettings", settingsPath, { params, success: AutoTranslationSettingsListModel }).pipe(
    reading,
    described("Lists what is translated automatically: the default first, then languages with settings of their own.")
  ),
  HttpApiEndpoint.put("replaceSettings", settingsPath, {
    params,
    payload: Schema.Array(AutoTranslationSettingsBody),
    success: AutoTranslationSettingsListModel
  }).pipe(
    writing,
    described("Replaces all settings of automatic translation. Of several for one language the last one counts.")
  ),
  HttpApiEndpoint.get("getDefaultSettings", defaultPath, { params, success: AutoTranslationSettingsModel }).pipe(
    reading,
    described("Returns the settings of languages without settings of their own.")
  ),
  HttpApiEndpoint.put("setDefaultSettings", defaultPath, {
    params,
    payload: AutoTranslationSettingsBody,
    success: AutoTranslationSettingsModel
  }).pipe(writing, described("Sets the settings of languages without settings of their own; `languageId` is ignored.")),
  HttpApiEndpoint.post("dryRun", `${defaultPath}/dry-run`, {
    params,
    payload: AutoTranslationDryRunBody,
    success: AutoTranslationDryRunModel
  }).pipe(
    requires(project(["keys.view", "translations.batch-machine"], { shortPath: true })),
    described(
      "Reports how the settings would fill texts if the base texts of the keys were written now, and what machines would cost; writes nothing, and asks no service."
    )
  ),
  HttpApiEndpoint.put("translateKey", "/v2/projects/:projectId/keys/:keyId/auto-translate", {
    params: { projectId, keyId },
    query: {
      languages: field(
        Schema.optional(TextList),
        "Tags of the languages whose texts are replaced, reviewed ones excepted; absent: only empty texts are filled, in all languages that the caller may translate."
      ),
      useTranslationMemory: field(
        QueryFlag,
        "Whether exact matches of the translation memory are used; absent: false."
      ),
      useMachineTranslation: field(
        QueryFlag,
        "Whether a machine translates what the memory does not have; absent: false."
      )
    },
    success: HttpApiSchema.Empty(200)
  }).pipe(
    requires(project(["translations.edit"], { shortPath: true })),
    described(
      "Translates a key by the translation memory and by machine. When a text has no translation, the others are written before the request fails."
    )
  )
)
