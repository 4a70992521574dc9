import { Api, type PasskeyModel } from "@dragoman/api"
import type { PasskeyRow } from "@dragoman/store"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { accessOf } from "../../platform/access/access.ts"
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
    list: Effect.fnUntraced(function* ({ endpoint }) {
      const access = yield* accessOf(endpoint)
      const passkeys = yield* listPasskeys(access)
      return { _embedded: { passkeys: passkeys.map(passkeyToModel) } }
    }),
    creationOptions: Effect.fnUntraced(function* ({ endpoint, request }) {
      const access = yield* accessOf(endpoint)
      const { relyingParty } = yield* provingClientOf(request)
      return yield* getCreationOptions(access, relyingParty)
    }),
    add: Effect.fnUntraced(function* ({ endpoint, payload, request }) {
      const access = yield* accessOf(endpoint)
      const { relyingParty } = yield* provingClientOf(request)
      return passkeyToModel(yield* addPasskey(access, relyingParty, payload))
    }),
    proofOptions: Effect.fnUntraced(function* ({ endpoint, request }) {
      const access = yield* accessOf(endpoint)
      const { relyingParty } = yield* provingClientOf(request)
      return yield* getProofOptions(access, relyingParty)
    }),
    rename: Effect.fnUntraced(function* ({ endpoint, params, payload }) {
      const access = yield* accessOf(endpoint)
      return passkeyToModel(yield* renamePasskey(access, params.passkeyId, payload.name))
    }),
    remove: Effect.fnUntraced(function* ({ endpoint, params }) {
      const access = yield* accessOf(endpoint)
      yield* removePasskey(access, params.passkeyId)
    })
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
