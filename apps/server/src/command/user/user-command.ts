import { existsSync } from "node:fs"
import { operator } from "@dragoman/domain/audit"
import { type DomainError, errorCodes } from "@dragoman/domain/error"
import { normalizeUsername, validateNewPassword, validateNewUser } from "@dragoman/domain/user"
import {
  AccessRepository,
  type AdministeredUserRow,
  AdministrationRepository,
  AuditRepository,
  checkVersion,
  Database,
  EncryptionKeys,
  IdentityRepository,
  OrganizationRepository,
  OrganizationUserRepository,
  PasskeyRepository,
  SecondFactorRepository,
  schemaVersion,
  UserRepository
} from "@dragoman/store"
import { Cause, Effect, Exit, Layer, Logger, Option } from "effect"
import {
  createAccount,
  disableAccount,
  enableAccount,
  removeAccount,
  resetAccountPassword,
  setAccountRole
} from "../../identity/administration/change-accounts.ts"
import { removeInitialPasswordFile } from "../../identity/authentication/password.ts"
import { resetSecondFactors } from "../../identity/second-factor/reset-second-factors.ts"
import { layerEngineOf } from "../../platform/database/layer-engine.ts"
import { failWith, orFail } from "../../platform/fail.ts"
import { Settings, type SettingValues } from "../../platform/settings/settings.ts"
import { CommandFailure, explainStartFailure } from "../command-failure.ts"
import { generatePassword, type PasswordInput, readPassword } from "./read-password.ts"
import type { PasswordSource, UserAction } from "./user-arguments.ts"
import { printUsers } from "./user-report.ts"

/** The output of a command: `sentence` for people, `facts` as JSON. */
export interface UserReport {
  readonly sentence: string
  readonly facts: object
}

/** Runs a command about accounts on the database of the settings, while servers run or not. */
export const runUserCommand = async (
  settings: SettingValues,
  action: UserAction,
  terminal: PasswordInput
): Promise<UserReport> => {
  const { database } = settings
  if (database.engine === "sqlite" && !existsSync(database.filename)) {
    throw new CommandFailure({ sentence: `There is no database ${database.filename}: check DRAGOMAN_DATA_DIR.` })
  }
  const password = "password" in action ? await passwordOf(action.password, terminal) : null
  const exit = await Effect.runPromiseExit(
    Effect.andThen(checkSchema, run(action, password)).pipe(
      Effect.provide(layerRepositories.pipe(Layer.provideMerge(layerEngineOf(database)))),
      Effect.provideService(Settings, settings),
      Effect.provideService(EncryptionKeys, settings.encryptionKey),
      Effect.provide(Logger.layer([logToStandardError])),
      Effect.withTracerEnabled(false)
    )
  )
  if (Exit.isSuccess(exit)) return exit.value
  const sentence = explainStartFailure(exit.cause, settings) ?? explainDomainError(exit.cause)
  if (sentence === null) throw Cause.squash(exit.cause)
  throw new CommandFailure({ sentence })
}

const layerRepositories = Layer.mergeAll(
  AccessRepository.layer,
  AdministrationRepository.layer,
  AuditRepository.layer,
  IdentityRepository.layer,
  OrganizationRepository.layer,
  OrganizationUserRepository.layer,
  PasskeyRepository.layer,
  SecondFactorRepository.layer,
  UserRepository.layer
).pipe(Layer.provideMerge(Database.layer))

/** Standard output is for the report alone. */
const logToStandardError = Logger.make<unknown, void>(({ message }) => {
  process.stderr.write(`${[message].flat().join(" ")}\n`)
})

interface ChosenPassword {
  readonly text: string
  /** Whether the password was generated: then the operator does not know it yet. */
  readonly isGenerated: boolean
}

const passwordOf = async (source: PasswordSource, terminal: PasswordInput): Promise<ChosenPassword> =>
  source.kind === "generated"
    ? { text: generatePassword(), isGenerated: true }
    : { text: await readPassword(source, terminal), isGenerated: false }

const checkSchema = Effect.gen(function* () {
  if ((yield* checkVersion(schemaVersion)) >= schemaVersion) return
  return yield* new CommandFailure({
    sentence:
      "The database has an older schema than this program: start the server of the same version first, or run `dragoman migrate up`."
  })
})

const run = Effect.fnUntraced(function* (action: UserAction, password: ChosenPassword | null) {
  switch (action.action) {
    case "list":
      return yield* list(action)
    case "create":
      return yield* create(action, password ?? { text: "", isGenerated: false })
    case "reset-password":
      return yield* resetPassword(action.username, password ?? { text: "", isGenerated: false })
    case "reset-mfa":
      return yield* resetMfa(action.username)
    case "disable": {
      const userId = yield* findUserId(action.username)
      yield* disableAccount(operator, userId)
      return yield* done(userId, "is disabled: nothing of the account works any more, and its sessions have ended")
    }
    case "enable": {
      const userId = yield* findUserId(action.username)
      yield* enableAccount(operator, userId)
      return yield* done(userId, "is enabled: the password, keys and personal access tokens work again")
    }
    case "delete": {
      const userId = yield* findUserId(action.username)
      const user = yield* getUser(userId)
      yield* removeAccount(operator, userId, action)
      return { sentence: `${user.username} is deleted.`, facts: { id: userId, username: user.username, deleted: true } }
    }
    case "set-role": {
      const userId = yield* findUserId(action.username)
      yield* setAccountRole(operator, userId, action.role)
      return yield* done(userId, `has the role ${action.role} on the server`)
    }
  }
})

/** Number of accounts that are read at once. */
const usersPerRound = 1_000

const list = Effect.fnUntraced(function* ({ search, disabledOnly }: Extract<UserAction, { readonly action: "list" }>) {
  const repository = yield* AdministrationRepository
  const users: Array<AdministeredUserRow> = []
  for (;;) {
    const { rows } = yield* repository.listUsers({
      search,
      isDisabled: disabledOnly ? true : null,
      serverRole: null,
      sort: [{ property: "username", direction: "asc" }],
      offset: users.length,
      limit: usersPerRound
    })
    users.push(...rows)
    if (rows.length < usersPerRound) break
  }
  return { sentence: printUsers(users), facts: { users: users.map(factsOf) } } satisfies UserReport
})

const create = Effect.fnUntraced(function* (
  action: Extract<UserAction, { readonly action: "create" }>,
  password: ChosenPassword
) {
  const { username, name, role, organization, organizationRole } = action
  const found = organization === null ? null : yield* findOrganization(organization)
  const content = yield* orFail(
    validateNewUser({
      username,
      name: name ?? username,
      password: password.text,
      globalServerRole: role,
      organizationId: found?.organizationId,
      roleType: organizationRole
    })
  )
  // An account of a command always has a password: an empty file must not make one without.
  yield* orFail(validateNewPassword(password.text, username))
  const userId = yield* createAccount(operator, content)
  return yield* withPassword(userId, "is created", password)
})

const resetPassword = Effect.fnUntraced(function* (username: string, password: ChosenPassword) {
  const userId = yield* findUserId(username)
  yield* orFail(validateNewPassword(password.text, normalizeUsername(username)))
  const { isInitial } = yield* resetAccountPassword(operator, userId, password.text)
  // Its password is no longer valid.
  if (isInitial) yield* removeInitialPasswordFile()
  return yield* withPassword(userId, "has a new password, and all sessions have ended", password)
})

/** Resets the second factors of a user who lost the app and the passkeys, when no administrator can log in. */
const resetMfa = Effect.fnUntraced(function* (username: string) {
  const database = yield* Database
  const users = yield* UserRepository
  const userId = yield* findUserId(username)
  const wasReset = yield* database.transaction(
    Effect.gen(function* () {
      yield* users.lock([userId])
      const user = yield* users.find(userId)
      return yield* Option.isSome(user) ? resetSecondFactors(operator, user.value) : failWith("user_not_found")
    })
  )
  const report = yield* done(
    userId,
    wasReset
      ? "logs in with the password alone, and all sessions have ended"
      : "has no second factor and no passkeys. Nothing was changed"
  )
  return { ...report, facts: { ...report.facts, wasReset } } satisfies UserReport
})

const withPassword = Effect.fnUntraced(function* (userId: number, what: string, password: ChosenPassword) {
  const report = yield* done(userId, what)
  if (!password.isGenerated) return report
  return {
    sentence: `${report.sentence}\nThe password, which is not shown again: ${password.text}`,
    facts: { ...report.facts, password: password.text }
  } satisfies UserReport
})

const done = Effect.fnUntraced(function* (userId: number, what: string) {
  const user = yield* getUser(userId)
  const hint = user.isDisabled && !what.startsWith("is disabled") ? " The account is disabled." : ""
  return { sentence: `${user.username} ${what}.${hint}`, facts: factsOf(user) } satisfies UserReport
})

const factsOf = ({ userId, username, name, serverRole, isDisabled, createdAt, lastActivity }: AdministeredUserRow) => ({
  id: userId,
  username,
  name,
  globalServerRole: serverRole,
  disabled: isDisabled,
  createdAt,
  lastActivity
})

const getUser = Effect.fnUntraced(function* (userId: number) {
  const repository = yield* AdministrationRepository
  return Option.getOrThrow(yield* repository.findUser(userId))
})

const findUserId = Effect.fnUntraced(function* (username: string) {
  const users = yield* UserRepository
  const found = yield* users.findByUsername(normalizeUsername(username))
  if (Option.isSome(found)) return found.value.userId
  return yield* new CommandFailure({
    sentence: `There is no user ${username}. \`dragoman user list\` shows all.`
  })
})

const findOrganization = Effect.fnUntraced(function* (reference: string) {
  const access = yield* AccessRepository
  const found = yield* access.findOrganization(/^\d+$/.test(reference) ? Number(reference) : reference, 0)
  if (Option.isSome(found)) return found.value
  return yield* new CommandFailure({ sentence: `There is no organization ${reference}.` })
})

/** Explains a rejection of the domain; null: the cause is another one. */
const explainDomainError = (cause: Cause.Cause<unknown>): string | null => {
  for (const reason of cause.reasons) {
    if (reason._tag !== "Fail") continue
    const error = reason.error as DomainError
    switch (error.kind) {
      case "code": {
        if (error.code !== "user_is_only_owner_of_organizations") return errorCodes[error.code]
        const names = (error.params ?? []).map((one) => (one as { readonly slug: string }).slug)
        return `The user is the only owner of ${names.join(", ")}: make another user an owner, or repeat the command with --delete-owned-organizations. Nothing was changed.`
      }
      case "standardValidation":
        return Object.entries(error.messages)
          .map(([field, message]) => `The ${field === "username" ? "user name" : field} ${message}.`)
          .join("\n")
      case "customValidation":
        return Object.keys(error.codes)
          .map((code) => errorCodes[code as keyof typeof errorCodes])
          .join("\n")
    }
  }
  return null
}
