import { rmSync } from "node:fs"
import { join } from "node:path"
import { bundleServer } from "@dragoman/release/bundle-server"
import { isReady, type RunningProgram, startProgram } from "@dragoman/release/running-program"
import { PostgresServer } from "@dragoman/store/testing"
import { Effect, ManagedRuntime } from "effect"
import { afterAll, beforeAll, describe, it } from "vitest"
import { logIn } from "../server-client.ts"
import { type CliCase, type CliServer, makeCliWorld, newFolder } from "./cli-world.ts"
import { compareCases } from "./compare.ts"
import { formatCases } from "./formats.ts"
import { loginCases } from "./login.ts"
import { pullCases } from "./pull.ts"
import { pushCases } from "./push.ts"
import { rateLimitCase } from "./rate-limit.ts"
import { syncCases } from "./sync.ts"
import { tagCases } from "./tag.ts"

const cases: ReadonlyArray<CliCase> = [
  ...loginCases,
  ...pushCases,
  ...pullCases,
  ...formatCases,
  ...syncCases,
  ...compareCases,
  ...tagCases,
  rateLimitCase
]

const password = "correct-horse-battery"
const below = newFolder()
const programs: Array<RunningProgram> = []
const postgres = ManagedRuntime.make(PostgresServer.layer)
let main = ""

beforeAll(async () => {
  main = await bundleServer(join(below, "server"))
})

afterAll(async () => {
  for (const program of programs) {
    program.signal("SIGKILL")
    await program.ended
  }
  await postgres.dispose()
  rmSync(below, { recursive: true, force: true })
})

const startServer = async (env: Readonly<Record<string, string>>): Promise<CliServer> => {
  const program = startProgram(process.execPath, [main, "serve"], {
    folder: below,
    env: { DRAGOMAN_PORT: "0", DRAGOMAN_LOG_FORMAT: "json", DRAGOMAN_ADMIN_PASSWORD: password, ...env }
  })
  programs.push(program)
  const address = String((await program.line(isReady))["address"])
  return { address, administrator: await logIn(address, "admin", password) }
}

const engines = [
  { name: "SQLite", settings: async (folder: string) => ({ DRAGOMAN_DATA_DIR: folder }) },
  {
    name: "PostgreSQL",
    settings: async (folder: string) => ({
      DRAGOMAN_DATA_DIR: folder,
      DRAGOMAN_DATABASE_URL: await postgres.runPromise(Effect.flatMap(PostgresServer, (server) => server.newDatabase))
    })
  }
]

describe.each(engines)("the published CLI against a server on $name", ({ name, settings }) => {
  let server: CliServer
  let limitedServer: CliServer
  let passed = 0

  beforeAll(async () => {
    server = await startServer({ DRAGOMAN_RATE_LIMITS: "off", ...(await settings(join(below, name))) })
    limitedServer = await startServer(await settings(join(below, `${name} with limits`)))
  })

  afterAll(() => process.stdout.write(`CLI: ${passed} of ${cases.length} cases passed on ${name}\n`))

  it.concurrent.each(cases)("$name", { timeout: 60_000 }, async (cliCase) => {
    await cliCase.run(await makeCliWorld(cliCase === rateLimitCase ? limitedServer : server, below))
    passed += 1
  })
})
