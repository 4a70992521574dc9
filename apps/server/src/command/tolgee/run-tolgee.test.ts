import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PostgresServer } from "@dragoman/store/testing"
import { assert, describe, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import type { SettingValues } from "../../platform/settings/settings.ts"
import { makePng } from "../../testing/image-files.ts"
import { seed } from "../../testing/seed.ts"
import { send, sendBody, type TestCredential } from "../../testing/send.ts"
import { layerTestServer, TestServer, testSettings } from "../../testing/test-server.ts"
import { runTolgee } from "./run-tolgee.ts"
import type { TolgeeOptions } from "./tolgee-arguments.ts"

type Database = SettingValues["database"]

const inFolder = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "dragoman move "))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  ),
  (folder): Database => ({ engine: "sqlite", filename: join(folder, "dragoman.sqlite") })
)

const onServer = Effect.map(
  Effect.flatMap(PostgresServer, ({ newDatabase }) => newDatabase),
  (url): Database => ({ engine: "postgres", url }) as Database
)

interface MoveFacts {
  readonly isResumed: boolean
  readonly taken: Readonly<
    Record<string, { readonly added: number; readonly changed: number; readonly unchanged: number }>
  >
  readonly notTaken: ReadonlyArray<{ readonly kind: string; readonly where: string; readonly detail: string | null }>
}

/** Runs the command on a database without a server. */
const move = Effect.fnUntraced(function* (database: Database, token: string, change: Partial<TolgeeOptions> = {}) {
  const { baseUrl } = yield* TestServer
  const settings = { ...testSettings(tmpdir()), database }
  const options: TolgeeOptions = { url: baseUrl, token, databaseUrl: null, dryRun: false, withHistory: true, ...change }
  const { sentence, facts } = yield* Effect.promise(() => runTolgee(settings, options, { say: () => {} }))
  return { sentence, ...(facts as unknown as MoveFacts) }
})

/** A server on the database, for as long as the effect runs. */
const withServer = <A, E, R>(database: Database, effect: Effect.Effect<A, E, R>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const memoMap = yield* Layer.makeMemoMap
      const services = yield* Layer.buildWithMemoMap(layerTestServer({ database }), memoMap, yield* Effect.scope)
      return yield* Effect.provideService(effect, TestServer, Context.get(services, TestServer))
    })
  )

const call = Effect.fnUntraced(function* (credential: TestCredential, method: string, path: string, body?: unknown) {
  const answer = yield* send(credential, method, path, body)
  if (answer.status > 201) return yield* Effect.die(new Error(`${method} ${path}: ${JSON.stringify(answer)}`))
  return answer.body as { readonly id: number; readonly [field: string]: unknown }
})

/** An organization with members of all kinds, a project with all that a key can have, and an empty one. */
const fillSource = Effect.gen(function* () {
  const administrator = yield* seed.user({ username: "admin", serverRole: "ADMIN" })
  const admin = yield* seed.accessToken(administrator, { super: true })
  const token = admin.accessToken
  const organization = yield* call(admin, "POST", "/v2/organizations", {
    name: "Harbour company",
    description: "Boats"
  })
  yield* call(admin, "PUT", `/v2/organizations/${organization.id}/set-base-permissions/TRANSLATE`)
  const user = (username: string, more: object = {}) =>
    call(admin, "POST", "/v2/administration/users", {
      username,
      name: `${username} name`,
      password: "long password",
      ...more
    })
  const owner = yield* user("owner@example.com", { organizationId: organization.id, roleType: "OWNER" })
  const member = yield* user("member@example.com", { organizationId: organization.id, roleType: "MEMBER" })
  const reviewer = yield* user("reviewer@example.com", { organizationId: organization.id, roleType: "MEMBER" })
  const disabled = yield* user("disabled@example.com")
  yield* call(admin, "PUT", `/v2/administration/users/${disabled.id}/disable`)

  const project = yield* call(admin, "POST", "/v2/projects", {
    name: "Booking site",
    organizationId: organization.id,
    baseLanguageTag: "en",
    languages: [
      { name: "Czech", originalName: "čeština", tag: "cs", flagEmoji: "🇨🇿" },
      { name: "English", originalName: "English", tag: "en", flagEmoji: "🇬🇧" },
      { name: "German", originalName: "Deutsch", tag: "de", flagEmoji: "🇩🇪" }
    ]
  })
  const at = `/v2/projects/${project.id}`
  const { _embedded: list } = yield* call(admin, "GET", `${at}/languages?sort=id`)
  const [czech] = (list as { readonly languages: ReadonlyArray<{ readonly id: number }> }).languages
  yield* call(admin, "PUT", at, { name: "Booking site", description: "Texts of the site", useNamespaces: true })
  const key = yield* call(admin, "POST", `${at}/keys/create`, {
    name: "booking.title",
    namespace: "web",
    description: "Heading",
    maxCharLimit: 40,
    tags: ["first", "second"],
    translations: { en: "Book a berth", cs: "Rezervovat stání" },
    states: { cs: "REVIEWED" }
  })
  yield* call(admin, "PUT", `${at}/keys/${key.id}/complex-update`, {
    name: "booking.title",
    namespace: "web",
    custom: { a: { b: [1] } }
  })
  yield* call(admin, "POST", `${at}/keys/create`, {
    name: "booking.count",
    isPlural: true,
    pluralArgName: "count",
    translations: { en: "{count, plural, one {# berth} other {# berths}}" }
  })
  for (let number = 0; number < 20; number++) {
    yield* call(admin, "POST", `${at}/keys/create`, {
      name: `key.${number}`,
      translations: { en: `Text ${number}`, de: "" }
    })
  }
  // The text of the other language is outdated from now on.
  yield* call(admin, "POST", `${at}/translations`, {
    key: "booking.title",
    namespace: "web",
    translations: { en: "Reserve a berth" }
  })
  yield* call(admin, "PUT", `${at}/keys/${key.id}/disabled-languages`, { languageIds: [] })
  const { comment } = yield* call(admin, "POST", `${at}/translations/create-comment`, {
    keyId: key.id,
    languageId: czech?.id,
    text: "Which berth?",
    state: "NEEDS_RESOLUTION"
  })
  const form = new FormData()
  form.append("screenshot", new Blob([makePng(40, 20)], { type: "image/png" }), "screen.png")
  form.append(
    "info",
    new Blob([JSON.stringify({ text: "Seen", location: "step-2", positions: [{ x: 1, y: 2, width: 3, height: 4 }] })], {
      type: "application/json"
    }),
    "info"
  )
  const shot = yield* sendBody(admin, "POST", `${at}/keys/${key.id}/screenshots`, form)
  if (shot.status !== 201) return yield* Effect.die(new Error(JSON.stringify(shot)))
  yield* call(
    admin,
    "PUT",
    `${at}/users/${member.id}/set-permissions?languages=${czech?.id}&scopes=translations.edit&translateLanguages=${czech?.id}`
  )
  yield* call(admin, "PUT", `${at}/users/${reviewer.id}/set-permissions/REVIEW`)
  yield* call(admin, "POST", `${at}/webhook-configs`, { url: "http://127.0.0.1:8099/hook", enabled: false })
  yield* call(admin, "PUT", `${at}/invite`, { type: "EDIT", name: "Guest", email: "guest@example.com" })
  yield* call(admin, "POST", "/v2/api-keys", {
    projectId: project.id,
    scopes: ["translations.view"],
    description: "CI"
  })
  const empty = yield* call(admin, "POST", "/v2/projects", {
    name: "Empty one",
    organizationId: organization.id,
    languages: [{ name: "English", originalName: "English", tag: "en", flagEmoji: "🇬🇧" }]
  })
  return { token, organization, owner, project, empty, key, comment, at }
})

class Source extends Context.Service<Source, Effect.Success<typeof fillSource>>()("test/Source") {}

/** What both servers answer the same. */
const pathsOf = ({ project, empty, organization, key }: Effect.Success<typeof fillSource>) => [
  `/v2/organizations/${organization.id}`,
  `/v2/organizations/${organization.id}/users?sort=id`,
  `/v2/organizations/${organization.id}/projects?sort=id`,
  ...[project, empty].flatMap(({ id }) => [
    `/v2/projects/${id}`,
    `/v2/projects/${id}/users?sort=id`,
    `/v2/projects/${id}/languages?sort=id`,
    `/v2/projects/${id}/namespaces`,
    `/v2/projects/${id}/translations?languages=en&languages=cs&languages=de&size=100`,
    `/v2/projects/${id}/keys?size=100`,
    `/v2/projects/${id}/invitations`,
    `/v2/projects/${id}/webhook-configs`,
    `/v2/projects/${id}/export?format=JSON&zip=false&languages=en&filterNamespace=web`
  ]),
  `/v2/projects/${project.id}/keys/${key.id}/screenshots`
]

const read = (token: string, paths: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const { baseUrl } = yield* TestServer
    const answers = yield* Effect.forEach(paths, (path) => send({ accessToken: token }, "GET", path))
    return Object.fromEntries(
      answers.map((answer, index) => [
        paths[index],
        JSON.parse(
          JSON.stringify(answer).replaceAll(baseUrl, "http://server"),
          // It holds the id of the last entry of the history, which is that of the move.
          (name, value) => (name === "nextCursor" ? "" : value)
        )
      ])
    )
  })

/** The history of a project, without the entry about the move. */
const historyOf = (token: string, at: string) =>
  Effect.gen(function* () {
    const { body } = yield* send({ accessToken: token }, "GET", `${at}/activity?size=100&sort=id,asc`)
    const { _embedded: list } = body as {
      readonly _embedded: { readonly activities: ReadonlyArray<{ readonly type: string }> }
    }
    return list.activities.filter(({ type }) => type !== "IMPORT")
  })

const layerSource = Layer.effect(Source, fillSource).pipe(Layer.provideMerge(layerTestServer()))

layer(Layer.mergeAll(layerSource, PostgresServer.layer), { timeout: "60 seconds" })(
  "dragoman migrate-from-tolgee",
  (it) => {
    describe.each([
      ["SQLite", inFolder],
      ["PostgreSQL", onServer]
    ])("into %s", (_, newDatabase) => {
      it.effect("takes all that the API shows, and then only what has changed", () =>
        Effect.gen(function* () {
          const source = yield* Source
          const { token } = source
          const paths = pathsOf(source)
          const database = yield* newDatabase

          const first = yield* move(database, token)
          assert.isFalse(first.isResumed)
          assert.strictEqual(first.taken["key"]?.added, 22)
          const kinds = new Set(first.notTaken.map(({ kind }) => kind))
          for (const kind of ["passwords", "projectApiKeys", "codeReferences"]) assert.include(kinds, kind)
          const again = yield* move(database, token)
          assert.match(again.sentence, /^There is nothing to do/)
          assert.deepStrictEqual(again.notTaken, first.notTaken)

          const expected = yield* read(token, paths)
          const history = yield* historyOf(token, source.at)
          yield* withServer(
            database,
            Effect.gen(function* () {
              assert.deepStrictEqual(yield* read(token, paths), expected)
              assert.deepStrictEqual(yield* historyOf(token, source.at), history)
            })
          )
        }).pipe(Effect.scoped)
      )
    })
  }
)
