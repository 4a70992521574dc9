import type { SortableProperty } from "@dragoman/domain/page"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { AdministrationRepository } from "../administration/administration-repository.ts"
import { Database } from "../database/database.ts"
import { OrganizationRepository } from "../organization/organization-repository.ts"
import { OrganizationUserRepository } from "../organization/organization-user-repository.ts"
import { PersonalAccessTokenRepository } from "../personal-access-token/personal-access-token-repository.ts"
import { ProjectApiKeyRepository } from "../project-api-key/project-api-key-repository.ts"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { UserPreferenceRepository } from "./user-preference-repository.ts"
import { UserRepository } from "./user-repository.ts"

const layerRepositories = Layer.mergeAll(
  UserRepository.layer,
  UserPreferenceRepository.layer,
  PersonalAccessTokenRepository.layer,
  ProjectApiKeyRepository.layer,
  AdministrationRepository.layer,
  OrganizationRepository.layer,
  OrganizationUserRepository.layer
)

const byId = [{ property: "id", direction: "asc" }] as const
const firstPage = { sort: byId, limit: 20, offset: 0 }
const everyUser = { ...firstPage, isDisabled: null, serverRole: null }

const insert = Effect.fnUntraced(function* (table: string, row: Record<string, string | number | null>) {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  const [created] = yield* database.transaction(
    sql<{ id: number }>`INSERT INTO ${sql(table)} ${sql.insert({ created_at: 0, ...row })} RETURNING *`
  )
  return created?.id ?? 0
})

const create = Effect.fnUntraced(function* (username: string) {
  const users = yield* UserRepository
  const database = yield* Database
  return yield* database.transaction(
    users.create({
      username,
      name: `Name of ${username}`,
      passwordHash: "hash",
      serverRole: "USER",
      isInitial: false,
      passwordChanged: true,
      at: 1
    })
  )
})

const user = (username: string) => Effect.map(create(username), Option.getOrThrow)

const end = { at: 12, keptSessionId: null }
const password = { passwordHash: "new", passwordChanged: true }

const organization = Effect.fnUntraced(function* (slug: string, owner: number, at = 1) {
  const organizations = yield* OrganizationRepository
  const members = yield* OrganizationUserRepository
  const database = yield* Database
  return yield* database.transaction(
    Effect.gen(function* () {
      const values = { name: slug, description: null, slug, type: "VIEW", scopes: null, at } as const
      const id = Option.getOrThrow(yield* organizations.create(values))
      yield* members.addRole(id, owner, "OWNER", at)
      return id
    })
  )
})

const project = (slug: string, organizationId: number) =>
  insert("project", { slug, name: `Project ${slug}`, organization_id: organizationId })

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("users on %s", (_, layerEngine) => {
  layer(layerRepositories.pipe(Layer.provideMerge(layerEngine)), { timeout: "1 minute" })((it) => {
    it.effect("are none in a new database", () =>
      Effect.gen(function* () {
        const users = yield* UserRepository
        assert.isFalse(yield* users.hasAny)
      })
    )
  })

  layer(layerRepositories.pipe(Layer.provideMerge(layerEngine)), { timeout: "1 minute" })((it) => {
    it.effect("a user name belongs to one live account", () =>
      Effect.gen(function* () {
        const users = yield* UserRepository
        const database = yield* Database
        const first = yield* user("first")
        const second = yield* user("second")
        assert.isTrue(yield* users.hasAny)
        assert.isTrue(Option.isNone(yield* create("first")))
        assert.deepStrictEqual(Option.getOrThrow(yield* users.findByUsername("first")), {
          userId: first,
          username: "first",
          name: "Name of first",
          avatarHash: null,
          passwordHash: "hash",
          serverRole: "USER",
          mfaEnabled: false,
          isInitial: false,
          passwordChanged: true,
          tokensValidNotBefore: 0,
          disabledAt: null,
          emailVerified: true,
          pendingEmail: null,
          accountType: "LOCAL",
          ssoValidUntil: null,
          thirdPartyAuthType: null
        })
        const renamed = yield* database.transaction(
          Effect.gen(function* () {
            const isTaken = !(yield* users.edit(second, { username: "first", name: "Thief" }))
            // The transaction goes on behind the error.
            return isTaken && (yield* users.edit(second, { username: "third", name: "Third" }))
          })
        )
        assert.isTrue(renamed)
        assert.isTrue(Option.isNone(yield* users.findByUsername("second")))
        yield* database.transaction(users.setDisabled(second, 5))
        assert.deepStrictEqual(yield* users.findTaken(["third", "second"]), [{ username: "third", isDisabled: true }])
        assert.isTrue(yield* database.transaction(users.delete(first, 9)))
        assert.isFalse(yield* database.transaction(users.delete(first, 9)))
        assert.isFalse(yield* database.transaction(users.setServerRole(first, "ADMIN")))
        assert.isTrue(Option.isNone(yield* users.find(first)))
        assert.isTrue(Option.isSome(yield* create("first")))
        yield* database.transaction(users.delete(second, 9))
      })
    )

    it.effect("an administrator knows of others while they are neither disabled nor deleted", () =>
      Effect.gen(function* () {
        const users = yield* UserRepository
        const database = yield* Database
        const [one, two] = [yield* user("admin-one"), yield* user("admin-two")]
        const facts = Effect.map(users.findAdministratorFacts(one), Option.getOrThrow)
        yield* database.transaction(users.setServerRole(one, "ADMIN"))
        assert.deepStrictEqual(yield* facts, { serverRole: "ADMIN", hasOtherAdministrator: false })
        yield* database.transaction(users.setServerRole(two, "ADMIN"))
        assert.deepStrictEqual(yield* facts, { serverRole: "ADMIN", hasOtherAdministrator: true })
        yield* database.transaction(users.setDisabled(two, 5))
        assert.isFalse((yield* facts).hasOtherAdministrator)
        yield* database.transaction(users.setDisabled(two, null))
        yield* database.transaction(users.delete(two, 5))
        assert.isFalse((yield* facts).hasOtherAdministrator)
        yield* database.transaction(users.delete(one, 5))
        assert.isTrue(Option.isNone(yield* users.findAdministratorFacts(one)))
      })
    )

    it.effect("the first administrator is known, and whether it has changed its password", () =>
      Effect.gen(function* () {
        const users = yield* UserRepository
        const database = yield* Database
        assert.isTrue(Option.isNone(yield* users.findInitial))
        const values = { username: "root", name: "root", passwordHash: "old", at: 1 }
        const role = { serverRole: "ADMIN", isInitial: true, passwordChanged: false } as const
        const id = Option.getOrThrow(yield* database.transaction(users.create({ ...values, ...role })))
        assert.deepInclude(Option.getOrThrow(yield* users.findInitial), { userId: id, passwordChanged: false })
        yield* database.transaction(
          users.setPassword(id, { passwordHash: "new", passwordChanged: true }, { at: 4_000, keptSessionId: null })
        )
        const changed = Option.getOrThrow(yield* users.findInitial)
        assert.deepInclude(changed, { passwordHash: "new", passwordChanged: true, isInitial: true })
        // Other tests count administrators.
        yield* database.transaction(users.delete(id, 5))
      })
    )

    it.effect("deleting takes everything that only the user can use, and nothing else", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const users = yield* UserRepository
        const organizations = yield* OrganizationRepository
        const members = yield* OrganizationUserRepository
        const database = yield* Database
        const leaver = yield* user("leaver")
        const stayer = yield* user("stayer")
        const alone = yield* organization("alone", leaver)
        const shared = yield* organization("shared", leaver)
        yield* database.transaction(members.addRole(shared, stayer, "OWNER", 1))
        const projectId = yield* project("shared-project", shared)
        for (const userId of [leaver, stayer]) {
          const key = { project_id: projectId, user_id: userId, description: "", scopes: "[]", key_hash: `k${userId}` }
          yield* insert("project_api_key", key)
          yield* insert("personal_access_token", {
            user_id: userId,
            description: "",
            token_hash: `t${userId}`,
            updated_at: 0
          })
          yield* insert("direct_permission", { project_id: projectId, user_id: userId, type: "VIEW" })
          yield* insert("invitation", {
            code: `c${userId}`,
            code_digest: `d${userId}`,
            created_by: userId,
            expires_at: 9
          })
        }
        const owned = yield* organizations.listSingleOwned(leaver)
        assert.deepStrictEqual(
          owned.map(({ organizationId }) => organizationId),
          [alone]
        )
        yield* database.transaction(organizations.deleteAll([alone], 7))
        yield* database.transaction(users.delete(leaver, 7))
        for (const [table, column] of [
          ["project_api_key", "user_id"],
          ["personal_access_token", "user_id"],
          ["direct_permission", "user_id"],
          ["organization_role", "user_id"],
          ["invitation", "created_by"]
        ] as const) {
          const rows = yield* sql<{ id: number }>`
            SELECT ${sql(column)} AS id FROM ${sql(table)} WHERE ${sql(column)} IN (${leaver}, ${stayer})`
          assert.deepStrictEqual(
            rows.map(({ id }) => id),
            [stayer],
            table
          )
        }
        assert.isTrue(Option.isNone(yield* organizations.find(alone, stayer)))
        assert.isTrue(Option.isSome(yield* organizations.find(shared, stayer)))
      })
    )

    it.effect("the oldest role decides which organization a user sees first, then projects", () =>
      Effect.gen(function* () {
        const preferences = yield* UserPreferenceRepository
        const organizations = yield* OrganizationRepository
        const members = yield* OrganizationUserRepository
        const database = yield* Database
        const owner = yield* user("p-owner")
        const guest = yield* user("p-guest")
        const visible = () => Effect.map(preferences.findVisibleOrganization(guest), Option.getOrNull)
        const [early, late] = [yield* organization("p-early", owner), yield* organization("p-late", owner)]
        assert.isNull(yield* visible())
        const closed = yield* project("p-closed", early)
        yield* insert("direct_permission", { project_id: closed, user_id: guest, type: "NONE" })
        assert.isNull(yield* visible())
        const open = yield* project("p-open", early)
        yield* insert("direct_permission", { project_id: open, user_id: guest, type: "VIEW" })
        assert.strictEqual(yield* visible(), early)
        yield* database.transaction(members.addRole(late, guest, "MEMBER", 3))
        assert.strictEqual(yield* visible(), late)
        yield* database.transaction(members.addRole(early, guest, "MEMBER", 4))
        assert.strictEqual(yield* visible(), late)
        yield* database.transaction(organizations.delete(late, 5))
        assert.strictEqual(yield* visible(), early)
      })
    )

    it.effect("stored values are replaced and removed", () =>
      Effect.gen(function* () {
        const preferences = yield* UserPreferenceRepository
        const database = yield* Database
        const id = yield* user("storing")
        const store = (data: string | null) => database.transaction(preferences.setStoredValue(id, "field", data))
        const stored = Effect.map(preferences.findStoredValue(id, "field"), Option.getOrNull)
        yield* store("1")
        yield* store("2")
        assert.strictEqual(yield* stored, "2")
        yield* store(null)
        assert.isNull(yield* stored)
        yield* database.transaction(preferences.setLanguage(id, "cs"))
        assert.deepStrictEqual(yield* preferences.find(id), { languageTag: "cs", preferredOrganizationId: null })
      })
    )

    it.effect("tokens are listed in any order, changed and replaced", () =>
      Effect.gen(function* () {
        const tokens = yield* PersonalAccessTokenRepository
        const database = yield* Database
        const userId = yield* user("t-user")
        const make = (description: string, expiresAt: number | null) =>
          database.transaction(tokens.create({ userId, description, tokenHash: `t-${description}`, expiresAt, at: 3 }))
        const [never, soon] = [yield* make("never", null), yield* make("soon", 10)]
        const list = (property: SortableProperty<"personalAccessTokens">, direction: "asc" | "desc", limit = 20) =>
          Effect.map(tokens.list({ userId, sort: [{ property, direction }, ...byId], limit, offset: 0 }), (page) => [
            page.total,
            page.rows.map(({ tokenId }) => tokenId)
          ])
        assert.deepStrictEqual(yield* list("expiresAt", "asc"), [2, [soon, never]])
        assert.deepStrictEqual(yield* list("id", "desc", 1), [2, [soon]])
        yield* database.transaction(tokens.setDescription(soon, "later", 4))
        yield* database.transaction(tokens.replace(soon, { tokenHash: "t-new", expiresAt: 20, at: 5 }))
        assert.deepStrictEqual(Option.getOrThrow(yield* tokens.find(soon)), {
          tokenId: soon,
          userId,
          description: "later",
          expiresAt: 20,
          lastUsedAt: null,
          createdAt: 3,
          updatedAt: 5
        })
        yield* database.transaction(tokens.delete(soon))
        assert.isTrue(Option.isNone(yield* tokens.find(soon)))
      })
    )

    it.effect("keys of deleted projects are gone; filters hold together", () =>
      Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        const keys = yield* ProjectApiKeyRepository
        const database = yield* Database
        const [userId, otherId] = [yield* user("k-user"), yield* user("k-other")]
        const organizationId = yield* organization("k-organization", userId)
        const [remaining, gone] = [yield* project("k-kept", organizationId), yield* project("k-gone", organizationId)]
        const make = (projectId: number, owner: number, description: string) =>
          database.transaction(
            keys.create({
              projectId,
              userId: owner,
              description,
              scopes: ["keys.view"],
              keyHash: `k-${description}`,
              expiresAt: null,
              at: 3
            })
          )
        const own = yield* make(remaining, userId, "own")
        const foreign = yield* make(remaining, otherId, "foreign")
        const lost = yield* make(gone, userId, "lost")
        const list = (filter: { readonly userId: number | null; readonly projectId: number | null }) =>
          Effect.map(keys.list({ ...filter, ...firstPage, readerId: userId }), ({ rows }) =>
            rows.map(({ apiKeyId }) => apiKeyId)
          )
        assert.deepStrictEqual(yield* list({ userId, projectId: null }), [own, lost])
        yield* database.transaction(sql`UPDATE project SET deleted_at = 1 WHERE id = ${gone}`)
        assert.deepStrictEqual(yield* list({ userId, projectId: null }), [own])
        assert.deepStrictEqual(yield* list({ userId: null, projectId: remaining }), [own, foreign])
        assert.deepStrictEqual(yield* list({ userId, projectId: gone }), [])
        assert.isTrue(Option.isNone(yield* keys.find(lost, userId)))
        yield* database.transaction(keys.edit(own, { description: "edited", scopes: ["admin"] }))
        yield* database.transaction(keys.replace(own, { keyHash: "k-new", expiresAt: 8 }))
        assert.deepStrictEqual(Option.getOrThrow(yield* keys.find(own, userId)), {
          apiKeyId: own,
          userId,
          username: "k-user",
          userFullName: "Name of k-user",
          projectId: remaining,
          projectName: "Project k-kept",
          description: "edited",
          scopes: ["admin"],
          expiresAt: 8,
          lastUsedAt: null
        })
        // Each sees the own name, of the other one and of the project only who may see the project.
        const namesFor = (apiKeyId: number, readerId: number) =>
          Effect.map(keys.find(apiKeyId, readerId), (found) => {
            const { username, projectName } = Option.getOrThrow(found)
            return [username, projectName]
          })
        assert.deepStrictEqual(yield* namesFor(foreign, otherId), ["k-other", null])
        assert.deepStrictEqual(yield* namesFor(foreign, userId), [null, "Project k-kept"])
        yield* database.transaction(keys.delete(own))
        assert.isTrue(Option.isNone(yield* keys.find(own, userId)))
      })
    )

    it.effect("administrators find users by state and role, with the last use of their credentials", () =>
      Effect.gen(function* () {
        const administration = yield* AdministrationRepository
        const users = yield* UserRepository
        const database = yield* Database
        const [active, disabled, root] = [yield* user("f-active"), yield* user("f-disabled"), yield* user("f-root")]
        yield* database.transaction(Effect.andThen(users.setDisabled(disabled, 5), users.setServerRole(root, "ADMIN")))
        const find = (filter: Partial<typeof everyUser> | { isDisabled: boolean } | { serverRole: "ADMIN" | "USER" }) =>
          Effect.map(administration.listUsers({ ...everyUser, search: "f-", ...filter }), ({ rows, total }) => {
            assert.strictEqual(total, rows.length)
            return rows.map(({ userId }) => userId)
          })
        assert.deepStrictEqual(yield* find({}), [active, disabled, root])
        assert.deepStrictEqual(yield* find({ isDisabled: true }), [disabled])
        assert.deepStrictEqual(yield* find({ isDisabled: false }), [active, root])
        assert.deepStrictEqual(yield* find({ serverRole: "ADMIN" }), [root])
        assert.deepStrictEqual(yield* find({ serverRole: "USER", isDisabled: false }), [active])
        const lastActivity = Effect.map(
          administration.findUser(active),
          (found) => Option.getOrThrow(found).lastActivity
        )
        assert.isNull(yield* lastActivity)
        const used = { user_id: active, last_used_at: 7 }
        yield* insert("personal_access_token", { ...used, description: "d", token_hash: "used", updated_at: 0 })
        assert.strictEqual(yield* lastActivity, 7)
        yield* insert("console_session", {
          ...used,
          token_hash: "used",
          generation: 0,
          elevated_until: 0,
          address: "a",
          last_used_at: 9
        })
        assert.strictEqual(yield* lastActivity, 9)
        assert.isTrue(Option.isNone(yield* administration.findUser(987_654)))
        // Other tests count administrators.
        yield* database.transaction(users.setServerRole(root, "USER"))
      })
    )

    it.effect.each<[string, (users: UserRepository["Service"], userId: number) => Effect.Effect<unknown>, boolean]>([
      ["the end of tokens", (users, userId) => users.endTokens(userId, end), true],
      ["a new password", (users, userId) => users.setPassword(userId, password, end), true],
      ["disabling", (users, userId) => users.setDisabled(userId, end.at), true],
      ["deletion", (users, userId) => users.delete(userId, end.at), true],
      [
        "another name of the user",
        (users, userId) => users.edit(userId, { username: `renamed-${userId}`, name: "R" }),
        false
      ],
      ["a verified address", (users, userId) => users.setVerifiedEmail(userId, `verified-${userId}`), false]
    ])("%s ends the links of the user, and of no other one", ([name, change, endsTokens]) =>
      Effect.gen(function* () {
        const users = yield* UserRepository
        const database = yield* Database
        const sql = yield* SqlClient.SqlClient
        const [userId, other] = [yield* user(`ended by ${name}`), yield* user(`not ended by ${name}`)]
        for (const owner of [userId, other]) {
          const session = { generation: 0, elevated_until: 0, address: "a", last_used_at: 9 }
          yield* insert("console_session", { ...session, user_id: owner, token_hash: `of ${owner}` })
          yield* insert("password_reset", { user_id: owner, code_hash: "c", expires_at: 99 })
          yield* insert("email_verification", { user_id: owner, code_hash: "c", new_email: "new", expires_at: 99 })
        }
        yield* database.transaction(change(users, userId))
        for (const table of ["password_reset", "email_verification", ...(endsTokens ? ["console_session"] : [])]) {
          const left = yield* sql`SELECT user_id FROM ${sql(table)} WHERE user_id IN (${userId}, ${other})`
          assert.deepStrictEqual(
            left.map(({ userId: owner }) => owner),
            [other],
            table
          )
        }
        const [row] = yield* sql`SELECT tokens_valid_not_before FROM user_account WHERE id = ${userId}`
        assert.strictEqual(row?.["tokensValidNotBefore"], endsTokens ? end.at : 0)
        yield* database.transaction(users.delete(other, 9))
      })
    )

    it.effect("tokens end for one session less, and each generation is another one, whatever the clock says", () =>
      Effect.gen(function* () {
        const users = yield* UserRepository
        const database = yield* Database
        const sql = yield* SqlClient.SqlClient
        const userId = yield* user("keeps a session")
        const session = { user_id: userId, generation: 0, elevated_until: 0, address: "a", last_used_at: 9 }
        const [kept] = [
          yield* insert("console_session", { ...session, token_hash: "kept" }),
          yield* insert("console_session", { ...session, token_hash: "ended" })
        ]
        yield* insert("email_verification", { user_id: userId, code_hash: "c", new_email: null, expires_at: 99 })
        const endAt = (at: number) => database.transaction(users.endTokens(userId, { at, keptSessionId: kept }))
        assert.deepStrictEqual([yield* endAt(12), yield* endAt(12), yield* endAt(5)], [12, 13, 14])
        const left = yield* sql`SELECT token_hash FROM console_session WHERE user_id = ${userId}`
        assert.deepStrictEqual(left, [{ tokenHash: "kept" }])
        // The link that verifies the user name itself went to the mailbox of the user.
        assert.lengthOf(yield* sql`SELECT 1 AS one FROM email_verification WHERE user_id = ${userId}`, 1)
      })
    )

    it.effect("administrators find users by name and organizations by name, slug or id", () =>
      Effect.gen(function* () {
        const administration = yield* AdministrationRepository
        const users = yield* UserRepository
        const database = yield* Database
        const userId = yield* user("a-žofie")
        yield* database.transaction(users.setDisabled(userId, 5))
        assert.deepStrictEqual(yield* administration.listUsers({ ...everyUser, search: "ŽOFIE" }), {
          rows: [
            {
              userId,
              username: "a-žofie",
              name: "Name of a-žofie",
              avatarHash: null,
              serverRole: "USER",
              emailVerified: true,
              pendingEmail: null,
              mfaEnabled: false,
              isDisabled: true,
              createdAt: 1,
              lastActivity: null
            }
          ],
          total: 1
        })
        assert.strictEqual((yield* administration.listUsers({ ...everyUser, search: "%" })).total, 0)
        const id = yield* organization("a-organization", userId)
        for (const search of ["A-ORG", String(id)]) {
          const { rows } = yield* administration.listOrganizations({ ...firstPage, search, userId: 0 })
          assert.deepInclude(
            rows.map(({ organizationId, role }) => ({ organizationId, role })),
            { organizationId: id, role: null }
          )
        }
      })
    )
  })
})
