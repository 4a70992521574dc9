import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { requires, user } from "../access/requirement.ts"
import { endpointGroup } from "../endpoint-group.ts"
import { PathId } from "../identifier/path-id.ts"
import { pageOf } from "../page/page-model.ts"
import { listQuery } from "../page/page-query.ts"
import {
  CurrentPersonalAccessTokenModel,
  PersonalAccessTokenBody,
  PersonalAccessTokenModel,
  RegenerateBody,
  RevealedPersonalAccessTokenModel
} from "./personal-access-token-model.ts"

const one = { tokenId: PathId }
const superToken = { superToken: true } as const

/** Tokens that act as their user. Source: reference "auth-and-permissions" 4.6. */
export const PersonalAccessTokenEndpoints = endpointGroup(
  "personalAccessToken",
  HttpApiEndpoint.get("list", "/v2/pats", {
    query: listQuery("personalAccessTokens"),
    success: pageOf("pats", PersonalAccessTokenModel)
  }).pipe(requires(user())),
  HttpApiEndpoint.post("create", "/v2/pats", {
    payload: PersonalAccessTokenBody,
    success: RevealedPersonalAccessTokenModel.annotate({ httpApiStatus: 201 })
  }).pipe(requires(user(superToken))),
  HttpApiEndpoint.get("getCurrent", "/v2/pats/current", { success: CurrentPersonalAccessTokenModel }).pipe(
    requires(user({ credentials: ["PAT"] }))
  ),
  HttpApiEndpoint.get("get", "/v2/pats/:tokenId", { params: one, success: PersonalAccessTokenModel }).pipe(
    requires(user())
  ),
  HttpApiEndpoint.put("edit", "/v2/pats/:tokenId", {
    params: one,
    payload: PersonalAccessTokenBody,
    success: PersonalAccessTokenModel
  }).pipe(requires(user(superToken))),
  HttpApiEndpoint.put("regenerate", "/v2/pats/:tokenId/regenerate", {
    params: one,
    payload: RegenerateBody,
    success: RevealedPersonalAccessTokenModel
  }).pipe(requires(user(superToken))),
  HttpApiEndpoint.delete("delete", "/v2/pats/:tokenId", { params: one, success: HttpApiSchema.Empty(200) }).pipe(
    requires(user(superToken))
  )
)
