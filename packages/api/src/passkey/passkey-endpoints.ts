import { HttpApiEndpoint, HttpApiSchema } from "effect/http-api"
import { requires, user } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { passkeyId } from "../identifier/path-parameters.ts"
import { listOf } from "../page/page-model.ts"
import {
  PasskeyBody,
  PasskeyCreationOptionsModel,
  PasskeyModel,
  PasskeyNameBody,
  PasskeyRequestOptionsModel
} from "./passkey-model.ts"

const inPerson = { inPerson: true, beforeVerification: true } as const
/** A passkey opens the account without a password, so adding and removing one needs a proof. */
const proved = { ...inPerson, superToken: true } as const

/** The caller's passkeys. Endpoints of Dragoman's own (ADR 45). */
export const PasskeyEndpoints = endpointGroup(
  "passkey",
  HttpApiEndpoint.get("list", "/v2/user/passkeys", { success: listOf("passkeys", PasskeyModel) }).pipe(
    requires(user(inPerson)),
    described("Lists the caller's passkeys, the oldest one first. Not part of Tolgee's API.")
  ),
  HttpApiEndpoint.post("creationOptions", "/v2/user/passkeys/creation-options", {
    success: PasskeyCreationOptionsModel
  }).pipe(
    requires(user(proved)),
    described(
      "Returns the options with which the browser makes a new passkey (`navigator.credentials.create`). Not part of Tolgee's API."
    )
  ),
  HttpApiEndpoint.post("add", "/v2/user/passkeys", { payload: PasskeyBody, success: PasskeyModel }).pipe(
    requires(user(proved)),
    described("Adds a passkey from the browser to the caller's account. Not part of Tolgee's API.")
  ),
  HttpApiEndpoint.post("proofOptions", "/v2/user/passkeys/proof-options", {
    success: PasskeyRequestOptionsModel
  }).pipe(
    requires(user(inPerson)),
    described(
      "Returns the options with which the browser requests a passkey of the caller, as the proof for a super token. Not part of Tolgee's API."
    )
  ),
  HttpApiEndpoint.put("rename", "/v2/user/passkeys/:passkeyId", {
    params: { passkeyId },
    payload: PasskeyNameBody,
    success: PasskeyModel
  }).pipe(requires(user(inPerson)), described("Renames one of the caller's passkeys. Not part of Tolgee's API.")),
  HttpApiEndpoint.delete("remove", "/v2/user/passkeys/:passkeyId", {
    params: { passkeyId },
    success: HttpApiSchema.NoContent
  }).pipe(
    requires(user(proved)),
    described(
      "Removes one of the caller's passkeys. The last one of an account without a password stays. Not part of Tolgee's API."
    )
  )
)
