import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { requires, user } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { tokenId } from "../identifier/path-parameters.ts"
import { pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import {
  CurrentPersonalAccessTokenModel,
  PersonalAccessTokenBody,
  PersonalAccessTokenModel,
  RegenerateBody,
  RevealedPersonalAccessTokenModel
} from "./personal-access-token-model.ts"

const one = { tokenId }
const superToken = { superToken: true } as const
const beforeVerification = { beforeVerification: true } as const

/** Personal access tokens: credentials that act as their user. */
export const PersonalAccessTokenEndpoints = endpointGroup(
  "personalAccessToken",
  HttpApiEndpoint.get("list", "/v2/pats", {
    query: listQuery("personalAccessTokens"),
    success: pageOf("pats", PersonalAccessTokenModel)
  }).pipe(requires(user(beforeVerification)), described("Lists the caller's personal access tokens.")),
  HttpApiEndpoint.post("create", "/v2/pats", {
    payload: PersonalAccessTokenBody,
    success: RevealedPersonalAccessTokenModel.annotate({ httpApiStatus: 201 })
  }).pipe(
    requires(user(superToken)),
    described("Creates a personal access token. Only this response contains the token.")
  ),
  HttpApiEndpoint.get("getCurrent", "/v2/pats/current", { success: CurrentPersonalAccessTokenModel }).pipe(
    requires(user({ credentials: ["PAT"], ...beforeVerification })),
    described("Returns the personal access token of the request.")
  ),
  HttpApiEndpoint.get("get", "/v2/pats/:tokenId", { params: one, success: PersonalAccessTokenModel }).pipe(
    requires(user(beforeVerification)),
    described("Returns one of the caller's personal access tokens.")
  ),
  HttpApiEndpoint.put("edit", "/v2/pats/:tokenId", {
    params: one,
    payload: PersonalAccessTokenBody,
    success: PersonalAccessTokenModel
  }).pipe(requires(user(superToken)), described("Updates the description of a personal access token.")),
  HttpApiEndpoint.put("regenerate", "/v2/pats/:tokenId/regenerate", {
    params: one,
    payload: RegenerateBody,
    success: RevealedPersonalAccessTokenModel
  }).pipe(
    requires(user(superToken)),
    described("Replaces the secret of a personal access token. Only this response contains the new token.")
  ),
  HttpApiEndpoint.delete("delete", "/v2/pats/:tokenId", { params: one, success: HttpApiSchema.Empty(200) }).pipe(
    requires(user({ ...superToken, ...beforeVerification })),
    described("Deletes a personal access token.")
  )
)
