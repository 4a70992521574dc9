import type { SecondFactorsModel } from "@dragoman/api"
import { PasskeyRepository, SecondFactorRepository } from "@dragoman/store"
import { Effect } from "effect"
import type { UserAccess } from "../../platform/access/access.ts"
import { getUser } from "../user/user-queries.ts"

/** What the caller's account has beside the password. */
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
