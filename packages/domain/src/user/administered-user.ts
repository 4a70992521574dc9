import type { OrganizationRole, ServerRole } from "../permission/role.ts"
import {
  firstMessage,
  isEmailAddress,
  notBlank,
  type Optional,
  sizeBetween,
  type Validated,
  validateFields
} from "../validation/validation.ts"
import { newPasswordMessage, normalizeUsername } from "./user-rules.ts"

/** Ours: the original has no limit. */
const nameMaxUtf16Units = 255

export interface NewUserInput {
  readonly username?: Optional<string>
  readonly name?: Optional<string>
  readonly password?: Optional<string>
  readonly organizationId?: Optional<number>
  readonly roleType?: Optional<OrganizationRole>
  readonly globalServerRole?: Optional<ServerRole>
}

/** An account that an administrator or an operator creates. */
export interface AccountContent {
  readonly username: string
  readonly name: string
  /** null: no password opens the account until its user sets one. */
  readonly password: string | null
  readonly serverRole: ServerRole
  /** null: none. */
  readonly organization: { readonly organizationId: number; readonly role: OrganizationRole } | null
}

/** Empty optional texts count as absent. */
export const validateNewUser = (input: NewUserInput): Validated<AccountContent> => {
  const username = input.username ?? ""
  const password = input.password || null
  const { organizationId } = input
  return validateFields(
    {
      username: usernameMessage(username),
      name: nameMessage(input.name),
      password: password === null ? null : newPasswordMessage(password, username)
    },
    {
      username: normalizeUsername(username),
      name: (input.name ?? "").trim(),
      password,
      serverRole: input.globalServerRole ?? "USER",
      organization:
        organizationId === null || organizationId === undefined
          ? null
          : { organizationId, role: input.roleType ?? "MEMBER" }
    }
  )
}

export interface AdministeredUserInput {
  readonly username?: Optional<string>
  readonly name?: Optional<string>
}

export interface AdministeredUserEdit {
  readonly username: string
  readonly name: string
}

/** `present`: the user name that the account has; it may stay, whatever it is. */
export const validateAdministeredUser = (
  { username, name }: AdministeredUserInput,
  present: string
): Validated<AdministeredUserEdit> => {
  const wanted = normalizeUsername(username ?? "")
  return validateFields(
    { username: wanted === present ? null : usernameMessage(wanted), name: nameMessage(name) },
    { username: wanted, name: (name ?? "").trim() }
  )
}

const nameMessage = (name: Optional<string>): string | null =>
  firstMessage(notBlank(name), sizeBetween(1, nameMaxUtf16Units, name))

/** The part of an address before the `@`, or an account that belongs to no person. */
const plainName = /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u

/** An e-mail address; accounts without one, such as that of a program, have a plain name. */
const usernameMessage = (username: string): string | null =>
  firstMessage(
    notBlank(username),
    sizeBetween(1, nameMaxUtf16Units, username),
    isEmailAddress(username) || plainName.test(username)
      ? null
      : "must be an email address, or letters, digits, dots, underscores and hyphens"
  )

/** `username`: of the account. */
export const validateNewPassword = (password: string, username: string): Validated<string> =>
  validateFields({ password: newPasswordMessage(password, username) }, password)
