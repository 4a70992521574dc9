import { Database } from "@dragoman/store"
import { Effect } from "effect"
import type { UserAccess } from "../../platform/access/grant.ts"
import { redeemInvitation } from "./redeem-invitation.ts"

/** The caller takes what the invitation gives; the code is used up. Source: reference "auth-and-permissions" 6.5. */
export const acceptInvitation = Effect.fn("acceptInvitation")(function* ({ caller }: UserAccess, code: string) {
  const database = yield* Database
  yield* database.transaction(redeemInvitation(caller, code))
})
