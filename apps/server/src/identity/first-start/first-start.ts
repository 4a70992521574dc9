import { randomInt } from "node:crypto"
import { normalizeUsername } from "@dragoman/domain/user"
import { Database, UserRepository, type UserRow } from "@dragoman/store"
import { Clock, Effect, Option } from "effect"
import { insertOwnOrganization } from "../../organization/organization/change-organizations.ts"
import { Settings } from "../../platform/settings/settings.ts"
import { recordAudit, serverActor } from "../../service/audit/record-audit.ts"
import {
  hashPassword,
  removeInitialPasswordFile,
  verifyPassword,
  writeInitialPasswordFile
} from "../authentication/password.ts"
import { insertDemoProject } from "./insert-demo-project.ts"

interface FirstStart {
  readonly username: string
  /** The generated password; null: it was configured. */
  readonly password: string | null
  readonly organizationSlug: string
  /** The demo project; null: the settings want none. */
  readonly demoProjectId: number | null
}

const generatedPasswordLength = 40
const passwordLetters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"

/**
 * Creates the initial administrator with an organization; null when there are users already. Until that administrator
 * changes the password, the one in the settings replaces it at every start.
 */
export const firstStart = Effect.gen(function* () {
  const users = yield* UserRepository
  const initial = yield* users.findInitial
  if (Option.isSome(initial)) yield* adoptConfiguredPassword(initial.value)
  return (yield* users.hasAny) ? null : yield* createAdministrator
}).pipe(
  // No failure is expected: names come from the settings, and slugs are generated.
  Effect.orDie,
  Effect.withSpan("firstStart")
)

const createAdministrator = Effect.gen(function* () {
  const { adminUsername, adminPassword, demoProject } = yield* Settings
  const users = yield* UserRepository
  const database = yield* Database
  const username = normalizeUsername(adminUsername)
  const password = adminPassword ?? generatePassword()
  // The file is written before the commit: a crash in between must not lose the only password.
  if (adminPassword === null) yield* writeInitialPasswordFile(password)
  const passwordHash = yield* hashPassword(password)
  const at = yield* Clock.currentTimeMillis
  const first = yield* database.transaction(
    Effect.gen(function* () {
      const created = yield* users.create({
        username,
        name: username,
        passwordHash,
        serverRole: "ADMIN",
        isInitial: true,
        passwordChanged: false,
        at
      })
      // Another server on the same database was faster.
      if (Option.isNone(created)) return null
      const userId = created.value
      yield* recordAudit(serverActor, {
        action: "USER_CREATED",
        object: { kind: "USER", id: userId, name: username },
        after: { username, role: "ADMIN" }
      })
      const organization = yield* insertOwnOrganization(userId, username, serverActor)
      const demoProjectId = demoProject ? yield* insertDemoProject(userId, organization.organizationId) : null
      return {
        username,
        password: adminPassword === null ? password : null,
        organizationSlug: organization.slug,
        demoProjectId
      } satisfies FirstStart
    })
  )
  if (first === null && adminPassword === null) yield* removeInitialPasswordFile()
  return first
})

const adoptConfiguredPassword = Effect.fnUntraced(function* (user: UserRow) {
  const { adminPassword } = yield* Settings
  if (adminPassword === null || user.passwordChanged) return
  const isSame = yield* verifyPassword(adminPassword, user.passwordHash)
  if (isSame) return
  const users = yield* UserRepository
  const database = yield* Database
  const passwordHash = yield* hashPassword(adminPassword)
  const at = yield* Clock.currentTimeMillis
  const object = { kind: "USER", id: user.userId, name: user.username } as const
  yield* database.transaction(
    Effect.andThen(
      users.setPassword(user.userId, { passwordHash, passwordChanged: false }, { at, keptSessionId: null }),
      recordAudit(serverActor, { action: "PASSWORD_CHANGED", object })
    )
  )
  yield* removeInitialPasswordFile()
  yield* Effect.logInfo("Initial administrator password replaced by the one in the settings")
})

const generatePassword = (): string =>
  Array.from({ length: generatedPasswordLength }, () => passwordLetters[randomInt(passwordLetters.length)]).join("")
