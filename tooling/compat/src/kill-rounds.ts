import { createHash } from "node:crypto"
import { existsSync, readdirSync } from "node:fs"
import { join } from "node:path"
import { isReady, startProgram } from "@dragoman/release/running-program"
import { layerSqlite } from "@dragoman/store"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { printedRandom } from "./printed-random.ts"

export const works = ["push", "upload and apply", "export"] as const
type Work = (typeof works)[number]

/** The state after a kill. `broken`: its problems; none when all of the work is there, or nothing of it. */
export interface KillRound {
  readonly work: Work
  /** How long after the beginning of the work the server was killed. */
  readonly afterMillis: number
  /** `all`: the work was committed; `nothing`: it was not. */
  readonly found: "all" | "nothing"
  readonly broken: ReadonlyArray<string>
}

/** The server at an address, and an access token of its administrator. */
export interface ServerCalls {
  readonly address: string
  readonly token: string
}

export interface RunningServer extends ServerCalls {
  readonly kill: () => Promise<void>
  readonly stop: () => Promise<number | null>
}

/** Content of the project: every text says which version of the file it comes from. */
interface ProjectState {
  readonly version: number
  readonly imports: number
}

export const keys = 3_000

/** Factor on the time that the work takes without a kill: now and then it takes longer. */
const shareMax = 1.2
export const password = "killed-password"

/**
 * Kills a server with SIGKILL at moments spread over imports and exports, starts it again on the same data, and looks
 * whether all of the work is there, or nothing of it. `main`: the bundle; `folder`: for its data.
 */
export const killRounds = async (options: {
  readonly main: string
  readonly folder: string
  readonly kills: number
}): Promise<ReadonlyArray<KillRound>> => {
  const { main, folder, kills } = options
  const dataDir = join(folder, "data")
  let server = await startServer(main, folder)
  const project = await makeProject(server)
  let state: ProjectState = { version: 1, imports: 1 }
  await push(server, project, state.version)
  const millis: Record<Work, number> = { push: 0, "upload and apply": 0, export: 0 }
  for (const work of works) {
    // Measures under the conditions of the rounds: the server has just started, and has exported before.
    await server.stop()
    server = await startServer(main, folder)
    await exported(server, project)
    const startedAt = performance.now()
    await start(server, project, work, state.version + 1)
    millis[work] = performance.now() - startedAt
    if (work !== "export") state = { version: state.version + 1, imports: state.imports + 1 }
  }
  const random = printedRandom("run of kills")
  const rounds: Array<KillRound> = []
  for (let index = 0; index < kills; index++) {
    const work = works[index % works.length] ?? "push"
    const before = await exported(server, project)
    // Each part of the work comes about, and no two runs hit the same moments.
    const part = (Math.floor(index / works.length) + random()) / Math.ceil(kills / works.length)
    const afterMillis = millis[work] * part * shareMax
    const working = start(server, project, work, state.version + 1).catch(() => undefined)
    await new Promise((resolve) => setTimeout(resolve, afterMillis))
    await server.kill()
    await working
    server = await startServer(main, folder)
    const broken: Array<string> = []
    const found = await stateOf(server, project, broken)
    const isDone = found.version === state.version + 1
    const imports = state.imports + (isDone ? 1 : 0)
    if (!isDone && found.version !== state.version) broken.push(`version ${found.version} after ${state.version}`)
    if (isDone && work === "export") broken.push("an export changed texts")
    if (found.imports !== imports) broken.push(`${found.imports} activities instead of ${imports}`)
    if (isDone && (await hasLiveImport(server, project))) broken.push("an applied import is still there")
    for (const left of ["uploads", "exports"]) {
      const leftFolder = join(dataDir, left)
      if (existsSync(leftFolder) && readdirSync(leftFolder).length > 0) broken.push(`files in ${left}`)
    }
    if (!isDone && (await exported(server, project)) !== before) broken.push("an export differs from the one before")
    await call(server, "DELETE", `/v2/projects/${project}/import`)
    rounds.push({ work, afterMillis, found: isDone ? "all" : "nothing", broken })
    state = { version: found.version, imports: found.imports }
  }
  await server.stop()
  const problems = await problemsOf(join(dataDir, "dragoman.sqlite"))
  return rounds.map((round, index) =>
    index === rounds.length - 1 ? { ...round, broken: [...round.broken, ...problems] } : round
  )
}

export const startServer = async (
  main: string,
  folder: string,
  env: Readonly<Record<string, string>> = {}
): Promise<RunningServer> => {
  const program = startProgram(process.execPath, [main, "serve"], {
    folder,
    env: {
      DRAGOMAN_DATA_DIR: join(folder, "data"),
      DRAGOMAN_PORT: "0",
      DRAGOMAN_ADMIN_PASSWORD: password,
      DRAGOMAN_DEMO_PROJECT: "off",
      DRAGOMAN_RATE_LIMITS: "off",
      DRAGOMAN_LOG_FORMAT: "json",
      ...env
    }
  })
  return {
    ...(await logIn(String((await program.line(isReady))["address"]))),
    kill: async () => {
      program.signal("SIGKILL")
      await program.ended
    },
    stop: () => {
      program.signal("SIGTERM")
      return program.ended
    }
  }
}

export const logIn = async (address: string): Promise<ServerCalls> => {
  const login = await fetch(`${address}/api/public/generatetoken`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ username: "admin", password })
  })
  const { accessToken } = (await login.json()) as { readonly accessToken: string }
  return { address, token: accessToken }
}

export const call = (server: ServerCalls, method: string, path: string, body?: FormData | string): Promise<Response> =>
  fetch(`${server.address}${path}`, {
    method,
    headers: {
      authorization: `Bearer ${server.token}`,
      ...(typeof body === "string" ? { "content-type": "application/json" } : {})
    },
    ...(body === undefined ? {} : { body })
  })

export const answerOf = async (answering: Promise<Response>): Promise<string> => {
  const response = await answering
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${text}`)
  return text
}

export const makeProject = async (server: ServerCalls): Promise<number> => {
  const organizations = JSON.parse(await answerOf(call(server, "GET", "/v2/organizations")))
  const language = (tag: string) => ({ name: tag, originalName: tag, tag, flagEmoji: "" })
  const project = JSON.parse(
    await answerOf(
      call(
        server,
        "POST",
        "/v2/projects",
        JSON.stringify({
          name: "Killed",
          organizationId: organizations._embedded.organizations[0].id,
          languages: [language("en"), language("de")],
          baseLanguageTag: "en"
        })
      )
    )
  )
  return project.id
}

const textOf = (version: number, index: number): string => `Version ${version} of the text ${index}`

const formWith = (version: number): FormData => {
  const texts = Object.fromEntries(Array.from({ length: keys }, (_, index) => [`key_${index}`, textOf(version, index)]))
  const form = new FormData()
  for (const tag of ["en", "de"]) form.append("files", new Blob([JSON.stringify(texts)]), `${tag}.json`)
  return form
}

export const push = async (server: ServerCalls, project: number, version: number): Promise<void> => {
  const form = formWith(version)
  form.append("params", JSON.stringify({ forceMode: "OVERRIDE" }))
  await answerOf(call(server, "POST", `/v2/projects/${project}/single-step-import`, form))
}

export const start = async (server: ServerCalls, project: number, work: Work, version: number): Promise<void> => {
  if (work === "push") return push(server, project, version)
  if (work === "export") return void (await exported(server, project))
  const path = `/v2/projects/${project}/import`
  await answerOf(call(server, "POST", path, formWith(version)))
  await answerOf(call(server, "PUT", `${path}/apply?forceMode=OVERRIDE`))
}

/** Digest of everything in an archive: the same content gives the same bytes. */
export const exported = async (server: ServerCalls, project: number): Promise<string> => {
  const response = await call(server, "GET", `/v2/projects/${project}/export?format=JSON&zip=true`)
  if (!response.ok) throw new Error(`export: ${response.status}`)
  return createHash("sha256")
    .update(Buffer.from(await response.arrayBuffer()))
    .digest("hex")
}

/** Which version every text has; a mixture is broken. */
export const stateOf = async (server: ServerCalls, project: number, broken: Array<string>): Promise<ProjectState> => {
  const maps = JSON.parse(await answerOf(call(server, "GET", `/v2/projects/${project}/translations/en,de`)))
  const versions = new Set<number>()
  for (const tag of ["en", "de"]) {
    const texts: Readonly<Record<string, string>> = maps[tag] ?? {}
    if (Object.keys(texts).length !== keys) broken.push(`${Object.keys(texts).length} keys in ${tag}`)
    for (const text of Object.values(texts)) versions.add(Number(/\d+/.exec(text)?.[0]))
  }
  if (versions.size !== 1) broken.push(`texts of the versions ${[...versions].join(", ")}`)
  const activities = JSON.parse(
    await answerOf(call(server, "GET", `/v2/projects/${project}/activity?size=1000`))
  )._embedded.activities.filter(({ type }: { readonly type: string }) => type === "IMPORT")
  return { version: Math.max(...versions), imports: activities.length }
}

export const hasLiveImport = async (server: ServerCalls, project: number): Promise<boolean> =>
  (await call(server, "GET", `/v2/projects/${project}/import/result`)).status === 200

/** Returns problems that SQLite itself finds in the file, and rows that point nowhere. */
const problemsOf = (filename: string): Promise<ReadonlyArray<string>> =>
  Effect.flatMap(
    SqlClient.SqlClient,
    Effect.fnUntraced(function* (sql) {
      const checked = yield* sql<{ integrityCheck: string }>`PRAGMA integrity_check`
      const orphans = yield* sql<{ table: string }>`PRAGMA foreign_key_check`
      return [
        ...checked.map(({ integrityCheck }) => integrityCheck).filter((text) => text !== "ok"),
        ...orphans.map(({ table }) => `${table} points to a row that is missing`)
      ]
    })
  ).pipe(Effect.provide(layerSqlite({ filename })), Effect.runPromise)
