import { randomInt } from "node:crypto"
import type { InvitationRow, InvitationTarget } from "@dragoman/store"
import type { Caller } from "../../platform/access/caller.ts"

/** One month. Source: reference "auth-and-permissions" 6.5. */
const lifetimeMillis = 30 * 24 * 60 * 60 * 1000

/** About 285 bits. Source: reference "auth-and-permissions" 6.5. */
const codeLetters = 50
const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

/** An invitation with a new code, which nobody can guess; everything but what the database adds. */
export const newInvitation = <Target extends InvitationTarget>(invitation: {
  readonly target: Target
  readonly name: string | null
  readonly email: string | null
  readonly caller: Caller
  /** Epoch milliseconds. */
  readonly now: number
}): Omit<InvitationRow<Target>, "invitationId" | "targetName"> => ({
  code: Array.from({ length: codeLetters }, () => alphabet.charAt(randomInt(alphabet.length))).join(""),
  target: invitation.target,
  name: invitation.name,
  email: invitation.email,
  createdBy: {
    userId: invitation.caller.userId,
    username: invitation.caller.username,
    name: invitation.caller.name,
    avatarHash: invitation.caller.avatarHash,
    isDeleted: false
  },
  createdAt: invitation.now,
  expiresAt: invitation.now + lifetimeMillis
})
