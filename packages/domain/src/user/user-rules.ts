import { customErrors, domainError, fieldErrors } from "../error/domain-error.ts"
import {
  firstMessage,
  invalid,
  isEmailAddress,
  notBlank,
  notEmpty,
  type Optional,
  sizeBetween,
  type Validated,
  validateFields,
  wellFormedEmail
} from "../validation/validation.ts"

/** Bounds of a new password in UTF-16 units. Source: docs/reference/limits.md#users-and-credentials. */
export const passwordMinUtf16Units = 8
export const passwordMaxUtf16Units = 50
/** Source: docs/reference/limits.md#users-and-credentials. */
const userSourceMaxUtf16Units = 255
/** Limits of a value that a program stores for a user: its name and its JSON text. Our own limits: the original has none. */
const storedFieldMaxUtf16Units = 100
const storedDataMaxUtf16Units = 100_000

/** The fields of a login's body. */
export interface LoginInput {
  readonly username?: Optional<string>
  readonly password?: Optional<string>
}

export interface SignUpInput {
  readonly name?: Optional<string>
  readonly email?: Optional<string>
  readonly password?: Optional<string>
  readonly organizationName?: Optional<string>
  readonly invitationCode?: Optional<string>
  readonly userSource?: Optional<string>
}

export interface SignUp {
  readonly name: string
  /** The e-mail address as it is stored. */
  readonly username: string
  readonly password: string
  /** null: named after the user. */
  readonly organizationName: string | null
  readonly invitationCode: string | null
}

export interface UserEditInput {
  readonly name?: Optional<string>
  readonly email?: Optional<string>
  readonly currentPassword?: Optional<string>
}

export interface UserEdit {
  readonly name: string
  readonly username: string
  /** null: not given, and not needed. */
  readonly currentPassword: string | null
}

export interface PasswordChangeInput {
  readonly currentPassword?: Optional<string>
  readonly password?: Optional<string>
}

export interface PasswordChange {
  readonly currentPassword: string
  readonly password: string
}

export interface StoredValue {
  readonly field: string
  /** JSON text; null: nothing. */
  readonly data: string | null
}

/** User names are stored in lower case, so that they are found in any spelling. */
export const normalizeUsername = (username: string): string => username.toLowerCase()

/** Name of deleted accounts. */
export const formerUserName = "Former user"

/** The part behind the `@`; null: the user name is no e-mail address. */
export const emailDomain = (username: string): string | null => {
  const at = username.lastIndexOf("@")
  return at < 0 ? null : username.slice(at + 1)
}

/** Source: docs/reference/accounts.md#login. */
export const validateLogin = ({ username, password }: LoginInput): Validated<PasswordLogin> =>
  validateFields(
    { username: notBlank(username), password: notEmpty(password) },
    { username: normalizeUsername(username ?? ""), password: password ?? "" }
  )

interface PasswordLogin {
  readonly username: string
  readonly password: string
}

/** Empty optional texts count as absent. Source: docs/reference/accounts.md#sign-up. */
export const validateSignUp = (input: SignUpInput): Validated<SignUp> =>
  validateFields(
    {
      name: notBlank(input.name),
      email: firstMessage(notBlank(input.email), wellFormedEmail(input.email)),
      password: newPasswordMessage(input.password, input.email ?? ""),
      organizationName: sizeBetween(3, 50, input.organizationName || null),
      userSource: sizeBetween(0, userSourceMaxUtf16Units, input.userSource)
    },
    {
      name: input.name ?? "",
      username: normalizeUsername(input.email ?? ""),
      password: input.password ?? "",
      organizationName: input.organizationName || null,
      invitationCode: input.invitationCode || null
    }
  )

/**
 * User names that stand in the way of a new one: the same, and for `a+anything@host` also `a@host`, because both reach
 * the same mailbox. Source: docs/reference/accounts.md#sign-up.
 */
export const signUpUsernames = (username: string): ReadonlyArray<string> => {
  const [, local, domain] = /^([^+]+)\+.*(@[^@]+)$/.exec(username) ?? []
  return local === undefined || domain === undefined ? [username] : [username, local + domain]
}

/**
 * `username`: the one that the user has now. It may stay although it is no e-mail address; another one needs the current
 * password. Source: docs/reference/accounts.md#editing-an-account.
 */
export const validateUserEdit = (input: UserEditInput, username: string): Validated<UserEdit> => {
  const checked = validateFields(
    {
      name: notBlank(input.name),
      email: notBlank(input.email),
      currentPassword: sizeBetween(0, passwordMaxUtf16Units, input.currentPassword)
    },
    {
      name: input.name ?? "",
      username: normalizeUsername(input.email ?? ""),
      currentPassword: input.currentPassword || null
    }
  )
  if (!checked.ok || checked.value.username === username) return checked
  if (!isEmailAddress(checked.value.username)) return invalid(customErrors({ validation_email_is_not_valid: [] }))
  if (isUsername(input.currentPassword ?? "", checked.value.username)) {
    return invalid(fieldErrors({ email: "must differ from the password" }))
  }
  return checked.value.currentPassword === null ? invalid(domainError("current_password_required")) : checked
}

/** `username`: of the account. */
export const validatePasswordChange = (
  { currentPassword, password }: PasswordChangeInput,
  username: string
): Validated<PasswordChange> =>
  validateFields(
    { currentPassword: notBlank(currentPassword), password: newPasswordMessage(password, username) },
    { currentPassword: currentPassword ?? "", password: password ?? "" }
  )

/** A value that a program stores for a user under a name of its own. */
export const validateStoredValue = (stored: StoredValue): Validated<StoredValue> =>
  validateFields(
    {
      field: sizeBetween(1, storedFieldMaxUtf16Units, stored.field),
      data: sizeBetween(0, storedDataMaxUtf16Units, stored.data)
    },
    stored
  )

/** Rules for a new password: its length, and that it differs from the user name. */
export type PasswordRule = "length" | "notUserName"

/** The rules that a new password breaks, all of them, for forms that show them while the user types. */
export const brokenPasswordRules = (password: string, username: string): ReadonlyArray<PasswordRule> => [
  ...(passwordLengthMessage(password) === null ? [] : ["length" as const]),
  ...(isUsername(password, username) ? ["notUserName" as const] : [])
]

const passwordLengthMessage = (password: Optional<string>): string | null =>
  firstMessage(notBlank(password), sizeBetween(passwordMinUtf16Units, passwordMaxUtf16Units, password))

/** Returns the broken rule of a new password; null: there is none. */
export const newPasswordMessage = (password: Optional<string>, username: string): string | null =>
  firstMessage(
    passwordLengthMessage(password),
    isUsername(password ?? "", username) ? "must differ from the user name" : null
  )

/**
 * Is the password the user name, or the part before the `@` of an address? Attackers try these first. Spelling does not
 * count.
 */
export const isUsername = (password: string, username: string): boolean => {
  const guess = normalizeUsername(password.normalize("NFC"))
  const name = normalizeUsername(username.normalize("NFC"))
  return guess !== "" && [name, name.slice(0, Math.max(name.lastIndexOf("@"), 0))].includes(guess)
}
