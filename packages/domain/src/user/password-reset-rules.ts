import { notBlank, type Optional, type Validated, validateFields } from "../validation/validation.ts"
import { newPasswordMessage, normalizeUsername } from "./user-rules.ts"

export interface PasswordResetInput {
  readonly email?: Optional<string>
  readonly code?: Optional<string>
  readonly password?: Optional<string>
  readonly keptPasskeyIds?: Optional<ReadonlyArray<number>>
  readonly keptAccessTokenIds?: Optional<ReadonlyArray<number>>
}

/** The link of a mail, or of an administrator. */
export interface PasswordResetLink {
  /** The user name as it is stored. */
  readonly username: string
  readonly code: string
}

export interface PasswordReset extends PasswordResetLink {
  readonly password: string
  /** Ids of the passkeys and personal access tokens that stay. */
  readonly keptPasskeyIds: ReadonlyArray<number>
  readonly keptAccessTokenIds: ReadonlyArray<number>
}

/** Checks the body of a request for a link. Source: docs/reference/accounts.md#password-reset. */
export const validatePasswordResetRequest = ({
  email
}: Pick<PasswordResetInput, "email">): Validated<{ readonly username: string }> =>
  validateFields({ email: notBlank(email) }, { username: normalizeUsername(email ?? "") })

export const validatePasswordResetLink = ({
  email,
  code
}: Pick<PasswordResetInput, "email" | "code">): Validated<PasswordResetLink> =>
  validateFields(
    { email: notBlank(email), code: notBlank(code) },
    { username: normalizeUsername(email ?? ""), code: code ?? "" }
  )

/** The new password keeps the rules of every new password. Source: docs/reference/accounts.md#password-reset. */
export const validatePasswordReset = ({
  email,
  code,
  password,
  keptPasskeyIds,
  keptAccessTokenIds
}: PasswordResetInput): Validated<PasswordReset> =>
  validateFields(
    { email: notBlank(email), code: notBlank(code), password: newPasswordMessage(password, email ?? "") },
    {
      username: normalizeUsername(email ?? ""),
      code: code ?? "",
      password: password ?? "",
      keptPasskeyIds: keptPasskeyIds ?? [],
      keptAccessTokenIds: keptAccessTokenIds ?? []
    }
  )
