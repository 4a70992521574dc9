import { spawn } from "node:child_process"
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { seedImportFixture } from "../../testing/import-fixture.ts"
import { textsIn } from "../../testing/project-content.ts"
import { seed } from "../../testing/seed.ts"
import { send } from "../../testing/send.ts"
import { serverMain } from "../../testing/shared-bundle.ts"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"

interface Run {
  readonly status: number | null
  readonly stdout: string
  readonly stderr: string
}

/** Runs the program as its user does, in a folder. */
const runIn = (folder: string, words: ReadonlyArray<string>, env: Record<string, string>) =>
  Effect.promise(
    () =>
      new Promise<Run>((resolve) => {
        const child = spawn(process.execPath, [serverMain, ...words], { cwd: folder, env })
        let [stdout, stderr] = ["", ""]
        child.stdout.on("data", (chunk) => (stdout += chunk))
        child.stderr.on("data", (chunk) => (stderr += chunk))
        child.on("close", (status) => resolve({ status, stdout, stderr }))
      })
  )

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "dragoman plan "))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true }))
)

const seedFixture = Effect.gen(function* () {
  const { project, owner, asOwner } = yield* seedImportFixture()
  const folder = yield* temporaryFolder
  const { baseUrl } = yield* TestServer
  const scopes = ["translations.view", "translations.edit", "keys.create", "keys.delete"] as const
  const { apiKey } = yield* seed.apiKey({ project: project.id, user: owner, scopes })
  const environment = { DRAGOMAN_API_URL: baseUrl, DRAGOMAN_API_KEY: apiKey }
  const write = (files: Readonly<Record<string, string>>) => {
    for (const [path, content] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), content)
    }
  }
  const run = (words: ReadonlyArray<string>, env: Record<string, string> = environment) => runIn(folder, words, env)
  const edit = (key: string, text: string) =>
    send(asOwner, "POST", `/v2/projects/${project.id}/translations`, { key, translations: { en: text } })
  return { project, asOwner, baseUrl, apiKey, write, run, edit, texts: textsIn(project.id) }
})

/** A server that is not the user's: always the same response. */
const startForeignServer = Effect.fnUntraced(function* (status: number, headers: Record<string, string> = {}) {
  const requests: Array<string> = []
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    response.writeHead(status, { "content-type": "text/html", ...headers }).end("<p>Not found")
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))),
    () => Effect.sync(() => server.close())
  )
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
})

const planIdIn = ({ stdout }: Run): string => /dragoman apply (\d+)/.exec(stdout)?.[1] ?? "none"

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  layerOn(engine, layerServer, { excludeTestServices: true, timeout: "60 seconds" })(
    `dragoman plan and dragoman apply on ${engine}`,
    (it) => {
      it.effect("print what would happen, end with 2, and apply it by its number", () =>
        Effect.gen(function* () {
          const { write, run, edit, texts, baseUrl } = yield* seedFixture
          yield* edit("changed", "Old\ntext")
          yield* edit("gone", "Gone")
          write({
            "i18n/en.json": '{\n  "same": "x",\n  "changed": "New",\n  "empty": ""\n}',
            "i18n/cs.json": '{ "changed": "Nový" }'
          })
          const planned = yield* run(["plan", "./i18n/", "--force-mode", "OVERRIDE", "--remove-other-keys"])
          assert.strictEqual(planned.stderr, `Server: ${baseUrl}\n`)
          assert.strictEqual(planned.status, 2)
          const id = planIdIn(planned)
          assert.strictEqual(
            planned.stdout.replace(/before .* UTC/, "before … UTC"),
            [
              "  ~ changed",
              '      + cs: "Nový"',
              '      ~ en: "Old\\ntext" → "New"',
              "      ~ marks the other languages as outdated",
              "  + same",
              '      + en: "x"',
              "  + empty",
              "  - gone",
              '      - en: "Gone"',
              "",
              "Texts:",
              "  language  namespace  created  changed  removed  left  same",
              "  cs                         1        0        0     0     0",
              "  en                         1        1        1     0     1",
              "",
              "Findings:",
              '  en.json:4:3: The value of "empty" is empty. [VALUE_IS_EMPTY]',
              "",
              "Plan: 2 keys to create, 1 to change, 1 to remove, 0 unchanged.",
              `Apply it before … UTC: dragoman apply ${id}`,
              ""
            ].join("\n")
          )
          assert.deepStrictEqual(yield* texts, { changed: { en: "Old\ntext" }, gone: { en: "Gone" } })
          const applied = yield* run(["apply", id])
          assert.deepStrictEqual(applied, { status: 0, stdout: `Plan ${id} was applied.\n`, stderr: planned.stderr })
          assert.deepStrictEqual(yield* texts, { changed: { cs: "Nový", en: "New" }, same: { en: "x" }, empty: {} })
          const again = yield* run(["plan", "i18n", "--force-mode", "OVERRIDE", "--remove-other-keys"])
          assert.strictEqual(again.status, 0)
          assert.include(again.stdout, "Plan: 0 keys to create, 0 to change, 0 to remove, 3 unchanged.\n")
          assert.notInclude(again.stdout, "dragoman apply")
        })
      )

      it.effect("end with 1 and a sentence when the project has changed, and for a plan that is gone", () =>
        Effect.gen(function* () {
          const { write, run, edit, texts } = yield* seedFixture
          yield* edit("k", "Old")
          write({ "en.json": '{ "k": "New" }' })
          const id = planIdIn(yield* run(["plan", "en.json", "--force-mode", "OVERRIDE"]))
          yield* edit("k", "Moved")
          const outdated = yield* run(["apply", id])
          assert.strictEqual(outdated.status, 1)
          assert.strictEqual(outdated.stdout, "")
          assert.include(outdated.stderr, "[409 import_plan_outdated]")
          assert.include(outdated.stderr, '"keyName":"k"')
          assert.deepStrictEqual(yield* texts, { k: { en: "Moved" } })
          const gone = yield* run(["apply", "999999"])
          assert.strictEqual(gone.status, 1)
          assert.include(gone.stderr, "[404 resource_not_found]")
        })
      )

      it.effect("print a plan that cannot be applied, and end with 1", () =>
        Effect.gen(function* () {
          const { write, run, edit } = yield* seedFixture
          yield* edit("k", "Theirs")
          write({ "en.json": '{ "k": "Ours" }' })
          const { status, stdout, stderr } = yield* run(["plan", "en.json"])
          assert.strictEqual(status, 1)
          assert.include(stdout, '  = k\n      = en: "Theirs", imported: "Ours"  (conflict)\n')
          assert.notInclude(stdout, "dragoman apply")
          assert.include(stderr, "[400 conflict_is_not_resolved]")
        })
      )

      it.effect("print JSON of more changes than a page", () =>
        Effect.gen(function* () {
          const { write, run } = yield* seedFixture
          const keys = Array.from({ length: 1_001 }, (_, at) => `key ${at}`)
          write({ "en.json": JSON.stringify(Object.fromEntries(keys.map((key) => [key, key]))) })
          const { status, stdout } = yield* run(["plan", "--format", "json", "en.json"])
          assert.strictEqual(status, 2)
          const printed = JSON.parse(stdout)
          assert.deepStrictEqual(printed.keyCounts, { created: 1_001, changed: 0, removed: 0, left: 0, same: 0 })
          assert.strictEqual(printed.issueCount, 0)
          assert.deepStrictEqual(
            printed.changes.map(({ keyName }: { readonly keyName: string }) => keyName),
            keys
          )
          const applied = yield* run(["apply", String(printed.id), "--format", "json"])
          assert.strictEqual(JSON.parse(applied.stdout).planId, printed.id)
        })
      )
    }
  )
}

layer(layerTestServer(), { excludeTestServices: true, timeout: "60 seconds" })("dragoman plan", (it) => {
  it.effect("takes server, project and key from .tolgeerc.json, and flags before them", () =>
    Effect.gen(function* () {
      const { write, run, baseUrl, apiKey, project } = yield* seedFixture
      const configuration = { apiUrl: baseUrl, apiKey, projectId: project.id }
      write({ "en.json": "{ }", ".tolgeerc.json": JSON.stringify(configuration), "de/en.json": '{ "k": "v" }' })
      assert.strictEqual((yield* run(["plan", "de"], {})).status, 2)
      const other = yield* run(["plan", "de", "--api-url", "http://127.0.0.1:65535"], {})
      assert.strictEqual(other.status, 1)
      assert.include(other.stderr, "http://127.0.0.1:65535 does not respond (ECONNREFUSED)")
    })
  )

  it.effect("sends namespace, language and format of all files", () =>
    Effect.gen(function* () {
      const { write, run, project } = yield* seedFixture
      yield* seed.useNamespaces(project.id)
      write({ "i18n/a/texts.json": '{ "k": "{{n}} v" }' })
      const words = ["plan", "i18n/a/texts.json", "--namespace", "web", "--language", "cs"]
      const { stdout } = yield* run([...words, "--file-format", "JSON_I18NEXT"])
      assert.include(stdout, "  + web:k\n      + cs: ")
      assert.include((yield* run(["plan", "i18n", "--language", "cs"])).stdout, "  + k\n      + cs: ")
    })
  )

  it.effect("ends with 1 and a sentence for what it cannot do", () =>
    Effect.gen(function* () {
      const { write, run, baseUrl, apiKey } = yield* seedFixture
      write({ "en.json": '{ "k": "v" }', "broken.json": "{", "empty/notes.txt": "" })
      const cases: ReadonlyArray<[ReadonlyArray<string>, Record<string, string>, string]> = [
        [["plan"], {}, "dragoman plan FILE"],
        [["plan", "en.json"], {}, "DRAGOMAN_API_URL"],
        [["plan", "en.json"], { DRAGOMAN_API_URL: baseUrl }, "DRAGOMAN_API_KEY"],
        [["plan", "en.json"], { DRAGOMAN_API_URL: "ftp://x", DRAGOMAN_API_KEY: apiKey }, "http://"],
        [["plan", "en.json"], { DRAGOMAN_API_URL: baseUrl, DRAGOMAN_API_KEY: "tgpat_x" }, "DRAGOMAN_PROJECT_ID"],
        [["plan", "en.json"], { DRAGOMAN_API_URL: baseUrl, DRAGOMAN_API_KEY: "tgpak_x" }, "[401 "],
        [["plan", "en.json"], { DRAGOMAN_API_URL: "http://u:p@127.0.0.1", DRAGOMAN_API_KEY: apiKey }, "has no user"],
        [["plan", "en.json", "--force-mode", "ALWAYS"], {}, "OVERRIDE, KEEP, NO_FORCE"],
        [["plan", "en.json", "--port", "1"], {}, "'--port'"],
        [["plan", "missing.json"], {}, "missing.json cannot be read: it does not exist."],
        [["plan", "empty"], {}, "empty has no translation files."],
        [["apply"], {}, "dragoman apply PLAN"],
        [["apply", "x"], {}, "dragoman apply PLAN"]
      ]
      for (const [words, env, sentence] of cases) {
        const { status, stdout, stderr } = yield* run(words, env)
        assert.include(stderr, sentence)
        assert.notInclude(stderr, "    at ")
        assert.strictEqual(stdout, "")
        assert.strictEqual(status, 1)
      }
      const unreadable = yield* run(["plan", "broken.json"])
      assert.strictEqual(unreadable.status, 1)
      assert.include(unreadable.stderr, "[400 import_failed]")
      assert.include(unreadable.stderr, "broken.json")
    })
  )

  it.effect("sends no file to a server that does not know plans: it would import them", () =>
    Effect.gen(function* () {
      const { write, run } = yield* seedFixture
      write({ "en.json": '{ "k": "v" }' })
      const { url, requests } = yield* startForeignServer(404)
      const { status, stderr } = yield* run(["plan", "en.json"], { DRAGOMAN_API_URL: url, DRAGOMAN_API_KEY: "tgpak_x" })
      assert.strictEqual(status, 1)
      assert.include(stderr, "responded with the status 404")
      assert.deepStrictEqual(requests, ["GET /v2/projects/single-step-import/plans?size=1"])
    })
  )

  it.effect("lets no file of the repository decide where the key goes", () =>
    Effect.gen(function* () {
      const { write, run, baseUrl, apiKey, project } = yield* seedFixture
      const { url, requests } = yield* startForeignServer(404)
      const folder = { "en.json": "{ }", "de/en.json": '{ "k": "v" }' }
      write({ ...folder, ".tolgeerc.json": JSON.stringify({ apiUrl: `${url}/`, projectId: project.id }) })
      const words = ["plan", "de"]
      for (const [more, env] of [
        [[], { DRAGOMAN_API_KEY: apiKey }],
        [["--api-key", apiKey], {}]
      ] as const) {
        const rejected = yield* run([...words, ...more], env)
        assert.strictEqual(rejected.status, 1)
        assert.include(rejected.stderr, `The address ${url} is from .tolgeerc.json, the key is not: nothing was sent.`)
        assert.include(rejected.stderr, "DRAGOMAN_API_URL")
        assert.include((yield* run(["apply", "1", ...more], env)).stderr, "nothing was sent")
      }
      assert.deepStrictEqual(requests, [])
      assert.strictEqual((yield* run(words, { DRAGOMAN_API_KEY: apiKey, DRAGOMAN_API_URL: baseUrl })).status, 2)
      write({ ".tolgeerc.json": JSON.stringify({ apiUrl: baseUrl, projectId: project.id }) })
      const same = yield* run([...words, "--api-url", `${baseUrl}/`], { DRAGOMAN_API_KEY: apiKey })
      assert.strictEqual(same.status, 2)
      assert.include(same.stderr, `Server: ${baseUrl}\n`)
      assert.deepStrictEqual(requests, [])
    })
  )

  it.effect("follows no redirect with the key", () =>
    Effect.gen(function* () {
      const { write, run, apiKey } = yield* seedFixture
      write({ "en.json": '{ "k": "v" }' })
      const target = yield* startForeignServer(404)
      for (const status of [301, 302, 303, 307, 308]) {
        const { url } = yield* startForeignServer(status, { location: `${target.url}/v2/projects?key=secret` })
        const redirected = yield* run(["plan", "en.json"], { DRAGOMAN_API_URL: url, DRAGOMAN_API_KEY: apiKey })
        assert.strictEqual(redirected.status, 1)
        assert.include(redirected.stderr, `${url} redirects to ${target.url}, where the key was not sent`)
      }
      assert.deepStrictEqual(target.requests, [])
    })
  )

  it.effect("explains itself", () =>
    Effect.gen(function* () {
      const { run } = yield* seedFixture
      const help = yield* run(["plan", "--help"], {})
      assert.strictEqual(help.status, 0)
      assert.include(help.stdout, "--remove-other-keys")
      assert.include((yield* run(["apply", "--help"], {})).stdout, "dragoman apply PLAN")
      const misplaced = yield* run(["--port", "1", "plan", "en.json"], {})
      assert.include(misplaced.stderr, "`plan` comes first")
    })
  )
})
