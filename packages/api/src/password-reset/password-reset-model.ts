import { Schema } from "effect"
import { field } from "../field.ts"
import { PasskeyModel } from "../passkey/passkey-model.ts"
import { PersonalAccessTokenModel } from "../personal-access-token/personal-access-token-model.ts"

const text = Schema.optional(Schema.NullOr(Schema.String))

export const PasswordResetRequestBody = Schema.Struct({
  email: field(text, "E-mail address of the account, which is its user name; required.", "nela@example.com"),
  callbackUrl: field(text, "Ignored: the link in the mail leads to the address of the server's settings.")
})
export type PasswordResetRequestBody = typeof PasswordResetRequestBody.Type

/** The parts of a link for a new password. */
const link = {
  email: field(text, "E-mail address of the account, from the link; required.", "nela@example.com"),
  code: field(text, "Code from the link; required.", "kqzvhdmwxntlbrscfgjpyaeoiukqzvhdmwxntlbrscfgjpyaeo")
}

export const PasswordResetLinkBody = Schema.Struct(link)
export type PasswordResetLinkBody = typeof PasswordResetLinkBody.Type

/** Credentials of an account besides its password. */
export const PasswordResetCredentialsModel = Schema.Struct({
  passkeys: field(Schema.Array(PasskeyModel), "Passkeys of the account, the oldest one first."),
  personalAccessTokens: field(
    Schema.Array(PersonalAccessTokenModel),
    "Personal access tokens of the account, the newest one first; at most 1000."
  ),
  mfaEnabled: field(Schema.Boolean, "Whether logins need a code of an authenticator app; a new password leaves it on.")
})
export type PasswordResetCredentialsModel = typeof PasswordResetCredentialsModel.Type

const keptIds = Schema.optional(Schema.NullOr(Schema.Array(Schema.Int)))

export const PasswordResetBody = Schema.Struct({
  ...link,
  password: field(
    text,
    "The new password; 8 to 50 characters, different from the user name; required.",
    "staple-battery-horse"
  ),
  keptPasskeyIds: field(keptIds, "Ids of the passkeys that stay; all others are removed. Absent: none stays.", [4]),
  keptAccessTokenIds: field(
    keptIds,
    "Ids of the personal access tokens that stay; all others are deleted. Absent: none stays.",
    [7]
  )
})
export type PasswordResetBody = typeof PasswordResetBody.Type
