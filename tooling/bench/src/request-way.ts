import { mkdtempSync, readFileSync, rmSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join, relative, resolve } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { logIn } from "@dragoman/compat/server-client"
import { isReady, startProgram } from "@dragoman/release/running-program"

// The files whose functions run for a request, listed from the coverage of a server that runs from its sources:
// `npm run exec node tooling/bench/src/request-way.ts [folder of another checkout]`. What ran once before is warm: code that
// only starts a thread or builds a service is not counted.

const repository = resolve(process.argv[2] ?? fileURLToPath(new URL("../../..", import.meta.url)))
const folder = mkdtempSync(join(tmpdir(), "dragoman-request-way-"))
const coverageFolder = join(folder, "coverage")
const recorder = pathToFileURL(fileURLToPath(new URL("./record-coverage.mjs", import.meta.url))).href

const receiver = createServer((request, response) => {
  request.resume()
  request.on("end", () => {
    response.end()
    receiver.emit("webhook")
  })
})
await new Promise<void>((done) => receiver.listen(0, "127.0.0.1", done))
const address = receiver.address()
const receiverUrl = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/`
const nextWebhook = () => new Promise<void>((done) => receiver.once("webhook", () => done()))

const server = startProgram(process.execPath, [join(repository, "apps", "server", "src", "main.ts"), "serve"], {
  folder,
  env: {
    NODE_OPTIONS: `--import ${recorder}`,
    COVERAGE_FOLDER: coverageFolder,
    DRAGOMAN_DATA_DIR: join(folder, "data"),
    DRAGOMAN_PORT: "0",
    DRAGOMAN_ADMIN_USERNAME: "root",
    DRAGOMAN_ADMIN_PASSWORD: "correct-horse-battery",
    DRAGOMAN_DEMO_PROJECT: "off",
    DRAGOMAN_WEBHOOK_ALLOW: "127.0.0.1",
    DRAGOMAN_LOG_FORMAT: "json"
  }
})

interface Taken {
  readonly files: ReadonlyArray<string>
}

let taken = 0
/** Ends one recording and begins the next one; the files of it, over all threads. */
const take = async (): Promise<ReadonlySet<string>> => {
  const file = join(coverageFolder, `${++taken}.json`)
  server.signal("SIGUSR2")
  for (;;) {
    try {
      const { files }: Taken = JSON.parse(readFileSync(file, "utf8"))
      return new Set(files.map((url) => relative(repository, fileURLToPath(url))))
    } catch {
      await new Promise((again) => setTimeout(again, 20))
    }
  }
}

/** Another thread writes what it did for a request a moment later: the attempt of a webhook, for example. */
const settleMillis = 1_000
const settled = () => new Promise((done) => setTimeout(done, settleMillis))

try {
  const url = String((await server.line(isReady))["address"])
  const { call, authorization } = await logIn(url, "root", "correct-horse-battery")
  const organizations = await call<{ readonly _embedded: { readonly organizations: ReadonlyArray<{ id: number }> } }>(
    "GET",
    "/v2/organizations"
  )
  const { id } = await call<{ readonly id: number }>("POST", "/v2/projects", {
    name: "Way",
    organizationId: organizations._embedded.organizations[0]?.id,
    languages: [{ name: "English", originalName: "English", tag: "en", flagEmoji: "" }],
    baseLanguageTag: "en"
  })
  const project = `/v2/projects/${id}`
  await call("POST", `${project}/webhook-configs`, { url: receiverUrl })
  const listProjects = () => call("GET", "/v2/projects")
  let tag = 0
  const createLanguage = async () => {
    const webhook = nextWebhook()
    await call("POST", `${project}/languages`, {
      name: `Language ${++tag}`,
      originalName: `Language ${tag}`,
      tag: `x-${tag}`,
      flagEmoji: ""
    })
    await webhook
    await settled()
  }
  const push = async () => {
    const form = new FormData()
    form.append("files", new Blob([JSON.stringify({ greeting: `Hello ${++tag}` })]), "en.json")
    form.append("params", new Blob([JSON.stringify({ forceMode: "OVERRIDE" })], { type: "application/json" }))
    const webhook = nextWebhook()
    const answer = await fetch(`${url}${project}/single-step-import`, {
      method: "POST",
      headers: { authorization },
      body: form
    })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    await webhook
    await settled()
  }
  for (const [name, request] of [
    ["GET /v2/projects", listProjects],
    ["a language is created, and a webhook tells of it", createLanguage],
    ["a file is pushed", push]
  ] as const) {
    await request()
    await settled()
    await take()
    await settled()
    const idle = await take()
    await request()
    const way = [...(await take())].filter((file) => name !== "GET /v2/projects" || !idle.has(file)).sort()
    process.stdout.write(`${name}: ${way.length} files\n${way.map((file) => `  ${file}\n`).join("")}`)
  }
} finally {
  server.signal("SIGTERM")
  await server.ended
  receiver.closeAllConnections()
  receiver.close()
  rmSync(folder, { recursive: true, force: true })
}
