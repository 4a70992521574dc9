import { Api, type PasskeyModel } from "@dragoman/api"
import type { PasskeyRow } from "@dragoman/store"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { withAccess } from "../../service/access/access.ts"
import {
  addPasskey,
  getCreationOptions,
  getProofOptions,
  listPasskeys,
  removePasskey,
  renamePasskey
} from "./passkeys.ts"
import { provingClientOf } from "./relying-party.ts"

export const PasskeyHandlers = HttpApiBuilder.group(Api, "passkey", (handlers) =>
  handlers.handleAll({
    list: withAccess(function* (access) {
      const passkeys = yield* listPasskeys(access)
      return { _embedded: { passkeys: passkeys.map(passkeyToModel) } }
    }),
    creationOptions: withAccess(function* (access, { request }) {
      const { relyingParty } = yield* provingClientOf(request)
      return yield* getCreationOptions(access, relyingParty)
    }),
    add: withAccess(function* (access, { payload, request }) {
      const { relyingParty } = yield* provingClientOf(request)
      return passkeyToModel(yield* addPasskey(access, relyingParty, payload))
    }),
    proofOptions: withAccess(function* (access, { request }) {
      const { relyingParty } = yield* provingClientOf(request)
      return yield* getProofOptions(access, relyingParty)
    }),
    rename: withAccess((access, { params, payload }) =>
      Effect.map(renamePasskey(access, params.passkeyId, payload.name), passkeyToModel)
    ),
    remove: withAccess((access, { params }) => removePasskey(access, params.passkeyId))
  })
)

export const passkeyToModel = (
  passkey: Pick<PasskeyRow, "passkeyId" | "name" | "relyingParty" | "backedUp" | "createdAt" | "lastUsedAt">
): PasskeyModel => ({
  id: passkey.passkeyId,
  name: passkey.name,
  host: passkey.relyingParty,
  synchronized: passkey.backedUp,
  createdAt: passkey.createdAt,
  lastUsedAt: passkey.lastUsedAt
})
