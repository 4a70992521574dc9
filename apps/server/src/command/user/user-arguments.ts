import { type OrganizationRole, type ServerRole, serverRoles } from "@dragoman/domain/permission"
import { type CommandArguments, readOptionWords, unknownAction } from "../option-words.ts"

/** Source of a new password; a generated one is printed. */
export type PasswordSource =
  | { readonly kind: "generated" }
  | { readonly kind: "prompt" }
  /** Path of the file; `-`: standard input. */
  | { readonly kind: "file"; readonly path: string }

export type UserAction =
  | { readonly action: "list"; readonly search: string; readonly disabledOnly: boolean }
  | {
      readonly action: "create"
      readonly username: string
      /** Name of the person; null: the user name. */
      readonly name: string | null
      readonly role: ServerRole
      /** Organization by slug or id; null: none. */
      readonly organization: string | null
      readonly organizationRole: OrganizationRole
      readonly password: PasswordSource
    }
  | { readonly action: "reset-password"; readonly username: string; readonly password: PasswordSource }
  | { readonly action: "reset-mfa" | "disable" | "enable"; readonly username: string }
  | { readonly action: "delete"; readonly username: string; readonly deleteOwnedOrganizations: boolean }
  | { readonly action: "set-role"; readonly username: string; readonly role: ServerRole }

export type UserArguments = CommandArguments<UserAction>

const options = {
  json: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
  search: { type: "string" },
  disabled: { type: "boolean" },
  name: { type: "string" },
  role: { type: "string" },
  organization: { type: "string" },
  owner: { type: "boolean" },
  "password-file": { type: "string" },
  "ask-password": { type: "boolean" },
  "delete-owned-organizations": { type: "boolean" }
} as const

type OptionName = keyof typeof options

/** The options that each action takes, besides those of all. */
const optionsOfAction = {
  list: ["search", "disabled"],
  create: ["name", "role", "organization", "owner", "password-file", "ask-password"],
  "reset-password": ["password-file", "ask-password"],
  "reset-mfa": [],
  disable: [],
  enable: [],
  delete: ["delete-owned-organizations"],
  "set-role": []
} as const satisfies Record<UserAction["action"], ReadonlyArray<OptionName>>

const actions = Object.keys(optionsOfAction) as ReadonlyArray<UserAction["action"]>

/** Parses the words after `user`. No problem repeats a word that may be a password. */
export const readUserArguments = (words: ReadonlyArray<string>): UserArguments => {
  if (words.some((word) => /^--password(=|$)/.test(word))) return { problem: notFromCommandLine }
  const written = readOptionWords("user", words, options)
  return "problem" in written ? written : readAction(written)
}

const notFromCommandLine =
  "Passwords are not read from the command line, where other users of the machine see them: use --ask-password or --password-file FILE."

type Written = Exclude<ReturnType<typeof readOptionWords<typeof options>>, { readonly problem: string }>

const readAction = ({ values, positionals, flags }: Written): UserArguments => {
  if (values.help) return { help: userHelp }
  const [word, username, third, ...more] = positionals
  if (word === undefined) return { help: userHelp }
  const action = actions.find((name) => name === word)
  if (action === undefined) return unknownAction("user", "users", word, actions)
  const foreign = (Object.keys(options) as ReadonlyArray<OptionName>).find(
    (name) =>
      name !== "json" &&
      name !== "help" &&
      values[name] !== undefined &&
      !(optionsOfAction[action] as ReadonlyArray<OptionName>).includes(name)
  )
  if (foreign !== undefined) return { problem: `\`user ${action}\` does not take --${foreign}.` }
  const taken = action === "list" ? 1 : action === "set-role" ? 3 : 2
  if (positionals.length > taken || more.length > 0) {
    const hint = optionsOfAction[action].some((name) => name === "password-file") ? ` ${notFromCommandLine}` : ""
    return { problem: `There are more words than \`dragoman user ${action}\` takes.${hint}` }
  }
  if (action !== "list" && (username ?? "") === "") return { problem: `Which user? Write: ${usageOf(action)}` }
  if (values["password-file"] !== undefined && values["ask-password"] === true) {
    return { problem: "Write --ask-password or --password-file, not both." }
  }
  const role = action === "set-role" ? third : values.role
  const serverRole = serverRoles.find((name) => name === (role ?? "USER").toUpperCase())
  if ((action === "set-role" && role === undefined) || serverRole === undefined) {
    return { problem: `Which role? Write ${serverRoles.join(" or ")}: ${usageOf(action)}` }
  }
  if (values.owner === true && values.organization === undefined) {
    return { problem: "--owner needs --organization: of which one?" }
  }
  return {
    action: toAction(action, username ?? "", serverRole, values),
    json: values.json,
    flags
  }
}

type Values = Partial<Record<OptionName, string | boolean | undefined>>

const toAction = (action: UserAction["action"], username: string, role: ServerRole, values: Values): UserAction => {
  switch (action) {
    case "list":
      return { action, search: String(values.search ?? ""), disabledOnly: values.disabled === true }
    case "create":
      return {
        action,
        username,
        name: values.name === undefined ? null : String(values.name),
        role,
        organization: values.organization === undefined ? null : String(values.organization),
        organizationRole: values.owner === true ? "OWNER" : "MEMBER",
        password: passwordSourceOf(values)
      }
    case "reset-password":
      return { action, username, password: passwordSourceOf(values) }
    case "delete":
      return { action, username, deleteOwnedOrganizations: values["delete-owned-organizations"] === true }
    case "set-role":
      return { action, username, role }
    default:
      return { action, username }
  }
}

const passwordSourceOf = (values: Values): PasswordSource => {
  if (values["ask-password"] === true) return { kind: "prompt" }
  const path = values["password-file"]
  return path === undefined ? { kind: "generated" } : { kind: "file", path: String(path) }
}

const usageOf = (action: UserAction["action"]): string =>
  `dragoman user ${action} NAME${action === "set-role" ? ` ${serverRoles.join("|")}` : ""}`

const userHelp = `dragoman user …: accounts, straight in the database; for an operator who cannot log in.

  list                    lists all accounts
    --search TEXT         only those whose name or user name contains it
    --disabled            only disabled ones
  create NAME             creates an account; NAME is the user name, usually an e-mail address
    --name TEXT           name of the person (default: the user name)
    --role ${serverRoles.join("|")}     role on the whole server (default: USER)
    --organization SLUG   slug or id of an organization that the account becomes a member of
    --owner               an owner of it
  reset-password NAME     sets a new password and ends all sessions and access tokens
  reset-mfa NAME          removes the authenticator app, recovery codes and passkeys of a user who lost them, and ends
                          all sessions and access tokens; the password stays
  disable NAME            no credential works any more; sessions and access tokens end
  enable NAME             the password, keys and personal access tokens work again
  delete NAME             deletes an account
    --delete-owned-organizations
                          with the organizations whose only owner it is, and their projects
  set-role NAME ${serverRoles.join("|")}
                          role on the whole server

Of create and reset-password:
  --ask-password          asks for the password on the terminal
  --password-file FILE    reads the password from a file; - is standard input
                          (default: one is generated and printed)

Of all:
  --json                  prints one line of JSON (default when the output is no terminal)
  --config, --data-dir, --database-url and other settings: as \`dragoman serve\`, also as variables

They work while servers run, and take effect there at once. The audit log names the user "operator".
Exit status: 0 done, 1 it failed, and nothing was changed, 2 wrong usage.
`
