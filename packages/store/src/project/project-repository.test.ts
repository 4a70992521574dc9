import { lists } from "@dragoman/domain/page"
import type { Permission } from "@dragoman/domain/permission"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { AccessRepository } from "../access/access-repository.ts"
import { Database } from "../database/database.ts"
import { LanguageLimitRepository } from "../language/language-limit-repository.ts"
import { LanguageRepository } from "../language/language-repository.ts"
import { MemberRepository } from "../member/member-repository.ts"
import { SlugRepository } from "../slug/slug-repository.ts"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { inFixture, layerProjectFixture } from "../testing/project-fixture.ts"
import { type ProjectList, ProjectListRepository } from "./project-list-repository.ts"
import { ProjectRepository } from "./project-repository.ts"

const layerRepositories = Layer.mergeAll(
  AccessRepository.layer,
  ProjectRepository.layer,
  ProjectListRepository.layer,
  LanguageRepository.layer,
  LanguageLimitRepository.layer,
  MemberRepository.layer,
  SlugRepository.layer
)

const owner = 1
const member = 2
const stranger = 3

const permission = (change: Partial<Permission>): Permission => ({
  type: null,
  scopes: null,
  translateLanguageIds: null,
  viewLanguageIds: null,
  stateChangeLanguageIds: null,
  ...change
})

const english = { name: "English", originalName: "English", tag: "en", flagEmoji: "🇬🇧" }
const german = { name: "German", originalName: "Deutsch", tag: "de", flagEmoji: null }

const seedProject = Effect.fnUntraced(function* (
  name: string,
  organizationId = 1,
  languages: ReadonlyArray<typeof english | typeof german> = [english]
) {
  const projects = yield* ProjectRepository
  const languageRepository = yield* LanguageRepository
  const slug = name.toLowerCase().replace(/[^a-z0-9]/g, "-")
  const id = Option.getOrThrow(yield* projects.insert({ organizationId, name, slug, icuPlaceholders: true, at: 0 }))
  const languageIds = yield* languageRepository.insert(id, languages, 0)
  yield* projects.setBaseLanguage(id, languageIds[0] ?? 0)
  return { id, languageIds }
})

const everything: ProjectList = {
  userId: owner,
  search: "",
  ids: null,
  exceptIds: [],
  baseLanguageTag: null,
  sort: [{ property: "id", direction: "asc" }],
  limit: 20,
  offset: 0
}

const everythingOfUser = { ...everything, firstIds: [] }

/** Lists projects as authorization and use case do together. */
const listOrganization = Effect.fnUntraced(function* ({
  organizationId,
  ...request
}: ProjectList & { readonly organizationId: number; readonly seesEverything: boolean }) {
  const access = yield* AccessRepository
  const list = yield* ProjectListRepository
  const organization = Option.getOrThrow(yield* access.findOrganization(organizationId, request.userId))
  return yield* list.listOfOrganization({ ...request, owner: { organization, organizationRole: organization.role } })
})

const namesOf = (page: { readonly rows: ReadonlyArray<{ readonly name: string }> }) => page.rows.map((row) => row.name)

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("projects, languages and members on %s", (engine, layerTest) => {
  const layerFixture = layerRepositories.pipe(Layer.provideMerge(layerProjectFixture(layerTest)))
  layer(layerFixture, { timeout: "60 seconds" })((it) => {
    it.effect("a member sees what the base permission opens, less the projects with a direct NONE", () =>
      inFixture(
        Effect.gen(function* () {
          const members = yield* MemberRepository
          const web = yield* seedProject("Web")
          const secret = yield* seedProject("Secret")
          const granular = yield* seedProject("Granular")
          yield* members.saveDirectPermission(secret.id, member, permission({ type: "NONE" }), 0)
          yield* members.saveDirectPermission(granular.id, member, permission({ scopes: ["keys.view"] }), 0)
          const page = yield* listOrganization({
            ...everything,
            userId: member,
            organizationId: 1,
            seesEverything: false
          })
          assert.deepStrictEqual(namesOf(page), ["Web", "Granular"])
          assert.strictEqual(page.total, 2)
          assert.deepStrictEqual(page.rows[0]?.baseLanguage, { ...english, id: web.languageIds[0] ?? 0, base: true })
          assert.deepStrictEqual(page.rows[1]?.directPermission, permission({ scopes: ["keys.view"] }))
          assert.strictEqual(page.rows[0]?.organization, page.rows[1]?.organization)
        })
      )
    )

    it.effect(
      "the total without a filter is the total that a filter for everything counts, for every kind of user",
      () =>
        inFixture(
          Effect.gen(function* () {
            const members = yield* MemberRepository
            for (const organizationId of [1, 2]) {
              const kinds = [null, "NONE", "VIEW", "MANAGE"] as const
              for (const [index, type] of kinds.entries()) {
                const { id } = yield* seedProject(`P${organizationId}${index}`, organizationId)
                if (type === null) continue
                for (const userId of [owner, member, stranger]) {
                  yield* members.saveDirectPermission(id, userId, permission({ type }), 0)
                }
              }
              const gone = yield* seedProject(`Gone${organizationId}`, organizationId)
              yield* (yield* ProjectRepository).remove(gone.id, 1)
              for (const userId of [owner, member, stranger]) {
                const request = { ...everything, userId, organizationId, seesEverything: userId === owner }
                const plain = yield* listOrganization(request)
                const filtered = yield* listOrganization({ ...request, exceptIds: [0] })
                assert.strictEqual(plain.total, plain.rows.length)
                assert.deepStrictEqual(filtered, plain)
                assert.strictEqual(
                  plain.rows.length,
                  userId === owner ? 4 : userId === member && organizationId === 1 ? 3 : 2
                )
              }
            }
          })
        )
    )

    it.effect("an owner sees projects in spite of a base NONE and of an old direct NONE", () =>
      inFixture(
        Effect.gen(function* () {
          const list = yield* ProjectListRepository
          const members = yield* MemberRepository
          const { id } = yield* seedProject("Hidden", 2)
          yield* members.saveDirectPermission(id, owner, permission({ type: "NONE" }), 0)
          assert.deepStrictEqual(namesOf(yield* list.listOfUser(everythingOfUser)), ["Hidden"])
          assert.deepStrictEqual(namesOf(yield* list.listOfUser({ ...everythingOfUser, userId: member })), [])
        })
      )
    )

    it.effect("chosen projects come first, in the chosen order, on every page", () =>
      inFixture(
        Effect.gen(function* () {
          const list = yield* ProjectListRepository
          const [, two, three] = yield* Effect.forEach(["One", "Two", "Three"], (name) => seedProject(name))
          const firstIds = [three?.id ?? 0, 987_654, two?.id ?? 0]
          const request = { ...everythingOfUser, firstIds }
          assert.deepStrictEqual(namesOf(yield* list.listOfUser(request)), ["Three", "Two", "One"])
          const second = yield* list.listOfUser({ ...request, limit: 1, offset: 1 })
          assert.deepStrictEqual([namesOf(second), second.total], [["Two"], 3])
        })
      )
    )

    it.effect("search finds names of projects and organizations; wildcards stand for themselves", () =>
      inFixture(
        Effect.gen(function* () {
          yield* seedProject("Straße 100%")
          yield* seedProject("ÜBER_BLICK")
          yield* seedProject("back\\slash")
          const search = (text: string) =>
            Effect.map(
              listOrganization({ ...everything, search: text, organizationId: 1, seesEverything: true }),
              namesOf
            )
          assert.deepStrictEqual(yield* search("STRASSE"), [])
          assert.deepStrictEqual(yield* search("0%"), ["Straße 100%"])
          assert.deepStrictEqual(yield* search("%"), ["Straße 100%"])
          assert.deepStrictEqual(yield* search("_"), ["ÜBER_BLICK"])
          assert.deepStrictEqual(yield* search("über"), ["ÜBER_BLICK"])
          assert.deepStrictEqual(yield* search("\\"), ["back\\slash"])
          assert.strictEqual((yield* search("acme")).length, 3)
        })
      )
    )

    it.effect("every sortable property gives a total order, in both directions, without skips over pages", () =>
      inFixture(
        Effect.gen(function* () {
          for (const name of ["b", "A", "c", "a1", "B1"]) yield* seedProject(name)
          for (const property of [...lists.projects.sortable, "id"] as const) {
            for (const direction of ["asc", "desc"] as const) {
              const request = {
                ...everything,
                organizationId: 1,
                seesEverything: true,
                sort: [
                  { property, direction },
                  ...(property === "id" ? [] : [{ property: "id" as const, direction: "asc" as const }])
                ]
              }
              const whole = namesOf(yield* listOrganization(request))
              const paged: Array<string> = []
              for (const offset of [0, 2, 4]) {
                paged.push(...namesOf(yield* listOrganization({ ...request, limit: 2, offset })))
              }
              assert.deepStrictEqual(paged, whole)
              if (property === "name") {
                const expected = ["A", "a1", "b", "B1", "c"]
                assert.deepStrictEqual(whole, direction === "asc" ? expected : expected.toReversed())
              }
            }
          }
        })
      )
    )

    it.effect("a slug belongs to one live project; deleting frees it, although it stays known", () =>
      inFixture(
        Effect.gen(function* () {
          const projects = yield* ProjectRepository
          const slugs = yield* SlugRepository
          const { id } = yield* seedProject("Web")
          const again = { organizationId: 1, name: "Web", slug: "web", icuPlaceholders: false, at: 0 }
          assert.isTrue(Option.isNone(yield* projects.insert(again)))
          yield* projects.remove(id, 5)
          assert.deepStrictEqual([...(yield* slugs.findTaken("project", ["web", "other"]))], ["web"])
          assert.isTrue(Option.isNone(yield* projects.find(id, owner)))
          assert.isTrue(Option.isNone(yield* projects.lock(id)))
          assert.isTrue(Option.isSome(yield* projects.insert(again)))
        })
      )
    )

    it.effect("an update to a slug that another project has is refused", () =>
      Effect.gen(function* () {
        const database = yield* Database
        const projects = yield* ProjectRepository
        const updated = yield* Effect.flip(
          database.transaction(
            Effect.gen(function* () {
              yield* seedProject("One")
              const { id } = yield* seedProject("Two")
              const content = Option.getOrThrow(yield* projects.lock(id))
              return yield* Effect.fail(yield* projects.update(id, { ...content, slug: "one" }))
            })
          )
        )
        assert.isFalse(updated)
      })
    )

    it.effect("languages keep their order and their tags, and leave with their import pairings", () =>
      inFixture(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const languages = yield* LanguageRepository
          const { id, languageIds } = yield* seedProject("Web", 1, [german, english])
          const [germanId = 0, englishId = 0] = languageIds
          const found = yield* languages.find(id, germanId)
          assert.deepStrictEqual(Option.getOrThrow(found), { ...german, id: germanId, base: true })
          assert.isTrue(Option.isNone(yield* languages.find(id + 1, germanId)))
          assert.deepStrictEqual(yield* languages.findTaken(id, { ...german, name: "english" }, null), {
            tag: true,
            name: false
          })
          assert.deepStrictEqual(yield* languages.findTaken(id, german, germanId), { tag: false, name: false })
          yield* sql`INSERT INTO import ${sql.insert({ project_id: id, user_id: 1, created_at: 0 })}`
          const [created] = yield* sql<{ id: number }>`SELECT id FROM import WHERE project_id = ${id}`
          yield* sql`INSERT INTO import_file ${sql.insert({ import_id: created?.id, name: "en.json", format: "JSON_ICU", format_reason: "{}" })}`
          const [file] = yield* sql<{ id: number }>`SELECT id FROM import_file WHERE import_id = ${created?.id}`
          const paired = { import_file_id: file?.id, name: "en", existing_language_id: englishId }
          yield* sql`INSERT INTO import_language ${sql.insert(paired)}`
          yield* languages.remove(englishId, 1)
          const pairings = yield* sql<{ existingLanguageId: number | null }>`
            SELECT existing_language_id FROM import_language WHERE import_file_id = ${file?.id}`
          assert.deepStrictEqual(
            pairings.map((row) => row.existingLanguageId),
            [null]
          )
          assert.deepStrictEqual(yield* languages.listProjects(languageIds), [{ id: germanId, projectId: id }])
          assert.strictEqual((yield* languages.insert(id, [english], 2)).length, 1)
        })
      )
    )

    it.effect("languages are listed by search, filter and page", () =>
      inFixture(
        Effect.gen(function* () {
          const languages = yield* LanguageRepository
          const { id, languageIds } = yield* seedProject("Web", 1, [english, german])
          const request = {
            projectId: id,
            search: "",
            ids: null,
            exceptIds: [],
            sort: [{ property: "tag", direction: "asc" }] as const,
            limit: 20,
            offset: 0
          }
          const tags = (change: object) =>
            Effect.map(languages.list({ ...request, ...change }), (page) => [
              page.rows.map((row) => row.tag),
              page.total
            ])
          assert.deepStrictEqual(yield* tags({}), [["de", "en"], 2])
          assert.deepStrictEqual(yield* tags({ limit: 1, offset: 1 }), [["en"], 2])
          assert.deepStrictEqual(yield* tags({ search: "GERM" }), [["de"], 1])
          assert.deepStrictEqual(yield* tags({ ids: [languageIds[0]] }), [["en"], 1])
          assert.deepStrictEqual(yield* tags({ ids: [] }), [[], 0])
          assert.deepStrictEqual(yield* tags({ exceptIds: [languageIds[0]] }), [["de"], 1])
        })
      )
    )

    it.effect("limits of members and invitations are read, replaced and removed as sets", () =>
      inFixture(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const limits = yield* LanguageLimitRepository
          const members = yield* MemberRepository
          const { id } = yield* seedProject("Web")
          const other = yield* seedProject("Other")
          const limited = permission({ type: "TRANSLATE", translateLanguageIds: [7] })
          for (const projectId of [id, other.id]) yield* members.saveDirectPermission(projectId, member, limited, 0)
          yield* members.saveDirectPermission(id, owner, permission({ type: "VIEW" }), 0)
          yield* members.saveDirectPermission(id, stranger, limited, 0)
          yield* sql`INSERT INTO invitation ${sql.insert({
            code: "x",
            project_id: id,
            scopes: '["translations.view"]',
            view_language_ids: "[7,8]",
            created_by: 1,
            created_at: 0,
            expires_at: 1
          })}`
          const found = yield* limits.list(id)
          assert.deepStrictEqual(found.map(({ kind, id }) => `${kind} ${kind === "direct" ? id : "?"}`).toSorted(), [
            "direct 2",
            "direct 3",
            "invitation ?"
          ])
          yield* limits.update(
            id,
            found.map((row) => ({ ...row, permission: permission({ scopes: ["keys.view"] }) }))
          )
          assert.deepStrictEqual(yield* limits.list(id), [])
          assert.strictEqual((yield* limits.list(other.id)).length, 1)
          const row = Option.getOrThrow(yield* members.findUser(id, member))
          assert.deepStrictEqual(row.directPermission, permission({ scopes: ["keys.view"] }))
          yield* limits.remove(id, found)
          const left = yield* members.list({
            projectId: id,
            search: "",
            ids: null,
            exceptIds: [],
            sort: [{ property: "username", direction: "desc" }],
            limit: 20,
            offset: 0
          })
          assert.deepStrictEqual(
            left.rows.map(({ username, directPermission }) => [username, directPermission?.type ?? null]),
            [
              ["owner", "VIEW"],
              ["member", null]
            ]
          )
          assert.strictEqual(left.total, 2)
        })
      )
    )

    it.effect("a project moves to an organization that its owner is offered", () =>
      inFixture(
        Effect.gen(function* () {
          const projects = yield* ProjectRepository
          const { id } = yield* seedProject("Web")
          const offered = (search: string) =>
            projects.listTransferOptions({ userId: owner, exceptOrganizationId: 1, search })
          assert.deepStrictEqual(yield* offered("ETA"), [{ id: 2, name: "Beta", slug: "beta" }])
          assert.deepStrictEqual(yield* offered("acme"), [])
          yield* projects.setOrganization(id, 2)
          assert.strictEqual(Option.getOrThrow(yield* projects.find(id, owner)).organization.organizationId, 2)
        })
      )
    )

    it.effect("namespaces are found in their own project only", () =>
      inFixture(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const projects = yield* ProjectRepository
          const { id } = yield* seedProject("Web")
          const other = yield* seedProject("Other")
          const [namespace] = yield* sql<{ id: number }>`
            INSERT INTO namespace ${sql.insert({ project_id: id, name: "menu" })} RETURNING id`
          const namespaceId = namespace?.id ?? 0
          assert.deepStrictEqual(
            [yield* projects.hasNamespace(id), yield* projects.hasNamespace(other.id)],
            [true, false]
          )
          assert.isTrue(Option.isNone(yield* projects.findNamespace(other.id, namespaceId)))
          const content = Option.getOrThrow(yield* projects.lock(id))
          assert.isTrue(
            yield* projects.update(id, { ...content, useNamespaces: true, defaultNamespaceId: namespaceId })
          )
          const changed = Option.getOrThrow(yield* projects.find(id, owner))
          assert.deepStrictEqual(changed.defaultNamespace, { id: namespaceId, name: "menu" })
          assert.isTrue(changed.useNamespaces)
        })
      )
    )

    it.effect("a page takes the same number of statements whatever its size", () =>
      inFixture(
        Effect.gen(function* () {
          for (const index of Array(30).keys()) yield* seedProject(`P${index}`)
          const countStatements = (limit: number) =>
            Effect.gen(function* () {
              let statements = 0
              const count: Statement.Transformer = (statement) => {
                statements++
                return Effect.succeed(statement)
              }
              yield* listOrganization({
                ...everything,
                userId: member,
                organizationId: 1,
                seesEverything: false,
                limit
              }).pipe(Effect.provideService(Statement.CurrentTransformer, count))
              return statements
            })
          assert.deepStrictEqual([yield* countStatements(1), yield* countStatements(30)], [3, 3])
        })
      )
    )

    if (engine === "SQLite") {
      it.effect(
        "the page of an organization is read along its index, without sorting; that of a user by indexes as well",
        () =>
          Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            const plans: Array<string> = []
            const explain: Statement.Transformer = (statement, sql) => {
              const [text, parameters] = statement.compile()
              return text.startsWith("EXPLAIN")
                ? Effect.succeed(statement)
                : Effect.map(
                    Effect.orDie(sql.unsafe<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, parameters)),
                    (rows) => {
                      plans.push(rows.map((row) => row.detail).join("\n"))
                      return statement
                    }
                  )
            }
            yield* listOrganization({ ...everything, userId: member, organizationId: 1, seesEverything: false }).pipe(
              Effect.provideService(Statement.CurrentTransformer, explain)
            )
            const list = yield* ProjectListRepository
            const [, page = "", total = ""] = plans.splice(0)
            yield* list
              .listOfUser({ ...everythingOfUser, userId: member })
              .pipe(Effect.provideService(Statement.CurrentTransformer, explain))
            assert.strictEqual(plans.length, 2)
            for (const plan of plans) assert.notMatch(plan, /SCAN (p|r|d|o|l|n|role|owned|direct_permission)\b/)
            assert.include(page, "SEARCH p USING INDEX project_organization")
            assert.notInclude(page, "TEMP B-TREE")
            assert.notInclude(page, "SCAN")
            assert.notInclude(total, "SCAN p")
            assert.isDefined(sql)
          })
      )
    }
  })
})
