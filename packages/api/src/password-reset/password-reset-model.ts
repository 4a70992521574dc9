import { Schema } from "effect"
import { field } from "../field.ts"

const text = Schema.optional(Schema.NullOr(Schema.String))

export const PasswordResetRequestBody = Schema.Struct({
  email: field(text, "E-mail address of the account, which is its user name; required.", "nela@example.com"),
  callbackUrl: field(text, "Ignored: the link in the mail leads to the address of the server's settings.")
})
export type PasswordResetRequestBody = typeof PasswordResetRequestBody.Type

export const PasswordResetBody = Schema.Struct({
  email: field(text, "E-mail address of the account, from the link; required.", "nela@example.com"),
  code: field(text, "Code from the link; required.", "kqzvhdmwxntlbrscfgjpyaeoiukqzvhdmwxntlbrscfgjpyaeo"),
  password: field(
    text,
    "The new password; 8 to 50 characters, another text than the user name; required.",
    "staple-battery-horse"
  )
})
export type PasswordResetBody = typeof PasswordResetBody.Type
