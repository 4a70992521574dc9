import { Schema } from "effect"
import { field } from "../field.ts"

const text = Schema.optional(Schema.NullOr(Schema.String))
const password = field(text, "The password of the caller; required.", "correct-horse-battery")

export const TotpBody = Schema.Struct({
  totpKey: field(
    text,
    "Key of the authenticator app, which the client makes: 16, 26 or 32 characters of base32 without padding; required.",
    "meztcnzwgq3donby"
  ),
  otp: field(text, "The present code of the app for this key, 6 digits; required.", "123456"),
  password
})
export type TotpBody = typeof TotpBody.Type

export const MfaPasswordBody = Schema.Struct({ password })
export type MfaPasswordBody = typeof MfaPasswordBody.Type

/** How the caller can prove to be the user. */
export const SecondFactorsModel = Schema.Struct({
  totpEnabled: field(Schema.Boolean, "Whether logins ask for a code of an authenticator app.", true),
  recoveryCodesLeft: field(Schema.Int, "Recovery codes that have not been used.", 9),
  passkeys: field(Schema.Int, "Passkeys of the account.", 1),
  hasPassword: field(Schema.Boolean, "Whether the account has a password.", true)
})
export type SecondFactorsModel = typeof SecondFactorsModel.Type
