import { emailVerificationMillis } from "@dragoman/domain/credential"
import { EmailVerificationRepository } from "@dragoman/store"
import { Clock, Effect } from "effect"
import { linkAddress } from "../../platform/settings/link-address.ts"
import { Settings } from "../../platform/settings/settings.ts"
import { digestOfCode, newOneTimeCode } from "../../service/access/one-time-code.ts"
import { queueMail } from "../../service/mail/queue-mail.ts"
import { emailVerificationMail } from "./email-mails.ts"

/**
 * Sends a link to an address of the user, in the open transaction; earlier links stop working. `newEmail`: becomes the
 * user name when it is verified; null: the user name itself is verified.
 */
export const beginVerification = Effect.fn("beginVerification")(function* (
  user: { readonly userId: number; readonly username: string; readonly name: string; readonly emailVerified: boolean },
  newEmail: string | null
) {
  const verifications = yield* EmailVerificationRepository
  const settings = yield* Settings
  const { userId, username, name, emailVerified } = user
  const createdAt = yield* Clock.currentTimeMillis
  const expiresAt = createdAt + emailVerificationMillis
  const code = newOneTimeCode()
  yield* verifications.set({ userId, codeHash: digestOfCode(code), newEmail, createdAt, expiresAt })
  const url = `${linkAddress(settings)}/login/verify_email#${userId}/${code}`
  yield* queueMail(newEmail ?? username, emailVerificationMail({ name, isNewAccount: !emailVerified, url }))
})
