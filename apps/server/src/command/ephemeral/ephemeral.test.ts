import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { afterAll, assert, describe, it } from "vitest"
import { serverMain } from "../../testing/shared-bundle.ts"
import { readEphemeralArguments } from "./ephemeral-arguments.ts"
import { readSeed } from "./seed-file.ts"

const fixture = mkdtempSync(join(tmpdir(), "dragoman ephemeral "))
const running = new Set<ChildProcess>()
afterAll(() => {
  for (const child of running) child.kill("SIGKILL")
  rmSync(fixture, { recursive: true, force: true })
})

interface FirstLine {
  readonly address: string
  readonly apiKey: string
  readonly projects: ReadonlyArray<{ readonly id: number; readonly apiKeys: Readonly<Record<string, string>> }>
}

/** Starts the program as its user does, and reads the first line of its output. */
const start = async (...words: ReadonlyArray<string>) => {
  const child = spawn(process.execPath, [serverMain, "serve", "--ephemeral", ...words], {
    cwd: fixture,
    env: { DRAGOMAN_PORT: "1", DRAGOMAN_DATABASE_URL: "postgres://nowhere.invalid/dragoman" },
    stdio: ["ignore", "pipe", "inherit", "ipc"]
  })
  running.add(child)
  const exited = once(child, "exit").finally(() => running.delete(child))
  const [line] = await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), "line")
  return { child, exited, first: JSON.parse(String(line)) as FirstLine }
}

/** Folders of the server with the process id. */
const foldersOf = (pid: number | undefined): ReadonlyArray<string> =>
  ["/dev/shm", tmpdir()].flatMap((base) =>
    existsSync(base)
      ? readdirSync(base).filter((name) => new RegExp(`^dragoman-ephemeral-\\d+-${pid}-`).test(name))
      : []
  )

const call = async ({ address }: FirstLine, key: string, path: string) => {
  const response = await fetch(`${address}${path}`, { headers: { "x-api-key": key } })
  return { status: response.status, body: await response.json() }
}

const seedFile = (content: string): string => {
  const file = join(fixture, "seed.yaml")
  writeFileSync(file, content)
  return file
}

describe("an ephemeral server", () => {
  it("has the users, projects, texts and keys of its seed, and the same keys in every run", async () => {
    mkdirSync(join(fixture, "texts"), { recursive: true })
    writeFileSync(join(fixture, "texts", "en.json"), '{ "home": { "title": "Home" } }')
    const words = [
      "--seed",
      seedFile(`
users:
  - { username: anna@example.com, password: anna-password }
projects:
  - name: Shop
    languages: [en, de]
    namespaces: true
    members: { anna@example.com: TRANSLATE }
    apiKeys: { web: [translations.view] }
    keys:
      welcome: { en: Welcome, de: Willkommen }
    files: [texts]
`)
    ]
    const { child, exited, first } = await start(...words)
    const [project = { id: 0, apiKeys: {} }] = first.projects
    const web = project.apiKeys["web"] ?? ""
    const texts = await call(first, web, "/v2/projects/translations/en,de")
    assert.deepStrictEqual(texts.body, {
      de: { welcome: "Willkommen" },
      en: { home: { title: "Home" }, welcome: "Welcome" }
    })
    const login = await fetch(`${first.address}/api/public/generatetoken`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ username: "anna@example.com", password: "anna-password" })
    })
    const { accessToken } = Object(await login.json())
    const seen = await fetch(`${first.address}/v2/projects/${project.id}`, {
      headers: { authorization: `Bearer ${accessToken}` }
    })
    assert.strictEqual(Object(await seen.json()).directPermission?.type, "TRANSLATE")
    assert.strictEqual((await call(first, first.apiKey, `/v2/projects/${project.id}`)).status, 200)
    assert.strictEqual((await call(first, web, `/v2/projects/${project.id}/activity`)).status, 403)

    // A killed server leaves its folder, which the next one removes.
    child.kill("SIGKILL")
    await exited
    assert.lengthOf(foldersOf(child.pid), 1)
    const second = await start(...words)
    assert.deepStrictEqual(second.first.projects, first.projects)
    assert.lengthOf(foldersOf(child.pid), 0)
    assert.lengthOf(foldersOf(second.child.pid), 1)

    // Without the program that started it, a server ends too.
    second.child.disconnect()
    assert.deepStrictEqual(await second.exited, [0, null])
    assert.lengthOf(foldersOf(second.child.pid), 0)
    assert.sameMembers(readdirSync(fixture), ["seed.yaml", "texts"])
  })

  it.each([
    [["--ephemeral", "--host", "0.0.0.0"], /--host 0\.0\.0\.0 is not of this machine alone/],
    [["--ephemeral", "--host", "192.0.2.1"], /not of this machine alone/],
    [["--ephemeral", "--data-dir", "d"], /--data-dir is not for ephemeral servers/],
    [["--ephemeral", "--database-url-file", "d"], /--database-url-file is not for ephemeral servers/],
    [["--seed", "seed.yaml"], /--seed needs --ephemeral/],
    [["--ephemeral", "now"], /now/]
  ])("%j is rejected with the reason", (words, problem) => {
    const read = readEphemeralArguments(words)
    assert.match("problem" in read ? read.problem : "", problem)
  })

  it("takes the loopback address alone unless another one of this machine is named", () => {
    const host = (...words: ReadonlyArray<string>) => {
      const read = readEphemeralArguments(["--ephemeral", ...words])
      return "flags" in read ? read.flags["host"] : read
    }
    assert.strictEqual(host(), "127.0.0.1")
    assert.strictEqual(host("--host", "::1"), "::1")
    assert.strictEqual(host("--host", "localhost"), "localhost")
  })

  it.each([
    ["projects: [{ name: Shop, languages: [en], colour: red }]", /seed\.yaml: projects\.0\.colour/],
    ["projects: [{ name: Shop, languages: [] }]", /projects\.0\.languages/],
    [
      "projects: [{ name: Shop, languages: [en], files: [missing.json] }]",
      /missing\.json cannot be read: it does not exist/
    ],
    ["projects: [", /neither YAML nor JSON/]
  ])("a seed %s is rejected with the place", (content, sentence) => {
    const file = seedFile(content)
    try {
      readSeed(file)
      assert.fail("The seed was read.")
    } catch (error) {
      assert.match(String(Object(error).sentence), sentence)
    }
  })
})
