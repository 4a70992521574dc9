import { notBlank, type Optional, type Validated, validateFields } from "../validation/validation.ts"
import { newPasswordMessage, normalizeUsername } from "./user-rules.ts"

export interface PasswordResetInput {
  readonly email?: Optional<string>
  readonly code?: Optional<string>
  readonly password?: Optional<string>
}

export interface PasswordReset {
  /** As user names are stored. */
  readonly username: string
  readonly code: string
  readonly password: string
}

/** Who asks for a link. Source: docs/reference/accounts.md#password-reset. */
export const validatePasswordResetRequest = ({
  email
}: Pick<PasswordResetInput, "email">): Validated<{ readonly username: string }> =>
  validateFields({ email: notBlank(email) }, { username: normalizeUsername(email ?? "") })

/** The new password keeps the rules of every new password. Source: docs/reference/accounts.md#password-reset. */
export const validatePasswordReset = ({ email, code, password }: PasswordResetInput): Validated<PasswordReset> =>
  validateFields(
    { email: notBlank(email), code: notBlank(code), password: newPasswordMessage(password, email ?? "") },
    { username: normalizeUsername(email ?? ""), code: code ?? "", password: password ?? "" }
  )
