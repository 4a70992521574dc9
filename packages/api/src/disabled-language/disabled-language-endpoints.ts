import { HttpApiEndpoint } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { branchParameter } from "../branch/branch-field.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { keyId, projectId } from "../identifier/path-parameters.ts"
import { LanguageModel } from "../language/language-model.ts"
import { listOf } from "../page/page-model.ts"
import { DisabledLanguagesBody, KeyWithDisabledLanguagesModel } from "./disabled-language-model.ts"

const path = "/v2/projects/:projectId/keys/:keyId/disabled-languages"
const one = { projectId, keyId }

/** Languages into which a key is not translated. */
export const DisabledLanguageEndpoints = endpointGroup(
  "disabledLanguage",
  HttpApiEndpoint.get("list", path, { params: one, success: listOf("languages", LanguageModel) }).pipe(
    requires(project(["keys.view"], { shortPath: true })),
    described("Lists the languages into which a key is not translated.")
  ),
  HttpApiEndpoint.put("set", path, {
    params: one,
    payload: DisabledLanguagesBody,
    success: listOf("languages", LanguageModel)
  }).pipe(
    requires(project(["keys.edit"], { shortPath: true })),
    described(
      "Sets the languages into which a key is not translated. Its texts in newly disabled languages are deleted."
    )
  ),
  HttpApiEndpoint.get("listKeys", "/v2/projects/:projectId/all-keys-with-disabled-languages", {
    params: { projectId },
    query: { branch: branchParameter },
    success: listOf("keys", KeyWithDisabledLanguagesModel)
  }).pipe(requires(project(["keys.view"])), described("Lists the keys that have disabled languages."))
)
