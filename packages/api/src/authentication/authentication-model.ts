import { Schema } from "effect"

const text = Schema.optional(Schema.NullOr(Schema.String))

export const LoginBody = Schema.Struct({ username: text, password: text, otp: text })
export type LoginBody = typeof LoginBody.Type

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

export const AccessTokenModel = Schema.Struct({ accessToken: Schema.String, tokenType: Schema.Literal("Bearer") })
export type AccessTokenModel = typeof AccessTokenModel.Type
