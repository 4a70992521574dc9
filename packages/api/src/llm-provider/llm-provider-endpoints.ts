import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { administrator, organization, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { llmProviderId, organizationIdOrSlug } from "../identifier/path-parameters.ts"
import {
  AvailableLlmProvidersModel,
  LlmProviderBody,
  LlmProviderModel,
  LlmProvidersModel,
  LlmProviderTestModel,
  ServerLlmProviderTestBody
} from "./llm-provider-model.ts"

const all = { organization: organizationIdOrSlug }
const one = { ...all, llmProviderId }
const providersPath = "/v2/organizations/:organization/llm-providers"
const providerPath = `${providersPath}/:llmProviderId` as const
const viewing = requires(organization("VIEWER", { credentials: ["JWT", "PAT"] }))
const owning = requires(organization("OWNER"))

/** Providers of language models. */
export const LlmProviderEndpoints = endpointGroup(
  "llmProvider",
  HttpApiEndpoint.get("listAvailable", `${providersPath}/all-available`, {
    params: all,
    success: AvailableLlmProvidersModel
  }).pipe(viewing, described("Lists the providers that prompts of the organization can choose, `default` first.")),
  HttpApiEndpoint.get("listOfServer", `${providersPath}/server-providers`, {
    params: all,
    success: AvailableLlmProvidersModel
  }).pipe(owning, described("Lists the providers that the operator set up.")),
  HttpApiEndpoint.get("list", providersPath, { params: all, success: LlmProvidersModel }).pipe(
    owning,
    described("Lists the providers of the organization.")
  ),
  HttpApiEndpoint.post("create", providersPath, {
    params: all,
    payload: LlmProviderBody,
    success: LlmProviderModel
  }).pipe(owning, described("Adds a provider to the organization.")),
  HttpApiEndpoint.put("update", providerPath, {
    params: one,
    payload: LlmProviderBody,
    success: LlmProviderModel
  }).pipe(owning, described("Replaces a provider of the organization.")),
  HttpApiEndpoint.delete("delete", providerPath, { params: one, success: HttpApiSchema.Empty(200) }).pipe(
    owning,
    described("Deletes a provider of the organization.")
  ),
  HttpApiEndpoint.post("test", `${providerPath}/test`, { params: one, success: LlmProviderTestModel }).pipe(
    owning,
    described(
      "Asks a provider of the organization for the translation of one short text, and returns it or the reason why there is none. Not part of Tolgee's API."
    )
  ),
  HttpApiEndpoint.post("testOfServer", "/v2/administration/server/test-llm-provider", {
    payload: ServerLlmProviderTestBody,
    success: LlmProviderTestModel
  }).pipe(
    requires(administrator),
    described(
      "Asks a provider that the operator set up for the translation of one short text, and returns it or the reason why there is none. Not part of Tolgee's API."
    )
  )
)
