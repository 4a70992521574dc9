import { InvitationRepository } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import type { PublicAccess } from "../access/grant.ts"
import { refusedWith } from "../http/refused.ts"

/** The invitation, for whoever has its code. Source: reference "auth-and-permissions" 6.5. */
export const getInvitation = Effect.fn("getInvitation")(function* (_access: PublicAccess, code: string) {
  const repository = yield* InvitationRepository
  const found = yield* repository.findByCode(code, yield* Clock.currentTimeMillis)
  return Option.isSome(found) ? found.value : yield* refusedWith(400, "invitation_code_does_not_exist_or_expired")
})
