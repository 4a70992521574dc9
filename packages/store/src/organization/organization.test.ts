import type { Permission } from "@dragoman/domain/permission"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { Database } from "../database/database.ts"
import { InvitationRepository } from "../invitation/invitation-repository.ts"
import { SlugRepository } from "../slug/slug-repository.ts"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { UserPreferenceRepository } from "../user/user-preference-repository.ts"
import { OrganizationLanguageRepository } from "./organization-language-repository.ts"
import { OrganizationRepository } from "./organization-repository.ts"
import { OrganizationUserRepository } from "./organization-user-repository.ts"

const layerRepositories = Layer.mergeAll(
  OrganizationRepository.layer,
  OrganizationUserRepository.layer,
  OrganizationLanguageRepository.layer,
  InvitationRepository.layer,
  UserPreferenceRepository.layer,
  SlugRepository.layer
)

const view: Permission = {
  type: "VIEW",
  scopes: null,
  translateLanguageIds: null,
  viewLanguageIds: null,
  stateChangeLanguageIds: null
}
const byId = [{ property: "id", direction: "asc" }] as const
const firstPage = { limit: 20, offset: 0 }

const insert = Effect.fnUntraced(function* (table: string, row: Record<string, string | number | null>) {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  const [created] = yield* database.transaction(
    sql<{ id: number }>`INSERT INTO ${sql(table)} ${sql.insert({ created_at: 0, ...row })} RETURNING *`
  )
  return created?.id ?? 0
})

const user = (username: string, more: Record<string, string | number | null> = {}) =>
  insert("user_account", { username, name: `Name of ${username}`, ...more })

const organization = Effect.fnUntraced(function* (slug: string, owner: number, name = `Organization ${slug}`) {
  const repository = yield* OrganizationRepository
  const users = yield* OrganizationUserRepository
  const database = yield* Database
  const created = yield* database.transaction(
    repository.create({ name, slug, description: null, type: "VIEW", scopes: null, at: 1 })
  )
  const organizationId = Option.getOrThrow(created)
  yield* database.transaction(users.addRole(organizationId, owner, "OWNER", 1))
  return organizationId
})

const project = (slug: string, organizationId: number, more: Record<string, string | number | null> = {}) =>
  insert("project", { slug, name: `Project ${slug}`, organization_id: organizationId, ...more })

const direct = (projectId: number, userId: number, type: string) =>
  insert("direct_permission", { project_id: projectId, user_id: userId, type })

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("organizations on %s", (_, layerTest) => {
  layer(Layer.provideMerge(layerRepositories, layerTest), { timeout: "60 seconds" })((it) => {
    it.effect("slugs are unique, also against deleted organizations, and a taken one changes nothing", () =>
      Effect.gen(function* () {
        const repository = yield* OrganizationRepository
        const slugs = yield* SlugRepository
        const database = yield* Database
        const owner = yield* user("slug-owner")
        const first = yield* organization("slug-first", owner)
        const second = yield* organization("slug-second", owner)
        const values = { name: "Changed", slug: "slug-second", description: "d" }
        const isEdited = yield* database.transaction(
          Effect.tap(repository.edit(first, values), () =>
            repository.setBasePermission(first, { type: "EDIT", scopes: null })
          )
        )
        assert.isFalse(isEdited)
        const remaining = Option.getOrThrow(yield* repository.find(first, owner))
        assert.deepInclude(remaining, {
          name: "Organization slug-first",
          slug: "slug-first",
          description: null,
          avatarHash: null,
          role: "OWNER"
        })
        assert.strictEqual(remaining.basePermission.type, "EDIT")
        yield* database.transaction(repository.delete(second, 5))
        assert.isTrue(Option.isNone(yield* repository.find(second, owner)))
        const again = {
          name: "Again",
          slug: "slug-second",
          description: null,
          avatarHash: null,
          type: "VIEW",
          scopes: null,
          at: 6
        } as const
        assert.isTrue(Option.isNone(yield* database.transaction(repository.create(again))))
        assert.deepStrictEqual(
          [...(yield* slugs.findTaken("organization", ["slug-second", "slug-free", "slug-first"]))].sort(),
          ["slug-first", "slug-second"]
        )
        assert.strictEqual((yield* slugs.findTaken("project", ["slug-first"])).size, 0)
        assert.strictEqual((yield* slugs.findTaken("project", [])).size, 0)
      })
    )

    it.effect("granular base permissions replace the type, and come back as they were stored", () =>
      Effect.gen(function* () {
        const repository = yield* OrganizationRepository
        const database = yield* Database
        const owner = yield* user("base-owner")
        const id = yield* organization("base", owner)
        yield* database.transaction(repository.setBasePermission(id, { type: null, scopes: ["translations.edit"] }))
        const { basePermission } = Option.getOrThrow(yield* repository.find(id, owner))
        assert.deepStrictEqual(basePermission, { ...view, type: null, scopes: ["translations.edit"] })
      })
    )

    it.effect("a user's list has organizations with a role or with a permission that lets in, without repeats", () =>
      Effect.gen(function* () {
        const repository = yield* OrganizationRepository
        const [owner, guest] = [yield* user("list-owner"), yield* user("list-guest")]
        const own = yield* organization("list-own", guest, "100% own")
        const entered = yield* organization("list-entered", owner, "Žluťoučký entered")
        const locked = yield* organization("list-locked", owner)
        const gone = yield* organization("list-gone", owner)
        for (const slug of ["list-p1", "list-p2"]) yield* direct(yield* project(slug, entered), guest, "VIEW")
        yield* direct(yield* project("list-p3", locked), guest, "NONE")
        yield* direct(yield* project("list-p4", gone, { deleted_at: 3 }), guest, "VIEW")
        const list = (more: { readonly search?: string; readonly ownedOnly?: boolean }) =>
          Effect.map(
            repository.list({ userId: guest, search: "", ownedOnly: false, sort: byId, ...firstPage, ...more }),
            ({ rows, total }) => [rows.map(({ organizationId, role }) => [organizationId, role]), total]
          )
        assert.deepStrictEqual(yield* list({}), [
          [
            [own, "OWNER"],
            [entered, null]
          ],
          2
        ])
        assert.deepStrictEqual(yield* list({ ownedOnly: true }), [[[own, "OWNER"]], 1])
        assert.deepStrictEqual(yield* list({ search: "ŽLUŤ" }), [[[entered, null]], 1])
        assert.deepStrictEqual(yield* list({ search: "%" }), [[[own, "OWNER"]], 1])
        assert.deepStrictEqual(yield* list({ search: "_" }), [[], 0])
      })
    )

    it.effect("deleting takes the projects and all open invitations along, and nothing else", () =>
      Effect.gen(function* () {
        const repository = yield* OrganizationRepository
        const invitations = yield* InvitationRepository
        const database = yield* Database
        const sql = yield* SqlClient.SqlClient
        const owner = yield* user("delete-owner")
        const [doomed, remaining] = [yield* organization("doomed", owner), yield* organization("kept", owner)]
        const inside = yield* project("doomed-project", doomed)
        const outside = yield* project("kept-project", remaining)
        yield* database.transaction(
          sql`UPDATE user_account SET preferred_organization_id = ${doomed} WHERE id = ${owner}`
        )
        const invitation = { name: null, email: null, createdBy: owner, createdAt: 1, expiresAt: 9 }
        const into = (projectId: number, organizationId: number) =>
          ({ kind: "project", projectId, organizationId, permission: view }) as const
        yield* database.transaction(
          Effect.gen(function* () {
            yield* invitations.create({ ...invitation, code: "doomed-p", target: into(inside, doomed) })
            yield* invitations.create({ ...invitation, code: "kept-p", target: into(outside, remaining) })
            const target = { kind: "organization", organizationId: doomed, role: "MEMBER" } as const
            yield* invitations.create({ ...invitation, code: "doomed-o", target })
            yield* repository.delete(doomed, 7)
          })
        )
        const projects =
          yield* sql`SELECT id, deleted_at FROM project WHERE ${sql.in("id", [inside, outside])} ORDER BY id`
        assert.deepStrictEqual(
          projects.map((row) => ({ ...row })),
          [
            { id: inside, deletedAt: 7 },
            { id: outside, deletedAt: null }
          ]
        )
        const codes = yield* sql<{ code: string }>`SELECT code FROM invitation WHERE code LIKE '%-p' OR code LIKE '%-o'`
        assert.deepStrictEqual(
          codes.map(({ code }) => code),
          ["kept-p"]
        )
        const preferences = yield* UserPreferenceRepository
        assert.strictEqual((yield* preferences.find(owner)).preferredOrganizationId, null)
      })
    )

    it.effect(
      "users of an organization have a role or a direct permission; disabled and deleted ones are left out",
      () =>
        Effect.gen(function* () {
          const repository = yield* OrganizationUserRepository
          const database = yield* Database
          const owner = yield* user("users-owner", { name: "B" })
          const member = yield* user("users-member", { name: "a" })
          const guest = yield* user("users-guest", { name: "C" })
          const disabled = yield* user("users-disabled", { disabled_at: 1 })
          yield* user("users-stranger")
          const id = yield* organization("users", owner)
          const projectId = yield* project("users-project", id)
          const other = yield* project("users-deleted", id, { deleted_at: 1 })
          for (const userId of [member, disabled]) {
            assert.isTrue(yield* database.transaction(repository.addRole(id, userId, "MEMBER", 1)))
          }
          assert.isFalse(yield* database.transaction(repository.addRole(id, member, "OWNER", 2)))
          yield* direct(projectId, guest, "NONE")
          yield* direct(projectId, member, "EDIT")
          yield* direct(other, owner, "EDIT")
          const sort = [{ property: "name", direction: "asc" } as const, ...byId]
          const { rows, total } = yield* repository.list({ organizationId: id, search: "", sort, ...firstPage })
          assert.deepStrictEqual(
            [total, rows.map((row) => [row.userId, row.role, row.projectsWithDirectPermission.map((p) => p.slug)])],
            [
              3,
              [
                [member, "MEMBER", ["users-project"]],
                [owner, "OWNER", []],
                [guest, null, ["users-project"]]
              ]
            ]
          )
          const found = yield* repository.list({ organizationId: id, search: "GUEST", sort, limit: 1, offset: 0 })
          assert.deepStrictEqual([found.total, found.rows.map((row) => row.userId)], [1, [guest]])
          const pastEnd = yield* repository.list({ organizationId: id, search: "", sort, limit: 2, offset: 4 })
          assert.deepStrictEqual(pastEnd, { rows: [], total: 3 })
        })
    )

    it.effect(
      "an owner who is disabled or deleted is no other owner; removal takes role and permissions, not those elsewhere",
      () =>
        Effect.gen(function* () {
          const repository = yield* OrganizationUserRepository
          const database = yield* Database
          const sql = yield* SqlClient.SqlClient
          const owner = yield* user("member-owner")
          const second = yield* user("member-second")
          const disabled = yield* user("member-disabled", { disabled_at: 1 })
          const id = yield* organization("membership", owner)
          const elsewhere = yield* organization("elsewhere", second)
          const [inside, outside] = [yield* project("m-inside", id), yield* project("m-outside", elsewhere)]
          yield* database.transaction(repository.addRole(id, disabled, "OWNER", 1))
          const membership = (userId: number) => Effect.map(repository.findMembership(id, userId), Option.getOrNull)
          assert.deepStrictEqual(yield* membership(owner), {
            role: "OWNER",
            hasDirectPermission: false,
            hasOtherOwner: false
          })
          assert.deepStrictEqual(yield* membership(second), {
            role: null,
            hasDirectPermission: false,
            hasOtherOwner: true
          })
          assert.isNull(yield* membership(0))
          yield* database.transaction(repository.addRole(id, second, "MEMBER", 1))
          yield* database.transaction(repository.changeRole(id, second, "OWNER"))
          yield* database.transaction(repository.setPreferred(second, id))
          yield* direct(inside, second, "NONE")
          yield* direct(outside, second, "EDIT")
          assert.deepStrictEqual(yield* membership(second), {
            role: "OWNER",
            hasDirectPermission: true,
            hasOtherOwner: true
          })
          yield* database.transaction(repository.remove(id, second))
          yield* database.transaction(repository.remove(id, second))
          assert.deepStrictEqual(yield* membership(second), {
            role: null,
            hasDirectPermission: false,
            hasOtherOwner: true
          })
          const left = yield* sql<{
            projectId: number
          }>`SELECT project_id FROM direct_permission WHERE user_id = ${second}`
          assert.deepStrictEqual(
            left.map((row) => row.projectId),
            [outside]
          )
          const [preferred] = yield* sql`SELECT preferred_organization_id FROM user_account WHERE id = ${second}`
          assert.deepStrictEqual({ ...preferred }, { preferredOrganizationId: null })
        })
    )

    it.effect("languages are listed once per tag, of projects that the user can enter", () =>
      Effect.gen(function* () {
        const repository = yield* OrganizationLanguageRepository
        const organizationUsers = yield* OrganizationUserRepository
        const database = yield* Database
        const sql = yield* SqlClient.SqlClient
        const [owner, member, guest] = [yield* user("l-owner"), yield* user("l-member"), yield* user("l-guest")]
        const id = yield* organization("languages", owner)
        yield* database.transaction(organizationUsers.addRole(id, member, "MEMBER", 1))
        const [open, closed] = [yield* project("l-open", id), yield* project("l-closed", id)]
        const language = (projectId: number, tag: string, name: string, deletedAt: number | null = null) =>
          insert("language", { project_id: projectId, tag, name, deleted_at: deletedAt })
        const english = yield* language(open, "en", "English")
        yield* language(closed, "en", "English (UK)")
        const czech = yield* language(closed, "cs", "Czech")
        yield* language(open, "de", "German", 4)
        yield* language(open, "fr", "French")
        yield* database.transaction(sql`UPDATE project SET base_language_id = ${english} WHERE id = ${open}`)
        yield* database.transaction(sql`UPDATE project SET base_language_id = ${czech} WHERE id = ${closed}`)
        yield* direct(closed, member, "NONE")
        yield* direct(closed, owner, "NONE")
        yield* direct(closed, guest, "VIEW")
        const sort = [{ property: "base", direction: "desc" }, { property: "name", direction: "asc" }, ...byId] as const
        const list = (userId: number | null, more: object = {}) =>
          Effect.map(
            repository.list({
              organizationId: id,
              userId,
              search: "",
              projectIds: [],
              baseOnly: false,
              sort,
              ...firstPage,
              ...more
            }),
            ({ rows, total }) => [total, rows.map(({ tag, name, base }) => `${tag} ${name}${base ? " base" : ""}`)]
          )
        const all = [3, ["cs Czech base", "en English base", "fr French"]]
        assert.deepStrictEqual(yield* list(null), all)
        assert.deepStrictEqual(yield* list(owner), all)
        assert.deepStrictEqual(yield* list(member), [2, ["en English base", "fr French"]])
        assert.deepStrictEqual(yield* list(guest), [2, ["cs Czech base", "en English (UK)"]])
        assert.deepStrictEqual(yield* list(null, { baseOnly: true }), [2, ["cs Czech base", "en English base"]])
        assert.deepStrictEqual(yield* list(null, { projectIds: [open] }), [2, ["en English base", "fr French"]])
        assert.deepStrictEqual(yield* list(null, { projectIds: [0] }), [0, []])
        assert.deepStrictEqual(yield* list(null, { search: "FR" }), [1, ["fr French"]])
        assert.deepStrictEqual(yield* list(member, { limit: 1, offset: 1 }), [2, ["fr French"]])
      })
    )

    it.effect("an invitation is found until it expires, and taken once", () =>
      Effect.gen(function* () {
        const repository = yield* InvitationRepository
        const database = yield* Database
        const owner = yield* user("i-owner")
        const invited = yield* user("I-Invited@example.com")
        const id = yield* organization("invitations", owner)
        const projectId = yield* project("i-project", id)
        const place = { kind: "project", projectId } as const
        const target = {
          ...place,
          organizationId: id,
          permission: { ...view, type: "TRANSLATE", translateLanguageIds: [4, 7] }
        } as const
        const create = (code: string, expiresAt: number) =>
          database.transaction(
            repository.create({
              code,
              target,
              name: "Jana",
              email: "Jana@Example.com",
              createdBy: owner,
              createdAt: 1,
              expiresAt
            })
          )
        const short = yield* create("i-short", 10)
        const long = yield* create("i-long", 20)
        const found = Option.getOrThrow(yield* repository.findByCode("i-long", 10))
        assert.deepInclude(found, { invitationId: long, name: "Jana", targetName: "Project i-project", expiresAt: 20 })
        assert.deepStrictEqual(found.target, target)
        assert.deepStrictEqual(found.createdBy, {
          userId: owner,
          username: "i-owner",
          name: "Name of i-owner",
          avatarHash: null,
          isDeleted: false
        })
        assert.isTrue(Option.isNone(yield* repository.find(short, 10)))
        assert.isTrue(Option.isNone(yield* repository.findByCode("i-none", 0)))
        assert.deepStrictEqual(
          (yield* repository.list(place, 9)).map((row) => row.code),
          ["i-short", "i-long"]
        )
        assert.isTrue(yield* repository.isInvitedOrMember(place, "JANA@example.com", 19))
        assert.isFalse(yield* repository.isInvitedOrMember(place, "jana@example.com", 20))
        assert.isFalse(yield* repository.isInvitedOrMember(place, "i-invited@example.com", 0))
        assert.isTrue(yield* database.transaction(repository.addDirectPermission(invited, target, 2)))
        assert.isFalse(yield* database.transaction(repository.addDirectPermission(invited, target, 3)))
        assert.isTrue(yield* repository.isInvitedOrMember(place, "i-invited@EXAMPLE.com", 0))
        const organizationPlace = { kind: "organization", organizationId: id } as const
        assert.isFalse(yield* repository.isInvitedOrMember(organizationPlace, "i-invited@example.com", 0))
        assert.isTrue(yield* repository.isInvitedOrMember(organizationPlace, "I-OWNER", 0))
        assert.isTrue(yield* repository.hasExpired(place, 10))
        yield* database.transaction(repository.purgeExpired(place, 10))
        assert.isFalse(yield* repository.hasExpired(place, 10))
        assert.isTrue(yield* database.transaction(repository.take(long)))
        assert.isFalse(yield* database.transaction(repository.take(long)))
        assert.deepStrictEqual(yield* repository.list(place, 0), [])
      })
    )

    it.effect("invitations into a deleted project are absent", () =>
      Effect.gen(function* () {
        const repository = yield* InvitationRepository
        const database = yield* Database
        const owner = yield* user("gone-owner")
        const id = yield* organization("gone", owner)
        const projectId = yield* project("gone-project", id, { deleted_at: 1 })
        const target = { kind: "project", projectId, organizationId: id, permission: view } as const
        const values = { target, name: null, email: null, createdBy: owner, createdAt: 1, expiresAt: 9 }
        yield* database.transaction(repository.create({ code: "gone", ...values }))
        assert.isTrue(Option.isNone(yield* repository.findByCode("gone", 2)))
      })
    )
  })
})
