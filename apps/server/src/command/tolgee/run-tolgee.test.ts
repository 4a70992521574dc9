import { type ChildProcess, spawn } from "node:child_process"
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { encodeProjectApiKey } from "@dragoman/domain/credential"
import { BranchCompareRepository } from "@dragoman/store"
import { PostgresServer } from "@dragoman/store/testing"
import type { SourceKey } from "@dragoman/tolgee-move"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { checkStaleTexts } from "../../assistance/quality-check/check-stale-texts.ts"
import type { SettingValues } from "../../platform/settings/settings.ts"
import { portOf, startFaultProxy } from "../../testing/fault-proxy.ts"
import { seed } from "../../testing/seed.ts"
import { send } from "../../testing/send.ts"
import { serverMain } from "../../testing/shared-bundle.ts"
import { layerTestServer, TestServer, testSettings } from "../../testing/test-server.ts"
import {
  fillTolgeeDatabase,
  innerKey,
  innerToken,
  oldPassword,
  recoveryCode,
  webhookSecret
} from "../../testing/tolgee-database.ts"
import {
  call,
  changeSource,
  issuesOf,
  modelKey,
  TolgeeSource,
  withTranslationServices
} from "../../testing/tolgee-source.ts"
import { runTolgee } from "./run-tolgee.ts"
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
  const { sentence, facts } = yield* Effect.promise(() => runTolgee(settings, options, { printLine: () => {} }))
  return { sentence, ...(facts as unknown as MoveFacts) }
})

type TestServices = Layer.Success<ReturnType<typeof layerTestServer>>

/** A server on the database, for as long as the effect runs. */
const withServer = <A, E>(database: Database, effect: Effect.Effect<A, E, TestServices>) =>
  Effect.scoped(
    Effect.gen(function* () {
      const memoMap = yield* Layer.makeMemoMap
      const services = yield* Layer.buildWithMemoMap(
        layerTestServer({ ...withTranslationServices, database }),
        memoMap,
        yield* Effect.scope
      )
      return yield* Effect.provide(effect, services)
    })
  )

/** Paths to which both servers respond alike. */
const pathsOf = ({
  project,
  empty,
  organization,
  key,
  memory,
  glossary,
  suggestions,
  branch
}: TolgeeSource["Service"]) => [
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
    `/v2/projects/${id}/qa-settings`,
    `/v2/projects/${id}/qa-settings/languages`,
    `/v2/projects/${id}/per-language-auto-translation-settings`,
    `/v2/projects/${id}/machine-translation-service-settings`,
    `/v2/projects/${id}/prompts?sort=id`,
    `/v2/projects/${id}/ai-prompt-customization`,
    `/v2/projects/${id}/language-ai-prompt-customizations`,
    `/v2/projects/${id}/translation-memories`,
    `/v2/projects/${id}/labels?sort=id`,
    `/v2/projects/${id}/glossaries`,
    `/v2/projects/${id}/export?format=JSON&zip=false&languages=en&filterNamespace=web`
  ]),
  `/v2/projects/${project.id}/content-delivery-configs?sort=id`,
  `/v2/projects/${project.id}/tasks?sort=number`,
  `/v2/projects/${project.id}/tasks?branch=${branch.name}`,
  ...[1, 2, 3].flatMap((number) => [
    `/v2/projects/${project.id}/tasks/${number}/keys`,
    `/v2/projects/${project.id}/tasks/${number}/per-user-report`
  ]),
  `/v2/projects/${project.id}/branches`,
  `/v2/projects/${project.id}/translations?branch=${branch.name}&languages=en&languages=cs&size=100`,
  `/v2/projects/${project.id}/keys?branch=${branch.name}&size=100`,
  `/v2/projects/${project.id}/keys/${key.id}/screenshots`,
  `/v2/organizations/${organization.id}/translation-memories-with-stats`,
  `${memory.path}/assigned-projects`,
  memory.entries,
  `/v2/organizations/${organization.id}/glossaries-with-stats`,
  `${glossary.path}/assigned-projects`,
  `${glossary.path}/languages`,
  glossary.terms,
  ...suggestions.map((path) => `${path}?sort=id`)
]

const read = (token: string, paths: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    // Lists say how many issues a text has, and whether it waits for a check.
    yield* checkStaleTexts()
    const { baseUrl } = yield* TestServer
    const answers = yield* Effect.forEach(paths, (path) => send({ accessToken: token }, "GET", path))
    return Object.fromEntries(
      answers.map((answer, index) => [
        paths[index],
        JSON.parse(
          JSON.stringify(answer).replaceAll(baseUrl, "http://server"),
          // The cursor holds the id of the last entry of the history, which is that of the move.
          (name, value) => (name === "nextCursor" ? "" : value)
        )
      ])
    )
  })

/** The history of a branch, without the entry about the move, behind which a later one gets new ids. */
const historyOf = (token: string, at: string, branch = "") =>
  Effect.gen(function* () {
    const path = `${at}/activity?size=100&sort=id,asc&branch=${branch}`
    const { body } = yield* send({ accessToken: token }, "GET", path)
    const { _embedded: list } = body as {
      readonly _embedded: { readonly activities: ReadonlyArray<{ readonly type: string; readonly revisionId: number }> }
    }
    return list.activities.filter(({ type }) => type !== "IMPORT").map(({ revisionId: _, ...activity }) => activity)
  })

layer(Layer.mergeAll(TolgeeSource.layer, PostgresServer.layer), { timeout: "60 seconds" })(
  "dragoman migrate-from-tolgee",
  (it) => {
    it.effect(
      "continues after it was killed, takes all that the API shows, and then only what has changed",
      () =>
        Effect.gen(function* () {
          const source = yield* TolgeeSource
          const { baseUrl } = yield* TestServer
          const { token } = source
          const database = yield* newFile
          const filename = database.engine === "sqlite" ? database.filename : ""
          const issues = yield* issuesIn(token, source.issue.path)
          assert.deepStrictEqual(
            issues.map(({ type, state }) => [type, state]),
            [["PUNCTUATION_MISMATCH", "IGNORED"]]
          )
          let child: ChildProcess | null = null
          const proxy = yield* startFaultProxy(
            baseUrl,
            [
              ["/v2/administration/users", "limit"],
              ["/comments", "drop"],
              ["/screenshots/", "fail"],
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
                child = spawn(process.execPath, [serverMain, ...words], { env, stdio: ["ignore", "pipe", "inherit"] })
                let output = ""
                child.stdout?.on("data", (data) => {
                  output += data
                })
                child.on("close", (code) => resolve({ code, output }))
              })
          )
          assert.strictEqual((yield* run).code, null)
          const { code, output } = yield* run
          assert.strictEqual(code, 0)
          assert.notInclude(output, token)
          const first: MoveFacts = JSON.parse(output)
          assert.isTrue(first.isResumed)
          assert.deepInclude(first.taken, {
            key: { added: 44, changed: 0, unchanged: 0 },
            branch: { added: 2, changed: 0, unchanged: 0 },
            contentDelivery: { added: 3, changed: 0, unchanged: 0 },
            screenshot: { added: 1, changed: 0, unchanged: 0 },
            comment: { added: 2, changed: 0, unchanged: 0 },
            ignoredIssue: { added: 2, changed: 0, unchanged: 0 },
            memory: { added: 3, changed: 0, unchanged: 0 },
            memoryEntry: { added: 3, changed: 0, unchanged: 0 },
            label: { added: 2, changed: 0, unchanged: 0 },
            suggestion: { added: 2, changed: 0, unchanged: 0 },
            task: { added: 3, changed: 0, unchanged: 0 },
            glossary: { added: 1, changed: 0, unchanged: 0 },
            glossaryTerm: { added: 3, changed: 0, unchanged: 0 },
            machineTranslation: { added: 3, changed: 0, unchanged: 0 },
            prompt: { added: 2, changed: 0, unchanged: 0 },
            translationNote: { added: 2, changed: 0, unchanged: 0 }
          })
          for (const finding of [
            { kind: "translationServices", where: "Booking site", detail: "PROMPT, DEEPL" },
            { kind: "translationServices", where: "Empty one", detail: "DEEPL" },
            { kind: "contentDelivery", where: "Booking site: App", detail: null },
            { kind: "contentDelivery", where: "Empty one: Web", detail: "Bucket" },
            { kind: "branchBases", where: "Booking site", detail: "release/1" },
            { kind: "modelProviders", where: "Harbour company", detail: "house model" }
          ]) {
            assert.deepInclude(
              first.notTaken.map(({ kind, where, detail }) => ({ kind, where, detail })),
              finding
            )
          }
          assert.notInclude(readFileSync(filename, "latin1"), modelKey)
          const again = yield* move(database, token, { url })
          assert.match(again.sentence, /^There is nothing to do/)
          assert.deepStrictEqual(again.notTaken, first.notTaken)

          const paths = pathsOf(source)
          const same = Effect.gen(function* () {
            const expected = yield* read(token, paths)
            const histories = Effect.forEach(["", source.branch.name], (branch) => historyOf(token, source.at, branch))
            const history = yield* histories
            yield* withServer(
              database,
              Effect.gen(function* () {
                assert.deepStrictEqual(yield* read(token, paths), expected)
                assert.deepStrictEqual(yield* histories, history)
                // A merge of the branch compares all its keys with an empty base.
                const branch = { projectId: source.project.id, branchId: source.branch.id, baseRevisionId: 0 }
                const compare = yield* Effect.scoped(Layer.build(BranchCompareRepository.layer))
                const touched = yield* Context.get(compare, BranchCompareRepository).listTouched(branch)
                assert.lengthOf(
                  touched.filter(({ current }) => current !== null),
                  22
                )
                assert.deepStrictEqual(
                  touched.filter(({ base }) => base !== null),
                  []
                )
                assert.deepStrictEqual(yield* issuesIn(token, source.issue.path), issues)
              })
            )
          })
          yield* same
          yield* changeSource(source)
          const { taken } = yield* move(database, token, { url })
          assert.deepStrictEqual(taken["branch"], { added: 1, changed: 1, unchanged: 1 })
          assert.deepStrictEqual(taken["key"], { added: 24, changed: 5, unchanged: 38 })
          assert.deepStrictEqual(taken["contentDelivery"], { added: 0, changed: 1, unchanged: 2 })
          assert.deepStrictEqual(taken["memoryEntry"], { added: 0, changed: 1, unchanged: 2 })
          assert.deepStrictEqual(taken["glossary"], { added: 0, changed: 1, unchanged: 0 })
          assert.deepStrictEqual(taken["glossaryTerm"], { added: 1, changed: 1, unchanged: 2 })
          assert.deepStrictEqual(taken["label"], { added: 0, changed: 2, unchanged: 0 })
          assert.deepStrictEqual(taken["suggestion"], { added: 0, changed: 1, unchanged: 1 })
          assert.deepStrictEqual(taken["task"], { added: 0, changed: 1, unchanged: 2 })
          assert.deepStrictEqual(taken["machineTranslation"], { added: 0, changed: 1, unchanged: 1 })
          assert.deepStrictEqual(taken["prompt"], { added: 0, changed: 1, unchanged: 1 })
          assert.deepStrictEqual(taken["translationNote"], { added: 1, changed: 1, unchanged: 1 })
          yield* same
        }).pipe(Effect.scoped),
      120_000
    )

    it.effect(
      "takes logins, keys and secrets from Tolgee's database, and says without it what is missing",
      () =>
        Effect.gen(function* () {
          const source = yield* TolgeeSource
          const database = { engine: "postgres", url: yield* newDatabase } as Database
          const without = yield* move(database, source.token, { withHistory: false })
          const kinds = new Set(without.notTaken.map(({ kind }) => kind))
          for (const kind of ["passwords", "projectApiKeys", "personalAccessTokens", "codeReferences", "memoryUnits"])
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
            codeReference: { added: 1, changed: 0, unchanged: 0 },
            memoryUnit: { added: 1, changed: 0, unchanged: 0 }
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
      120_000
    )

    it.effect(
      "goes beside what is there already, with what a personal access token shows",
      () =>
        Effect.gen(function* () {
          const source = yield* TolgeeSource
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
              yield* call(admin, "POST", `/v2/organizations/${organization.id}/translation-memories`, {
                name: "HARBOUR terms",
                sourceLanguageTag: "en"
              })
              return admin.accessToken
            })
          )
          const databaseUrl = yield* newDatabase
          yield* fillTolgeeDatabase(databaseUrl, { ...source, owner: { id: source.administrator } })
          const { taken, notTaken } = yield* move(database, apiKey, { databaseUrl })
          const kinds = new Set(notTaken.map(({ kind }) => kind))
          // The logins there are of "admin", whose account was here before.
          assert.doesNotHaveAnyKeys(taken, ["login", "projectApiKey", "personalAccessToken"])
          assert.sameMembers(
            notTaken.filter(({ kind }) => kind === "userTakenKeys").map(({ detail }) => detail),
            ["projectApiKey: 1", "personalAccessToken: 1"]
          )
          for (const kind of [
            "adminOnly",
            "userTaken",
            "organizationTaken",
            "projectRenumbered",
            "projectSlug",
            "memoryRenamed"
          ]) {
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
              for (const stolen of [`tgpat_${innerToken}`, encodeProjectApiKey(moved?.id ?? 0, innerKey)]) {
                assert.strictEqual((yield* send({ apiKey: stolen }, "GET", "/v2/projects")).status, 401)
              }
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
      { timeout: 120_000, tags: ["exhaustive"] }
    )
  }
)

/** The issues of a text without their ids, which a check gives. */
const issuesIn = (token: string, path: string) =>
  Effect.map(call({ accessToken: token }, "GET", path), (body) => issuesOf(body).map(({ id: _, ...issue }) => issue))

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
