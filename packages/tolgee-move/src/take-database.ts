import { encodeBase32 } from "@dragoman/domain/credential"
import { accountTypes, isSingleSignOn } from "@dragoman/domain/sign-in"
import { identityTypeOfDatabase, scopeOfDatabase } from "@dragoman/domain/tolgee"
import {
  KeyRepository,
  layerPostgres,
  MovedRowRepository,
  readTolgeeDatabase,
  type TolgeeCredential,
  type TolgeeDatabase,
  type TolgeeLogin,
  type TolgeeMemoryUnit,
  TolgeeMoveRepository,
  WebhookConfigurationRepository
} from "@dragoman/store"
import { Effect, Option } from "effect"
import { digestOf, type Move, runStep, type StepReport } from "./move.ts"
import { MoveFailed } from "./move-failed.ts"

/** Takes the data that only the database of the server has. Everything that it belongs to was taken before. */
export const takeDatabase = Effect.fnUntraced(function* (move: Move, databaseUrl: string) {
  const source = layerPostgres(databaseUrl, { applicationName: "dragoman migrate-from-tolgee" })
  // It is another client than that of our database: it is read to the end before anything is written.
  const read = <A>(of: (database: TolgeeDatabase) => Effect.Effect<A>) =>
    Effect.flatMap(readTolgeeDatabase, (database) => (database.isTolgee ? of(database) : Effect.fail(notTolgee))).pipe(
      Effect.provide(source),
      Effect.catchCause(() => Effect.fail(notTolgee))
    )
  yield* takeLogins(move, yield* read(({ logins }) => logins))
  yield* takeApiKeys(move, yield* read(({ apiKeys }) => apiKeys))
  yield* takeTokens(move, yield* read(({ tokens }) => tokens))
  yield* takeWebhookSecrets(move, yield* read(({ webhookSecrets }) => webhookSecrets))
  yield* takeCodeReferences(move, (after) => read(({ codeReferences }) => codeReferences(after)))
  yield* takeMemoryUnits(move, (after) => read(({ memoryUnits }) => memoryUnits(after)))
})

/** The failure, without the address, which has a password. */
const notTolgee = new MoveFailed({
  sentence:
    "--tolgee-database-url leads to no database of a Tolgee server: it does not respond, refuses the login, or has other tables. Run the command again: it continues where it ended."
})

/**
 * The ids here of users at the source. `added` are accounts that moves made; `before` existed already, and get no way
 * to log in from a server where another person may have the user name.
 */
const takenAccounts = Effect.fnUntraced(function* (move: Move) {
  const moves = yield* TolgeeMoveRepository
  const taken = [...(yield* moves.listTaken(move.sourceId, "user", null)).values()]
  const idsOf = (some: typeof taken) => new Map(some.map(({ takenId, ourId }) => [takenId, ourId]))
  return {
    added: idsOf(taken.filter(({ digest }) => digest !== null)),
    before: idsOf(taken.filter(({ digest }) => digest === null))
  }
})

const takeLogins = (move: Move, logins: ReadonlyArray<TolgeeLogin>) =>
  runStep(
    move,
    "database logins",
    Effect.fnUntraced(function* (step) {
      const moves = yield* TolgeeMoveRepository
      const { added: users } = yield* takenAccounts(move)
      const organizations = yield* moves.listTaken(move.sourceId, "organization", null)
      yield* step.commit(
        null,
        Effect.fnUntraced(function* (report) {
          const rows = yield* MovedRowRepository
          const known = logins.flatMap((login) => {
            const userId = users.get(login.id)
            return userId === undefined ? [] : [{ login, userId }]
          })
          const hashes = yield* rows.listPasswordHashes(known.map(({ userId }) => userId))
          const taken = yield* moves.listTaken(move.sourceId, "login", null)
          for (const { login, userId } of known) {
            if (!hashes.has(userId)) continue
            const digest = digestOf([login, login.totpKey === null ? null : encodeBase32(login.totpKey)])
            if (taken.get(login.id)?.digest === digest) {
              report.count("login", "unchanged")
              continue
            }
            yield* takeLogin(move, login, userId, hashes.get(userId) ?? null)
            yield* takeIdentity(
              move,
              login,
              userId,
              organizations.get(login.managingOrganizationId ?? 0)?.ourId ?? 0,
              report
            )
            yield* moves.take(move.sourceId, "login", [{ takenId: login.id, ourId: userId, digest }])
            report.count("login", taken.has(login.id) ? "changed" : "added")
          }
        })
      )
    })
  )

const takeLogin = Effect.fnUntraced(function* (move: Move, login: TolgeeLogin, userId: number, hash: string | null) {
  const rows = yield* MovedRowRepository
  // A password that was set here stays.
  const isOpen = hash === null || move.host.isForeignHash(hash)
  if (!isOpen) return
  const accountType = accountTypes.find((name) => name === login.accountType) ?? "LOCAL"
  if (login.password !== null && move.host.isForeignHash(login.password)) {
    yield* rows.update("user", [{ id: userId, passwordHash: login.password, accountType }])
  } else if (login.thirdPartyAuthType !== null) {
    yield* rows.update("user", [{ id: userId, accountType }])
  }
  if (login.totpKey === null) return
  const codes = JSON.parse(login.recoveryCodes ?? "[]") as ReadonlyArray<string>
  yield* rows.setSecondFactor({
    userId,
    totpKey: encodeBase32(login.totpKey),
    lastStep: login.totpLastStep ?? 0,
    codeHashes: codes.map(move.host.digestOfKey),
    at: move.now
  })
})

const takeIdentity = Effect.fnUntraced(function* (
  move: Move,
  login: TolgeeLogin,
  userId: number,
  organizationId: number,
  report: StepReport
) {
  if (login.thirdPartyAuthType === null || login.thirdPartyAuthId === null) return
  const rows = yield* MovedRowRepository
  const type = identityTypeOfDatabase(login.thirdPartyAuthType)
  const isAdded =
    type !== null &&
    (yield* rows.addIdentity({
      userId,
      type,
      organizationId: type === "SSO" ? organizationId : 0,
      subject: login.thirdPartyAuthId,
      // A single sign-on is asked again at the next login.
      checkedAt: isSingleSignOn(type) ? 0 : move.now,
      createdAt: move.now
    }))
  if (!isAdded) report.find("identities", `user ${userId}`, login.thirdPartyAuthType)
})

/** Selects those whose digest is not stored yet, with the ids that they get. */
const freshCredentials = Effect.fnUntraced(function* <Credential extends TolgeeCredential>(
  move: Move,
  kind: "projectApiKey" | "personalAccessToken",
  listed: ReadonlyArray<Credential>,
  report: StepReport
) {
  const rows = yield* MovedRowRepository
  const { added, before } = yield* takenAccounts(move)
  const stored = yield* rows.findDigests(
    kind,
    listed.map(({ digest }) => digest)
  )
  const missing = listed.filter(({ digest }) => !stored.has(digest))
  for (const [userId, own] of Map.groupBy(missing, (credential) => before.get(credential.userId))) {
    if (userId !== undefined) report.find("userTakenKeys", `user ${userId}`, `${kind}: ${own.length}`)
  }
  const fresh = missing.flatMap((credential) => {
    const userId = added.get(credential.userId)
    return userId === undefined ? [] : [{ credential, userId }]
  })
  const ids = yield* rows.chooseIds(
    kind,
    fresh.map(({ credential }) => credential.id)
  )
  report.count(kind, "unchanged", stored.size)
  return fresh.map((one, index) => ({ ...one, id: ids[index] ?? 0 }))
})

const takeApiKeys = (
  move: Move,
  listed: ReadonlyArray<TolgeeCredential & { readonly projectId: number; readonly scopes: string }>
) =>
  runStep(move, "database API keys", (step) =>
    step.commit(
      null,
      Effect.fnUntraced(function* (report) {
        const rows = yield* MovedRowRepository
        const moves = yield* TolgeeMoveRepository
        const projects = yield* moves.listTaken(move.sourceId, "project", null)
        const fresh = yield* freshCredentials(move, "projectApiKey", listed, report)
        const made = fresh.flatMap(({ credential, id, userId }) => {
          const projectId = projects.get(credential.projectId)?.ourId
          if (projectId === undefined) return []
          const names = credential.scopes.split(",").filter((name) => name !== "")
          const unknown = names.filter((name) => scopeOfDatabase(name) === null)
          if (unknown.length > 0) report.find("scopes", `project API key ${credential.id}`, unknown.join(", "))
          return [
            {
              id,
              projectId,
              userId,
              description: credential.description ?? "",
              scopes: names.flatMap((name) => scopeOfDatabase(name) ?? []),
              keyHash: credential.digest,
              expiresAt: credential.expiresAt,
              lastUsedAt: credential.lastUsedAt,
              createdAt: move.now
            }
          ]
        })
        yield* rows.insert("projectApiKey", made)
        report.count("projectApiKey", "added", made.length)
      })
    )
  )

const takeTokens = (move: Move, listed: ReadonlyArray<TolgeeCredential>) =>
  runStep(move, "database tokens", (step) =>
    step.commit(
      null,
      Effect.fnUntraced(function* (report) {
        const rows = yield* MovedRowRepository
        const fresh = yield* freshCredentials(move, "personalAccessToken", listed, report)
        yield* rows.insert(
          "personalAccessToken",
          fresh.map(({ credential, id, userId }) => ({
            id,
            userId,
            description: credential.description ?? "",
            tokenHash: credential.digest,
            expiresAt: credential.expiresAt,
            lastUsedAt: credential.lastUsedAt,
            createdAt: move.now,
            updatedAt: move.now
          }))
        )
        report.count("personalAccessToken", "added", fresh.length)
      })
    )
  )

const takeWebhookSecrets = (
  move: Move,
  listed: ReadonlyArray<{ readonly id: number; readonly projectId: number; readonly secret: string }>
) =>
  runStep(move, "database webhooks", (step) =>
    step.commit(
      null,
      Effect.fnUntraced(function* (report) {
        const moves = yield* TolgeeMoveRepository
        const repository = yield* WebhookConfigurationRepository
        const webhooks = yield* moves.listTaken(move.sourceId, "webhook", null)
        const projects = yield* moves.listTaken(move.sourceId, "project", null)
        for (const { id, projectId, secret } of listed) {
          const ourId = webhooks.get(id)?.ourId
          const ourProject = projects.get(projectId)?.ourId
          if (ourId === undefined || ourProject === undefined) continue
          const here = Option.getOrNull(yield* repository.find(ourProject, ourId))
          if (here === null || here.secret === secret) continue
          yield* repository.update({ ...here, secret })
          report.count("webhook", "changed")
        }
      })
    )
  )

const takeCodeReferences = <E>(
  move: Move,
  read: (
    afterKeyId: number
  ) => Effect.Effect<ReadonlyArray<{ readonly keyId: number; readonly path: string; readonly line: number | null }>, E>
) =>
  runStep(
    move,
    "database code references",
    Effect.fnUntraced(function* (step) {
      const moves = yield* TolgeeMoveRepository
      const keys = yield* KeyRepository
      let after = Number(step.cursor ?? 0)
      for (;;) {
        const references = yield* read(after)
        const last = references.at(-1)
        if (last === undefined) return
        after = last.keyId
        const byKey = Map.groupBy(references, ({ keyId }) => keyId)
        yield* step.commit(
          String(after),
          Effect.fnUntraced(function* (report) {
            const taken = yield* moves.listTaken(move.sourceId, "key", [...byKey.keys()])
            const known = yield* moves.listTaken(move.sourceId, "codeReference", [...byKey.keys()])
            const found = [...byKey].flatMap(([keyId, places]) => {
              const id = taken.get(keyId)?.ourId
              const codeReferences = places.map(({ path, line }) => ({ path, line }))
              const digest = digestOf(codeReferences)
              return id === undefined || known.get(keyId)?.digest === digest
                ? []
                : [{ keyId, id, codeReferences, digest }]
            })
            yield* keys.setCodeReferences(
              null,
              found.map(({ id, codeReferences }) => ({ id, codeReferences }))
            )
            yield* moves.take(
              move.sourceId,
              "codeReference",
              found.map(({ keyId, id, digest }) => ({ takenId: keyId, ourId: id, digest }))
            )
            const added = found.filter(({ keyId }) => !known.has(keyId)).length
            report.count("codeReference", "added", added)
            report.count("codeReference", "changed", found.length - added)
            report.count("codeReference", "unchanged", known.size - (found.length - added))
          })
        )
      }
    })
  )

/** Takes the units that entries of memories belong to in files, and their times; the entries were taken before. */
const takeMemoryUnits = <E>(move: Move, read: (afterId: number) => Effect.Effect<ReadonlyArray<TolgeeMemoryUnit>, E>) =>
  runStep(
    move,
    "database memory units",
    Effect.fnUntraced(function* (step) {
      const rows = yield* MovedRowRepository
      const moves = yield* TolgeeMoveRepository
      let after = Number(step.cursor ?? 0)
      for (;;) {
        const units = yield* read(after)
        const last = units.at(-1)
        if (last === undefined) return
        after = last.id
        const ids = units.map(({ id }) => id)
        yield* step.commit(
          String(after),
          Effect.fnUntraced(function* (report) {
            const entries = yield* moves.listTaken(move.sourceId, "memoryEntry", ids)
            const known = yield* moves.listTaken(move.sourceId, "memoryUnit", ids)
            const taken = units.flatMap((unit) => {
              const ourId = entries.get(unit.id)?.ourId
              return ourId === undefined ? [] : [{ unit, ourId, digest: digestOf(unit) }]
            })
            const found = taken.filter(({ unit, digest }) => known.get(unit.id)?.digest !== digest)
            yield* rows.update(
              "memoryEntry",
              found.map(({ unit: { tuid, createdAt, updatedAt }, ourId }) => ({
                id: ourId,
                tuid,
                createdAt: createdAt ?? move.now,
                updatedAt: updatedAt ?? createdAt ?? move.now
              }))
            )
            yield* moves.take(
              move.sourceId,
              "memoryUnit",
              found.map(({ unit, ourId, digest }) => ({ takenId: unit.id, ourId, digest }))
            )
            const added = found.filter(({ unit }) => !known.has(unit.id)).length
            report.count("memoryUnit", "added", added)
            report.count("memoryUnit", "changed", found.length - added)
            report.count("memoryUnit", "unchanged", taken.length - found.length)
          })
        )
      }
    })
  )
