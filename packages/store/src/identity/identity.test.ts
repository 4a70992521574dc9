import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { Database } from "../database/database.ts"
import { EncryptionKeys } from "../encryption/secret-columns.ts"
import { settleEncryption } from "../encryption/settle-encryption.ts"
import { OrganizationRepository } from "../organization/organization-repository.ts"
import { OrganizationSsoRepository } from "../organization/organization-sso-repository.ts"
import { SecondFactorRepository } from "../second-factor/second-factor-repository.ts"
import { testKey } from "../testing/encryption-key.ts"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { UserRepository } from "../user/user-repository.ts"
import { IdentityRepository } from "./identity-repository.ts"
import { SignInAttemptRepository } from "./sign-in-attempt-repository.ts"

const keys = [testKey(7)]

const layerRepositories = Layer.mergeAll(
  IdentityRepository.layer,
  OrganizationRepository.layer,
  OrganizationSsoRepository.layer,
  SecondFactorRepository.layer,
  SignInAttemptRepository.layer,
  UserRepository.layer
)

const inTransaction = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.flatMap(Database, (database) => database.transaction(effect))

const user = Effect.fnUntraced(function* (username: string) {
  const users = yield* UserRepository
  const values = { name: username, serverRole: "USER", isInitial: false, passwordChanged: false, at: 1 } as const
  return Option.getOrThrow(yield* inTransaction(users.create({ username, passwordHash: "hash", ...values })))
})

const session = { refreshToken: "refresh-canary", checkedAt: 10, validUntil: 20, at: 1 }
const issuer = "https://login.example.com"
const identityOf = (subject: string) => ({ type: "OAUTH2", organizationId: 0, issuer, subject }) as const

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("identities on %s", (_, layerEngine) => {
  const layerStore = layerRepositories.pipe(
    Layer.provideMerge(layerEngine),
    Layer.provide(Layer.succeed(EncryptionKeys, keys))
  )
  layer(layerStore, { timeout: "1 minute" })((it) => {
    it.effect("belong to one account, and an account has one", () =>
      Effect.gen(function* () {
        const identities = yield* IdentityRepository
        const users = yield* UserRepository
        const [first, second] = [yield* user("first"), yield* user("second")]
        const connect = (userId: number, subject: string) =>
          inTransaction(identities.connect(userId, identityOf(subject), "THIRD_PARTY", session))
        assert.isTrue(yield* connect(first, "a"))
        assert.isFalse(yield* connect(second, "a"))
        assert.isTrue(yield* connect(first, "b"))
        assert.isTrue(Option.isNone(yield* identities.find(identityOf("a"))))
        // The same id at another provider is another person.
        const elsewhere = { ...identityOf("b"), issuer: "https://other.example.com" }
        assert.isTrue(Option.isNone(yield* identities.find(elsewhere)))
        assert.isTrue(yield* inTransaction(identities.connect(second, elsewhere, "THIRD_PARTY", session)))
        assert.strictEqual(Option.getOrThrow(yield* identities.find(elsewhere)).userId, second)
        const found = Option.getOrThrow(yield* identities.find(identityOf("b")))
        assert.deepInclude(found, { userId: first, refreshToken: "refresh-canary", checkedAt: 10 })
        const account = Option.getOrThrow(yield* users.find(first))
        assert.deepInclude(account, {
          accountType: "THIRD_PARTY",
          thirdPartyAuthType: "OAUTH2",
          ssoValidUntil: 20,
          passwordHash: "hash"
        })
        // Single sign-on takes the password away, and what stands beside it.
        const factors = yield* SecondFactorRepository
        yield* inTransaction(factors.insertTotp({ userId: first, totpKey: "k", lastStep: 1, at: 1 }))
        const managed = { type: "SSO", organizationId: 1, issuer, subject: "b" } as const
        yield* inTransaction(identities.connect(first, managed, "MANAGED", session))
        assert.deepInclude(Option.getOrThrow(yield* users.find(first)), {
          accountType: "MANAGED",
          passwordHash: null,
          mfaEnabled: false
        })
        yield* inTransaction(identities.disconnect(first))
        assert.isTrue(Option.isNone(yield* identities.findOfUser(first)))
        yield* inTransaction(users.delete(first, 30))
      })
    )

    it.effect("are refreshed by one server at a time", () =>
      Effect.gen(function* () {
        const identities = yield* IdentityRepository
        const id = yield* user("refreshed")
        yield* inTransaction(identities.connect(id, identityOf("r"), "THIRD_PARTY", session))
        const claim = (now: number) => inTransaction(identities.claimRefresh(id, now, now + 30))
        const claims = yield* Effect.all([claim(100), claim(100), claim(100)], { concurrency: "unbounded" })
        assert.lengthOf(claims.filter(Option.isSome), 1)
        assert.isTrue(Option.isNone(yield* claim(129)))
        assert.isTrue(Option.isSome(yield* claim(130)))
        const { id: identityId } = Option.getOrThrow(yield* identities.findOfUser(id))
        const next = { refreshToken: "next", checkedAt: 140, validUntil: 150 }
        yield* inTransaction(identities.setSession({ id: identityId, userId: id }, next))
        const again = Option.getOrThrow(yield* claim(141))
        assert.deepInclude(again, { refreshToken: "next", checkedAt: 140 })
        // The response to a refresh is for the link that was asked about, not for one that was made meanwhile.
        const other = { ...session, refreshToken: "of another", validUntil: null }
        yield* inTransaction(identities.connect(id, identityOf("other"), "THIRD_PARTY", other))
        yield* inTransaction(identities.setSession({ id: identityId, userId: id }, next))
        assert.strictEqual(Option.getOrThrow(yield* identities.findOfUser(id)).refreshToken, "of another")
        const users = yield* UserRepository
        assert.isNull(Option.getOrThrow(yield* users.find(id)).ssoValidUntil)
      })
    )

    it.effect("of one organization end together, and leave local accounts that nothing opens yet", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const identities = yield* IdentityRepository
        const users = yield* UserRepository
        const [one, two, outside] = [yield* user("managed one"), yield* user("managed two"), yield* user("outside")]
        const managed = (organizationId: number, subject: string) =>
          ({ type: "SSO", organizationId, issuer, subject }) as const
        yield* inTransaction(identities.connect(one, managed(71, "1"), "MANAGED", session))
        yield* inTransaction(identities.connect(two, managed(71, "2"), "MANAGED", session))
        yield* inTransaction(identities.connect(outside, managed(72, "1"), "MANAGED", session))
        // One has a password by now: the operator has set it.
        yield* inTransaction(
          users.setPassword(two, { passwordHash: "hash", passwordChanged: true }, { at: 900, keptSessionId: null })
        )
        assert.deepStrictEqual(yield* identities.listManaged(71), [one, two])
        const released = yield* inTransaction(identities.releaseManaged(71, 500))
        assert.deepStrictEqual(released, [
          { userId: one, username: "managed one", organizationId: 71 },
          { userId: two, username: "managed two", organizationId: 71 }
        ])
        const read = (id: number) => Effect.map(users.find(id), Option.getOrThrow)
        const none = { accountType: "LOCAL", thirdPartyAuthType: null } as const
        assert.deepInclude(yield* read(one), { ...none, ssoValidUntil: 0, tokensValidNotBefore: 500 })
        assert.deepInclude(yield* read(two), { ...none, ssoValidUntil: null, tokensValidNotBefore: 901 })
        assert.deepInclude(yield* read(outside), { accountType: "MANAGED", ssoValidUntil: 20, tokensValidNotBefore: 0 })
        assert.deepStrictEqual(yield* inTransaction(identities.releaseManaged(71, 501)), [])
        // A new password opens it.
        const password = { passwordHash: "new", passwordChanged: true }
        yield* inTransaction(users.setPassword(one, password, { at: 600, keptSessionId: null }))
        assert.isNull((yield* read(one)).ssoValidUntil)
        assert.lengthOf(yield* sql`SELECT id FROM user_identity WHERE organization_id = 71`, 0)
      })
    )

    it.effect("of older servers get their issuer once", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const identities = yield* IdentityRepository
        const id = yield* user("older")
        const row = { user_id: id, type: "GITHUB", subject: "older", checked_at: 1, created_at: 1 }
        yield* inTransaction(sql`INSERT INTO user_identity ${sql.insert(row)}`)
        const github = (from: string) => ({ type: "GITHUB", organizationId: 0, issuer: from }) as const
        assert.isTrue(Option.isNone(yield* identities.find({ ...github("one"), subject: "older" })))
        yield* inTransaction(identities.setMissingIssuer(github("one")))
        yield* inTransaction(identities.setMissingIssuer(github("two")))
        assert.isTrue(Option.isSome(yield* identities.find({ ...github("one"), subject: "older" })))
        assert.isTrue(Option.isNone(yield* identities.find({ ...github("two"), subject: "older" })))
      })
    )

    it.effect("of a login that began are taken once", () =>
      Effect.gen(function* () {
        const attempts = yield* SignInAttemptRepository
        const attempt = {
          tokenHash: "hash",
          service: "oauth2",
          organizationId: 0,
          issuer,
          redirectUri: "http://localhost/",
          wantedPath: null,
          invitationCode: null,
          userId: null,
          expiresAt: 50
        } as const
        yield* inTransaction(attempts.insert(attempt))
        const take = inTransaction(attempts.take("hash"))
        const taken = yield* Effect.all([take, take, take], { concurrency: "unbounded" })
        assert.deepStrictEqual(
          taken.flatMap((one) => (Option.isSome(one) ? [one.value] : [])),
          [attempt]
        )
        yield* inTransaction(attempts.insert(attempt))
        yield* inTransaction(attempts.deleteExpired(50))
        assert.isTrue(Option.isNone(yield* take))
      })
    )

    it.effect("have their secrets encrypted, those from before too", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const identities = yield* IdentityRepository
        const organizations = yield* OrganizationRepository
        const tenants = yield* OrganizationSsoRepository
        const id = yield* user("sealed")
        yield* inTransaction(identities.connect(id, identityOf("s"), "THIRD_PARTY", session))
        const values = { name: "O", description: null, slug: "o", type: "VIEW", scopes: null, at: 1 } as const
        const organizationId = Option.getOrThrow(yield* inTransaction(organizations.create(values)))
        const sso = {
          organizationId,
          enabled: true,
          force: false,
          domain: "example.com",
          clientId: "c",
          clientSecret: "secret-canary",
          authorizationUri: "",
          tokenUri: "",
          issuer: "https://login.example.com",
          groupsClaim: "groups",
          ownerGroups: ["a"],
          memberGroups: []
        }
        yield* inTransaction(tenants.set(sso))
        const change = {
          userId: id,
          publicId: "p",
          type: "SSO",
          organizationId,
          issuer,
          domain: "example.com",
          subject: "s",
          refreshToken: "change-canary",
          expiresAt: 100
        } as const
        yield* inTransaction(identities.setChange(change))
        const stored = Effect.map(
          sql`SELECT refresh_token AS text FROM user_identity UNION ALL SELECT refresh_token FROM identity_change
            UNION ALL SELECT client_secret FROM organization_sso`,
          (rows) => JSON.stringify(rows)
        )
        assert.match(yield* stored, /canary.*canary.*canary/)
        const settled = yield* Effect.provideService(settleEncryption({ rotate: false }), EncryptionKeys, keys)
        assert.isAtLeast(settled.encryptedRows, 3)
        assert.notInclude(yield* stored, "canary")
        const read = Effect.gen(function* () {
          const identity = Option.getOrThrow(yield* identities.findOfUser(id))
          const waiting = Option.getOrThrow(yield* identities.findChange(id))
          const tenant = Option.getOrThrow(yield* tenants.findByDomain("example.com"))
          return [identity.refreshToken, waiting.refreshToken, tenant.clientSecret]
        })
        assert.deepStrictEqual(yield* read, ["refresh-canary", "change-canary", "secret-canary"])
        yield* inTransaction(tenants.set({ ...sso, clientSecret: "new-canary" }))
        assert.notInclude(yield* stored, "canary")
        assert.deepStrictEqual(yield* read, ["refresh-canary", "change-canary", "new-canary"])
        yield* inTransaction(organizations.delete(organizationId, 5))
        assert.isTrue(Option.isNone(yield* tenants.findByDomain("example.com")))
        assert.lengthOf(yield* sql`SELECT organization_id FROM organization_sso`, 0)
      })
    )
  })
})
