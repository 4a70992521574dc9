import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { project, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { projectId, promptId } from "../identifier/path-parameters.ts"
import { pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import { DefaultPromptModel, PromptBody, PromptModel } from "./prompt-model.ts"

const all = { projectId }
const one = { projectId, promptId }
const promptsPath = "/v2/projects/:projectId/prompts"
const promptPath = `${promptsPath}/:promptId` as const
// Tolgee's scopes prompts.view and prompts.edit, as requests that name them are understood.
const viewing = requires(project(["keys.view"], { credentials: ["JWT", "PAT"] }))
const editing = requires(project(["project.edit"], { credentials: ["JWT", "PAT"] }))

/** Instructions of a project for language models. */
export const PromptEndpoints = endpointGroup(
  "prompt",
  HttpApiEndpoint.get("list", promptsPath, {
    params: all,
    query: {
      ...listQuery("prompts"),
      search: field(Schema.optional(Schema.String), "Only prompts whose name contains this text, in any case.")
    },
    success: pageOf("prompts", PromptModel)
  }).pipe(viewing, described("Lists the prompts of a project.")),
  HttpApiEndpoint.get("getDefault", `${promptsPath}/default`, { params: all, success: DefaultPromptModel }).pipe(
    viewing,
    described("Returns the prompt that is used without another one.")
  ),
  HttpApiEndpoint.post("create", promptsPath, { params: all, payload: PromptBody, success: PromptModel }).pipe(
    editing,
    described("Creates a prompt.")
  ),
  HttpApiEndpoint.get("get", promptPath, { params: one, success: PromptModel }).pipe(
    viewing,
    described("Returns a prompt.")
  ),
  HttpApiEndpoint.put("update", promptPath, { params: one, payload: PromptBody, success: PromptModel }).pipe(
    editing,
    described("Replaces a prompt.")
  ),
  HttpApiEndpoint.delete("delete", promptPath, { params: one, success: HttpApiSchema.Empty(200) }).pipe(
    editing,
    described("Deletes a prompt; settings that chose it use the default one.")
  )
)
