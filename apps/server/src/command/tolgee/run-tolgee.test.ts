import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { createServer, type Server } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { encodeProjectApiKey } from "@dragoman/domain/credential"
import { PostgresServer } from "@dragoman/store/testing"
import { assert, layer } from "@effect/vitest"
import bcrypt from "bcryptjs"
import { Context, Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { digestOfKey } from "../../platform/access/authenticate.ts"
import { layerEngineOf } from "../../platform/database/layer-engine.ts"
import type { SettingValues } from "../../platform/settings/settings.ts"
import { makePng } from "../../testing/image-files.ts"
import { seed } from "../../testing/seed.ts"
import { send, sendBody, type TestCredential } from "../../testing/send.ts"
import { layerTestServer, TestServer, testSettings } from "../../testing/test-server.ts"
import { runTolgee } from "./run-tolgee.ts"
import type { SourceKey } from "./source-models.ts"
import type { TolgeeOptions } from "./tolgee-arguments.ts"

type Database = SettingValues["database"]

const newFile = Effect.map(
  Effect.acquireRelease(
    Effect.sync(() => mkdtempSync(join(tmpdir(), "dragoman move "))),
    (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
  ),
  (folder): Database => ({ engine: "sqlite", filename: join(folder, "dragoman.sqlite") })
)

const newDatabase = Effect.flatMap(PostgresServer, (server) => server.newDatabase)

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

type TestServices = Layer.Success<ReturnType<typeof layerTestServer>>

/** A server on the database, for as long as the effect runs. */
const withServer = <A, E>(database: Database, effect: Effect.Effect<A, E, TestServices>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const memoMap = yield* Layer.makeMemoMap
      const services = yield* Layer.buildWithMemoMap(layerTestServer({ database }), memoMap, yield* Effect.scope)
      return yield* Effect.provide(effect, services)
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
  yield* call(admin, "POST", `${at}/translations/create-comment`, {
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
  const webhook = yield* call(admin, "POST", `${at}/webhook-configs`, {
    url: "http://127.0.0.1:8099/hook",
    enabled: false
  })
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
  return { administrator, token, organization, owner, member, project, empty, key, webhook, at }
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

/** The history of a project, without the entry about the move, behind which a later one gets new ids. */
const historyOf = (token: string, at: string) =>
  Effect.gen(function* () {
    const { body } = yield* send({ accessToken: token }, "GET", `${at}/activity?size=100&sort=id,asc`)
    const { _embedded: list } = body as {
      readonly _embedded: { readonly activities: ReadonlyArray<{ readonly type: string; readonly revisionId: number }> }
    }
    return list.activities.filter(({ type }) => type !== "IMPORT").map(({ revisionId: _, ...activity }) => activity)
  })

const layerSource = Layer.effect(Source, fillSource).pipe(Layer.provideMerge(layerTestServer()))

const main = join(import.meta.dirname, "../../main.ts")

/** What the server of Tolgee does instead of responding to a request. */
type Fault = "kill" | "limit" | "drop" | "fail"

/** Stands before the server. `faults`: the first request whose path contains the text meets the fault. */
const startProxy = (target: string, faults: Array<readonly [string, Fault]>, kill: () => void) =>
  Effect.acquireRelease(
    Effect.promise(
      () =>
        new Promise<Server>((resolve) => {
          const server = createServer(async (request, response) => {
            const index = faults.findIndex(([text]) => request.url?.includes(text))
            const [[, fault] = []] = index < 0 ? [] : faults.splice(index, 1)
            if (fault === "kill") return kill()
            if (fault === "drop") return request.socket.destroy()
            if (fault === "limit")
              return response.writeHead(429).end(JSON.stringify({ code: "rate_limited", retryAfter: 5 }))
            if (fault === "fail") return response.writeHead(503).end("busy")
            const { host: _, connection: __, ...headers } = request.headers
            const answer = await fetch(`${target}${request.url}`, { headers: headers as Record<string, string> })
            response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" })
            response.end(Buffer.from(await answer.arrayBuffer()))
          })
          server.listen(0, "127.0.0.1", () => resolve(server))
        })
    ),
    (server) => Effect.sync(() => server.closeAllConnections()).pipe(Effect.andThen(Effect.sync(() => server.close())))
  )

const portOf = (server: Server): number => {
  const address = server.address()
  return typeof address === "object" && address !== null ? address.port : 0
}

layer(Layer.mergeAll(layerSource, PostgresServer.layer), { timeout: "60 seconds" })(
  "dragoman migrate-from-tolgee",
  (it) => {
    it.effect(
      "continues after it was killed, takes all that the API shows, and then only what has changed",
      () =>
        Effect.gen(function* () {
          const source = yield* Source
          const { baseUrl } = yield* TestServer
          const { token } = source
          const database = yield* newFile
          const filename = database.engine === "sqlite" ? database.filename : ""
          let child: ChildProcess | null = null
          const proxy = yield* startProxy(
            baseUrl,
            [
              ["/v2/administration/users", "limit"],
              ["/comments", "drop"],
              ["/screenshots/", "fail"],
              [`${source.at}/translations?`, "kill"],
              [`${source.at}/activity`, "kill"]
            ],
            () => child?.kill("SIGKILL")
          )
          const url = `http://127.0.0.1:${portOf(proxy)}`
          const words = ["migrate-from-tolgee", "--url", url, "--database-url", `sqlite:${filename}`, "--json"]
          const run = Effect.promise(
            () =>
              new Promise<{ readonly code: number | null; readonly output: string }>((resolve) => {
                const env = { ...process.env, DRAGOMAN_TOLGEE_TOKEN: token }
                child = spawn(process.execPath, [main, ...words], { env, stdio: ["ignore", "pipe", "inherit"] })
                let output = ""
                child.stdout?.on("data", (data) => {
                  output += data
                })
                child.on("close", (code) => resolve({ code, output }))
              })
          )
          assert.strictEqual((yield* run).code, null)
          assert.strictEqual((yield* run).code, null)
          const { code, output } = yield* run
          assert.strictEqual(code, 0)
          assert.notInclude(output, token)
          const first: MoveFacts = JSON.parse(output)
          assert.isTrue(first.isResumed)
          assert.deepInclude(first.taken, {
            key: { added: 22, changed: 0, unchanged: 0 },
            screenshot: { added: 1, changed: 0, unchanged: 0 },
            comment: { added: 1, changed: 0, unchanged: 0 }
          })
          const again = yield* move(database, token, { url })
          assert.match(again.sentence, /^There is nothing to do/)
          assert.deepStrictEqual(again.notTaken, first.notTaken)

          const paths = pathsOf(source)
          const same = Effect.gen(function* () {
            const expected = yield* read(token, paths)
            const history = yield* historyOf(token, source.at)
            yield* withServer(
              database,
              Effect.gen(function* () {
                assert.deepStrictEqual(yield* read(token, paths), expected)
                assert.deepStrictEqual(yield* historyOf(token, source.at), history)
              })
            )
          })
          yield* same
          yield* changeSource(source)
          const { taken } = yield* move(database, token, { url })
          assert.deepStrictEqual(taken["key"], { added: 2, changed: 3, unchanged: 18 })
          yield* same
        }).pipe(Effect.scoped),
      60_000
    )

    it.effect(
      "takes logins, keys and secrets from Tolgee's database, and says without it what is missing",
      () =>
        Effect.gen(function* () {
          const source = yield* Source
          const database = { engine: "postgres", url: yield* newDatabase } as Database
          const without = yield* move(database, source.token, { withHistory: false })
          const kinds = new Set(without.notTaken.map(({ kind }) => kind))
          for (const kind of ["passwords", "projectApiKeys", "personalAccessTokens", "codeReferences"])
            assert.include(kinds, kind)

          const databaseUrl = yield* newDatabase
          yield* fillTolgeeDatabase(databaseUrl, source)
          const { taken, notTaken } = yield* move(database, source.token, { databaseUrl, withHistory: false })
          assert.notInclude(
            notTaken.map(({ kind }) => kind),
            "passwords"
          )
          assert.deepInclude(taken, {
            login: { added: 2, changed: 0, unchanged: 0 },
            projectApiKey: { added: 1, changed: 0, unchanged: 0 },
            personalAccessToken: { added: 1, changed: 0, unchanged: 0 },
            codeReference: { added: 1, changed: 0, unchanged: 0 }
          })
          const repeated = yield* move(database, source.token, { databaseUrl, withHistory: false })
          assert.match(repeated.sentence, /^There is nothing to do/)
          yield* withServer(
            database,
            Effect.gen(function* () {
              const logIn = (body: object) =>
                Effect.map(send(null, "POST", "/api/public/generatetoken", body), ({ status }) => status)
              const owner = { username: "Owner@example.com", password: oldPassword }
              assert.strictEqual(yield* logIn({ ...owner, password: "another one" }), 401)
              assert.strictEqual(yield* logIn(owner), 200)
              // With the hash that the first login left.
              assert.strictEqual(yield* logIn(owner), 200)
              assert.strictEqual(yield* logIn({ ...owner, password: "another one" }), 401)
              const member = { username: "member@example.com", password: oldPassword }
              assert.strictEqual(yield* logIn(member), 401)
              assert.strictEqual(yield* logIn({ ...member, otp: recoveryCode }), 200)

              const current = yield* call(
                { apiKey: encodeProjectApiKey(source.project.id, innerKey) },
                "GET",
                "/v2/api-keys/current"
              )
              assert.deepInclude(current, {
                projectId: source.project.id,
                scopes: ["translation-comments.add", "translations.view"]
              })
              const user = yield* call({ apiKey: `tgpat_${innerToken}` }, "GET", "/v2/user")
              assert.strictEqual(user["username"], "owner@example.com")
              const webhooks = yield* send({ accessToken: source.token }, "GET", `${source.at}/webhook-configs`)
              assert.include(JSON.stringify(webhooks.body), webhookSecret)
            })
          )
        }).pipe(Effect.scoped),
      60_000
    )

    it.effect(
      "goes beside what is there already, with what a personal access token shows",
      () =>
        Effect.gen(function* () {
          const source = yield* Source
          const { apiKey } = yield* seed.personalAccessToken({ user: source.administrator })
          const database = yield* newFile
          const looked = yield* move(database, apiKey, { dryRun: true })
          assert.match(looked.sentence, /has users that this token does not list, .*\n {2}Booking site: \d+ keys/)
          assert.isFalse(existsSync(database.engine === "sqlite" ? database.filename : ""))

          const tokenHere = yield* withServer(
            database,
            Effect.gen(function* () {
              const user = yield* seed.user({ username: "admin", serverRole: "ADMIN" })
              const admin = yield* seed.accessToken(user, { super: true })
              const organization = yield* call(admin, "POST", "/v2/organizations", { name: "Harbour company" })
              const project = yield* call(admin, "POST", "/v2/projects", {
                name: "Booking site",
                organizationId: organization.id,
                languages: [{ name: "English", originalName: "English", tag: "en", flagEmoji: "🇬🇧" }]
              })
              yield* call(admin, "POST", `/v2/projects/${project.id}/keys/create`, {
                name: "here",
                translations: { en: "Here" }
              })
              return admin.accessToken
            })
          )
          const { notTaken } = yield* move(database, apiKey)
          const kinds = new Set(notTaken.map(({ kind }) => kind))
          for (const kind of ["adminOnly", "userTaken", "organizationTaken", "projectRenumbered", "projectSlug"]) {
            assert.include(kinds, kind)
          }
          const expected = yield* textsOf(source.token, source.project.id)
          const history = yield* historyOf(source.token, source.at)
          yield* withServer(
            database,
            Effect.gen(function* () {
              const { _embedded: list } = yield* call({ accessToken: tokenHere }, "GET", "/v2/projects?sort=id")
              const { projects } = list as {
                readonly projects: ReadonlyArray<{ readonly id: number; readonly name: string }>
              }
              const [own, moved] = projects.filter(({ name }) => name === "Booking site")
              assert.deepStrictEqual(yield* textsOf(tokenHere, own?.id ?? 0), [
                ["here", null, [], { en: "Here" }, 0, 0]
              ])
              assert.deepStrictEqual(yield* textsOf(tokenHere, moved?.id ?? 0), expected)
              const here = yield* historyOf(tokenHere, `/v2/projects/${moved?.id}`)
              assert.deepStrictEqual(
                here.map(({ type }) => type),
                history.map(({ type }) => type)
              )
            })
          )
        }).pipe(Effect.scoped),
      60_000
    )
  }
)

/** The keys of a project without ids, by name. */
const textsOf = Effect.fnUntraced(function* (token: string, projectId: number) {
  const path = `/v2/projects/${projectId}/translations?languages=en&languages=cs&languages=de&size=100`
  const { _embedded: list } = yield* call({ accessToken: token }, "GET", path)
  const { keys } = list as { readonly keys: ReadonlyArray<SourceKey> }
  return keys
    .map((key) => [
      key.keyName,
      key.keyNamespace ?? null,
      (key.keyTags ?? []).map(({ name }) => name),
      Object.fromEntries(
        Object.entries(key.translations).flatMap(([tag, { text }]) => (text == null ? [] : [[tag, text]]))
      ),
      Object.values(key.translations).reduce((sum, { commentCount }) => sum + (commentCount ?? 0), 0),
      (key.screenshots ?? []).length
    ])
    .toSorted(([left], [right]) => (String(left) < String(right) ? -1 : 1))
})

/** Two keys change names, one is made anew under the name of a deleted one, texts change. */
const changeSource = Effect.fnUntraced(function* ({ token, at, key }: Effect.Success<typeof fillSource>) {
  const admin = { accessToken: token }
  const { _embedded: list } = yield* call(admin, "GET", `${at}/keys?size=100`)
  const keys = (list as { readonly keys: ReadonlyArray<{ readonly id: number; readonly name: string }> }).keys
  const idOf = (name: string) => keys.find((one) => one.name === name)?.id
  const rename = (id: number | undefined, name: string) => call(admin, "PUT", `${at}/keys/${id}`, { name })
  const [zero, one] = [idOf("key.0"), idOf("key.1")]
  yield* rename(zero, "key.x")
  yield* rename(one, "key.0")
  yield* rename(zero, "key.1")
  yield* call(admin, "DELETE", `${at}/keys/${idOf("key.2")}`)
  yield* call(admin, "POST", `${at}/keys/create`, { name: "key.2", translations: { en: "Another text" } })
  yield* call(admin, "POST", `${at}/keys/create`, { name: "key.new", translations: { cs: "Nový" } })
  yield* call(admin, "PUT", `${at}/keys/${key.id}/complex-update`, {
    name: "booking.title",
    namespace: "web",
    tags: ["second"],
    translations: { de: "Liegeplatz" }
  })
})

const oldPassword = "žluťoučký kůň"
const innerKey = "0123456789abcdefghijklmnop"
const innerToken = "tokentokentokentoken"
const recoveryCode = "abcd-efgh-ijkl-mnop"
const webhookSecret = "whsec_00112233445566778899aabbccddeeff"

/** The tables of a Tolgee server with logins, a key, a token and a secret of what the source has. */
const fillTolgeeDatabase = Effect.fnUntraced(function* (url: string, source: Effect.Success<typeof fillSource>) {
  const hash = yield* Effect.promise(() => bcrypt.hash(oldPassword, 4))
  yield* Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* sql.withTransaction(
      Effect.gen(function* () {
        for (const statement of tolgeeTables) yield* sql.unsafe(statement)
        yield* sql`INSERT INTO user_account (id, username, name, password, account_type)
          VALUES (${source.owner.id}, 'owner@example.com', 'Owner', ${hash.replace("$2b$", "$2a$")}, 'LOCAL')`
        yield* sql`INSERT INTO user_account (id, username, name, password, account_type, totp_key, mfa_recovery_codes)
          VALUES (${source.member.id}, 'member@example.com', 'Member', ${hash}, 'LOCAL', decode('00112233445566778899', 'hex'), ARRAY[CAST(${recoveryCode} AS TEXT)])`
        yield* sql`INSERT INTO api_key (id, key_hash, user_account_id, project_id, description)
          VALUES (7, ${digestOfKey(innerKey)}, ${source.owner.id}, ${source.project.id}, 'Pipeline')`
        yield* sql`INSERT INTO api_key_scopes_enum VALUES (7, 'TRANSLATIONS_VIEW'), (7, 'TRANSLATIONS_COMMENTS_ADD')`
        yield* sql`INSERT INTO pat (id, token_hash, user_account_id, description)
          VALUES (8, ${digestOfKey(innerToken)}, ${source.owner.id}, 'Token')`
        yield* sql`INSERT INTO webhook_config VALUES (${source.webhook.id}, ${source.project.id}, ${webhookSecret})`
        yield* sql`INSERT INTO key_meta VALUES (5, ${source.key.id})`
        yield* sql`INSERT INTO key_code_reference VALUES (6, 5, 'src/title.ts', 12)`
      })
    )
  }).pipe(Effect.provide(layerEngineOf({ engine: "postgres", url } as Database)), Effect.orDie)
})

/** As far as they are read. */
const tolgeeTables = [
  `CREATE TABLE user_account (id BIGINT PRIMARY KEY, username TEXT, name TEXT, password TEXT, role TEXT, account_type TEXT,
    third_party_auth_type TEXT, third_party_auth_id TEXT, totp_key BYTEA, totp_last_used_time_step BIGINT,
    mfa_recovery_codes TEXT[], deleted_at TIMESTAMP, disabled_at TIMESTAMP)`,
  `CREATE TABLE api_key (id BIGINT PRIMARY KEY, key TEXT, key_hash TEXT, user_account_id BIGINT, project_id BIGINT,
    description TEXT, expires_at TIMESTAMP, last_used_at TIMESTAMP)`,
  `CREATE TABLE api_key_scopes_enum (api_key_id BIGINT, scopes_enum VARCHAR(255))`,
  `CREATE TABLE pat (id BIGINT PRIMARY KEY, token_hash TEXT, user_account_id BIGINT, description TEXT, expires_at TIMESTAMP,
    last_used_at TIMESTAMP, created_at TIMESTAMP)`,
  `CREATE TABLE organization_role (id BIGSERIAL PRIMARY KEY, type INTEGER, organization_id BIGINT, user_id BIGINT, managed BOOLEAN)`,
  `CREATE TABLE webhook_config (id BIGINT PRIMARY KEY, project_id BIGINT, webhook_secret TEXT)`,
  `CREATE TABLE key_meta (id BIGINT PRIMARY KEY, key_id BIGINT)`,
  `CREATE TABLE key_code_reference (id BIGINT PRIMARY KEY, key_meta_id BIGINT, path TEXT, line BIGINT)`
]
