import { Schema } from "effect"

const text = Schema.optional(Schema.NullOr(Schema.String))

/** Source: reference "auth-and-permissions" 4.2. */
export const LoginBody = Schema.Struct({ username: text, password: text, otp: text })
export type LoginBody = typeof LoginBody.Type

/** Source: reference "auth-and-permissions" 4.2. */
export const SignUpBody = Schema.Struct({
  name: text,
  email: text,
  password: text,
  organizationName: text,
  invitationCode: text,
  callbackUrl: text,
  userSource: text,
  recaptchaToken: text
})
export type SignUpBody = typeof SignUpBody.Type

/** Source: reference "auth-and-permissions" 4.2. */
export const AccessTokenModel = Schema.Struct({ accessToken: Schema.String, tokenType: Schema.Literal("Bearer") })
export type AccessTokenModel = typeof AccessTokenModel.Type
