import { Schema } from "effect"
import { field } from "../field.ts"

const text = Schema.optional(Schema.NullOr(Schema.String))

export const LoginBody = Schema.Struct({
  username: field(text, "User name, case-insensitive; required.", "nela@example.com"),
  password: field(text, "The password; required.", "correct-horse-battery"),
  otp: field(
    text,
    "Code of the authenticator app, or a recovery code; required when the account has a second factor.",
    "123456"
  )
})
export type LoginBody = typeof LoginBody.Type

export const SignUpBody = Schema.Struct({
  name: field(text, "Name of the person; required.", "Nela Nová"),
  email: field(text, "E-mail address, which becomes the user name; required.", "nela@example.com"),
  password: field(
    text,
    "Password; 8 to 50 characters, different from the e-mail address; required.",
    "correct-horse-battery"
  ),
  organizationName: field(
    text,
    "Name of the organization that is created for the user, 3 to 50 characters; absent: the name of the user."
  ),
  invitationCode: field(text, "Code of an invitation to accept. It allows a sign-up where registration is closed."),
  callbackUrl: field(text, "Ignored: links in mails lead to the address of the server's settings."),
  userSource: field(text, "Ignored: Tolgee's field for the source of a new user, up to 255 characters."),
  recaptchaToken: field(text, "Ignored: the server uses no CAPTCHA.")
})
export type SignUpBody = typeof SignUpBody.Type

export const AccessTokenModel = Schema.Struct({
  accessToken: field(
    Schema.String,
    "JSON Web Token for the header `Authorization: Bearer …`.",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMiJ9.c2lnbmF0dXJl"
  ),
  tokenType: field(Schema.Literal("Bearer"), "Always Bearer.")
})
export type AccessTokenModel = typeof AccessTokenModel.Type
