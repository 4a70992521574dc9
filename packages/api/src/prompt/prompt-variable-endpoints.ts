import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { PathId } from "../identifier/path-id.ts"
import { projectId } from "../identifier/path-parameters.ts"
import { PromptVariablesModel } from "./prompt-variable-model.ts"

/** Variables of the templates of prompts. See docs/machine-translation.md#prompts. */
export const PromptVariableEndpoints = endpointGroup(
  "promptVariable",
  HttpApiEndpoint.get("list", "/v2/projects/:projectId/prompts/get-variables", {
    params: { projectId },
    query: {
      keyId: field(Schema.optional(PathId), "Id of the key whose values are shown; absent: names without values."),
      targetLanguageId: field(
        Schema.optional(PathId),
        "Id of the language into which the key is translated; absent: names without values."
      )
    },
    success: PromptVariablesModel
  }).pipe(
    requires(project(["project.edit"], { shortPath: true })),
    described(
      "Lists the variables of prompt templates, with their values for a key and a language that the caller may view."
    )
  )
)
