import type { SecondFactorsModel } from "@dragoman/api"
import { PasskeyRepository, SecondFactorRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { UserAccess } from "../../service/access/access.ts"
import { getUser } from "../user/user-queries.ts"

/** Lists the second factors of the caller's account. */
export const getSecondFactors = Effect.fn("getSecondFactors")(function* (access: UserAccess) {
  const factors = yield* SecondFactorRepository
  const repository = yield* PasskeyRepository
  const { userId, mfaEnabled, passwordHash } = yield* getUser(access)
  const codes = yield* factors.listRecoveryCodes(userId)
  const passkeys = yield* repository.list(userId)
  return {
    totpEnabled: mfaEnabled,
    recoveryCodesLeft: codes.length,
    passkeys: passkeys.length,
    hasPassword: passwordHash !== null
  } satisfies SecondFactorsModel
})
