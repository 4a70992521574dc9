import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { documentedMetrics, printedMetrics } from "@dragoman/monitoring/testing/documented-metrics"
import { parseEncryptionKeys } from "@dragoman/settings/encryption-key"
import {
  Database,
  EncryptionKeys,
  layerSqlite,
  migrate,
  OutboxRepository,
  schemaVersion,
  settleEncryption
} from "@dragoman/store"
import { deliverToAll } from "@dragoman/store/testing/deliver-to-all"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { afterEach, assert, describe, it } from "vitest"

const closing: Array<() => unknown> = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const seedDataDir = (): string => {
  const folder = mkdtempSync(join(tmpdir(), "dragoman-dispatcher-"))
  closing.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Runs SQL in the dispatcher's database, in one transaction. */
const inDatabase = <A>(
  dataDir: string,
  effect: Effect.Effect<A, unknown, SqlClient.SqlClient | OutboxRepository>
): Promise<A> =>
  Effect.flatMap(Database, (database) => database.transaction(effect)).pipe(
    Effect.provide(
      Layer.mergeAll(OutboxRepository.layer, Database.layer).pipe(
        Layer.provideMerge(layerSqlite({ filename: join(dataDir, "dragoman.sqlite") }))
      )
    ),
    Effect.runPromise
  )

/** Does the work of a server before and while the dispatcher runs: the schema, a configuration, changes. */
const seedDatabase = async (dataDir: string, url: string): Promise<void> => {
  const client = layerSqlite({ filename: join(dataDir, "dragoman.sqlite") })
  await Effect.runPromise(migrate({ now: 0, beforeFirst: () => Effect.void }).pipe(Effect.provide(client)))
  await inDatabase(
    dataDir,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`INSERT INTO organization ${sql.insert({ id: 1, name: "O", slug: "o", created_at: 0 })}`
      yield* sql`INSERT INTO project ${sql.insert({ id: 1, organization_id: 1, name: "P", slug: "p", created_at: 0 })}`
      yield* sql`INSERT INTO webhook_configuration ${sql.insert({ id: 1, project_id: 1, url, secret: "whsec_0123456789abcdef0123456789abcdef", created_at: 0 })}`
    })
  )
}

const commit = (dataDir: string, revisionId: number) =>
  inDatabase(
    dataDir,
    deliverToAll({
      projectId: 1,
      revisionId,
      now: Date.now(),
      content: (id) => ({ messageId: `msg_${id}_${revisionId}`, body: "{}" })
    })
  )

/** An endpoint that notes the ids it gets; answers only when `isAnswering`. */
/** A collector of OTLP over HTTP, which keeps the bodies that it gets. */
const startCollector = async () => {
  const bodies: Array<string> = []
  const server = createServer((request, response) => {
    let body = ""
    request.on("data", (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on("end", () => {
      bodies.push(body)
      response.writeHead(200).end()
    })
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  closing.push(() => server.close().closeAllConnections())
  return { bodies, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

const seedEndpoint = async () => {
  const ids: Array<string> = []
  const waiting: Array<() => void> = []
  const endpoint = { url: "", isAnswering: true, ids, nextId: async (): Promise<string> => "" }
  const server = createServer((request, response) => {
    ids.push(String(request.headers["webhook-id"]))
    waiting.shift()?.()
    if (endpoint.isAnswering) response.end()
  })
  let taken = 0
  endpoint.nextId = async () => {
    if (taken >= ids.length) await new Promise<void>((resolve) => waiting.push(resolve))
    return ids[taken++] ?? ""
  }
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  closing.push(
    () => server.closeAllConnections(),
    () => server.close()
  )
  endpoint.url = `http://user:password@127.0.0.1:${(server.address() as AddressInfo).port}/`
  return endpoint
}

/** The bundle that all test files share, which `tooling/compat/src/testing/before-all-files.ts` makes, or the sources. */
const main = process.env["TEST_DISPATCHER_BUNDLE"] ?? fileURLToPath(new URL("main.ts", import.meta.url))

const startDispatcher = (environment: Readonly<Record<string, string>>, words: ReadonlyArray<string> = []) => {
  const child: ChildProcess = spawn(process.execPath, [main, ...words], {
    env: { PATH: process.env["PATH"] ?? "", DRAGOMAN_WEBHOOK_ALLOW: "127.0.0.1", ...environment },
    stdio: ["ignore", "pipe", "pipe"]
  })
  closing.push(() => child.kill("SIGKILL"))
  const lines: Array<string> = []
  const listeners = new Set<() => void>()
  for (const stream of [child.stdout, child.stderr]) {
    if (stream === null) continue
    createInterface({ input: stream }).on("line", (line) => {
      lines.push(line)
      for (const listener of listeners) listener()
    })
  }
  const exited = once(child, "close").then(([code]) => code as number | null)
  /** Waits for something that a running dispatcher does; fails with its output when it ends before. */
  const whileRunning = <A>(awaited: Promise<A>): Promise<A> =>
    Promise.race([awaited, exited.then((code) => assert.fail(`ended with ${code}: ${lines.join("\n")}`))])
  return {
    child,
    lines,
    exited,
    whileRunning,
    said: (part: string) =>
      whileRunning(
        new Promise<void>((resolve) => {
          const look = () => {
            if (lines.some((line) => line.includes(part))) resolve()
          }
          listeners.add(look)
          look()
        })
      )
  }
}

describe("the dispatcher program", () => {
  it("delivers what servers commit, and ends with 0 after SIGTERM", async () => {
    const dataDir = seedDataDir()
    const endpoint = await seedEndpoint()
    await seedDatabase(dataDir, endpoint.url)
    const dispatcher = startDispatcher({ DRAGOMAN_DATA_DIR: dataDir })
    await dispatcher.said("Webhook dispatcher started")
    await commit(dataDir, 1)
    assert.strictEqual(await dispatcher.whileRunning(endpoint.nextId()), "msg_1_1")
    dispatcher.child.kill("SIGTERM")
    assert.strictEqual(await dispatcher.exited, 0)
    const states = await inDatabase(
      dataDir,
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql<{ state: string }>`SELECT state FROM delivery`)
    )
    assert.deepStrictEqual(
      states.map(({ state }) => state),
      ["DELIVERED"]
    )
    for (const line of dispatcher.lines) assert.isObject(JSON.parse(line))
    assert.notInclude(dispatcher.lines.join("\n"), "password")
  })

  it("delivers from an encrypted database with its key, and ends with a sentence without it", async () => {
    const dataDir = seedDataDir()
    const endpoint = await seedEndpoint()
    await seedDatabase(dataDir, endpoint.url)
    await commit(dataDir, 1)
    const keyText = Buffer.alloc(32, 1).toString("base64")
    const parsed = parseEncryptionKeys(keyText)
    const client = layerSqlite({ filename: join(dataDir, "dragoman.sqlite") })
    await settleEncryption({ rotate: false }).pipe(
      Effect.provideService(EncryptionKeys, "keys" in parsed ? parsed.keys : []),
      Effect.provide(Layer.provideMerge(Database.layer, client)),
      Effect.runPromise
    )
    const without = startDispatcher({ DRAGOMAN_DATA_DIR: dataDir })
    assert.strictEqual(await without.exited, 1)
    assert.match(
      without.lines.join("\n"),
      /The database is encrypted under the key [0-9a-f]{16}: set DRAGOMAN_ENCRYPTION_KEY/
    )
    assert.deepStrictEqual(endpoint.ids, [])
    const dispatcher = startDispatcher({ DRAGOMAN_DATA_DIR: dataDir, DRAGOMAN_ENCRYPTION_KEY: keyText })
    assert.strictEqual(await dispatcher.whileRunning(endpoint.nextId()), "msg_1_1")
    dispatcher.child.kill("SIGTERM")
    assert.strictEqual(await dispatcher.exited, 0)
    assert.notInclude([...dispatcher.lines, ...without.lines].join("\n"), keyText)
  })

  it("says that an endpoint cannot be reached without a part of its URL beyond the host", async () => {
    const dataDir = seedDataDir()
    const closed = createServer().listen(0, "127.0.0.1")
    await once(closed, "listening")
    const { port } = closed.address() as AddressInfo
    closed.close()
    await seedDatabase(dataDir, `http://hidden:hidden@127.0.0.1:${port}/hidden?hidden`)
    await commit(dataDir, 1)
    const dispatcher = startDispatcher({ DRAGOMAN_DATA_DIR: dataDir, DRAGOMAN_LOG_LEVEL: "debug" })
    await dispatcher.said("ECONNREFUSED")
    assert.notInclude(dispatcher.lines.join("\n"), "hidden")
    dispatcher.child.kill("SIGTERM")
    assert.strictEqual(await dispatcher.exited, 0)
  })

  it("killed in the middle of an attempt it loses nothing: the next one delivers after the lease", async () => {
    const dataDir = seedDataDir()
    const endpoint = await seedEndpoint()
    endpoint.isAnswering = false
    await seedDatabase(dataDir, endpoint.url)
    await commit(dataDir, 1)
    const killed = startDispatcher({ DRAGOMAN_DATA_DIR: dataDir })
    await killed.whileRunning(endpoint.nextId())
    killed.child.kill("SIGKILL")
    await killed.exited
    endpoint.isAnswering = true
    // Pretends that the time of the lease is over.
    await inDatabase(
      dataDir,
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) => sql`UPDATE delivery SET leased_until = 1 WHERE leased_by IS NOT NULL`
      )
    )
    const next = startDispatcher({ DRAGOMAN_DATA_DIR: dataDir })
    assert.strictEqual(await next.whileRunning(endpoint.nextId()), "msg_1_1")
    next.child.kill("SIGTERM")
    assert.strictEqual(await next.exited, 0)
  })

  it("waits for the server to create and migrate the database, and reads its settings again at SIGHUP", async () => {
    const dataDir = seedDataDir()
    const endpoint = await seedEndpoint()
    const config = join(dataDir, "dragoman.yaml")
    writeFileSync(config, "log-level: info")
    const dispatcher = startDispatcher({ DRAGOMAN_DATA_DIR: dataDir }, ["--config", config])
    await dispatcher.said("waiting for the server")
    writeFileSync(config, "log-level: warn\nport: 1\nwebhook: { timeout-ms: 5000 }")
    dispatcher.child.kill("SIGHUP")
    await dispatcher.said("count after a restart: DRAGOMAN_WEBHOOK_TIMEOUT_MS")
    await seedDatabase(dataDir, endpoint.url)
    await commit(dataDir, 1)
    assert.strictEqual(await dispatcher.whileRunning(endpoint.nextId()), "msg_1_1")
    dispatcher.child.kill("SIGTERM")
    assert.strictEqual(await dispatcher.exited, 0)
    assert.notInclude(dispatcher.lines.join("\n"), "Webhook dispatcher started")
  })

  it("tells monitors that it is alive, whether it is ready, and what it has sent", async () => {
    const dataDir = seedDataDir()
    const endpoint = await seedEndpoint()
    const collector = await startCollector()
    const dispatcher = startDispatcher({
      DRAGOMAN_DATA_DIR: dataDir,
      DRAGOMAN_DISPATCHER_PORT: "0",
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.address,
      OTEL_EXPORTER_OTLP_PROTOCOL: "http/json"
    })
    await dispatcher.said("waiting for the server")
    const [listening = ""] = dispatcher.lines.filter((line) => line.includes("Monitoring endpoint started"))
    const address = `http://127.0.0.1:${JSON.parse(listening).port}`
    const ask = async (path: string) => {
      const answer = await fetch(`${address}${path}`)
      return { status: answer.status, text: await answer.text() }
    }
    assert.deepStrictEqual(await ask("/health/live"), { status: 200, text: '{"status":"UP"}' })
    assert.deepStrictEqual(await ask("/health/ready"), { status: 503, text: '{"status":"DOWN"}' })
    await seedDatabase(dataDir, endpoint.url)
    await dispatcher.said("Webhook dispatcher started")
    assert.deepStrictEqual(await ask("/health/ready"), { status: 200, text: '{"status":"UP"}' })
    await commit(dataDir, 1)
    await dispatcher.whileRunning(endpoint.nextId())
    // The attempt is counted when it is acknowledged, a moment after it came.
    let metrics = ""
    const awaited = ['dragoman_webhook_attempts_total{result="2xx"} 1\n', "dragoman_webhook_deliveries_pending 0\n"]
    while (!awaited.every((series) => metrics.includes(series))) {
      metrics = (await dispatcher.whileRunning(ask("/metrics"))).text
    }
    const documented = documentedMetrics().filter(({ there }) => there.includes("d"))
    const families = documented.map(({ family }) => family)
    const printed = [...printedMetrics(metrics).keys()]
    assert.isEmpty(printed.filter((family) => !families.includes(family)))
    const ofEachSystem = documented.filter(({ there }) => there.length === 1).map(({ family }) => family)
    assert.isEmpty(ofEachSystem.filter((family) => !printed.includes(family)))
    assert.strictEqual((await ask("/v2/projects")).status, 404)
    dispatcher.child.kill("SIGTERM")
    assert.strictEqual(await dispatcher.exited, 0)
    // The last spans are sent at the stop. No address of an endpoint is in them.
    const traces = collector.bodies.join("")
    assert.include(traces, '"name":"POST webhook"')
    assert.include(traces, '{"key":"service.name","value":{"stringValue":"dragoman-webhook-dispatcher"}}')
    assert.notInclude(traces, new URL(endpoint.url).host)
    for (const line of dispatcher.lines) assert.containsAllKeys(JSON.parse(line), ["time", "level", "message"])
  })

  it("ends with 1 and a sentence when its address for monitors is taken", async () => {
    const endpoint = await seedEndpoint()
    const dispatcher = startDispatcher({
      DRAGOMAN_DATA_DIR: seedDataDir(),
      DRAGOMAN_DISPATCHER_PORT: new URL(endpoint.url).port
    })
    assert.strictEqual(await dispatcher.exited, 1)
    assert.strictEqual(dispatcher.lines.length, 1)
    assert.include(dispatcher.lines[0], "DRAGOMAN_DISPATCHER_PORT")
  })

  it("refuses a database that a newer server has migrated, in one sentence", async () => {
    const dataDir = seedDataDir()
    await seedDatabase(dataDir, "http://127.0.0.1:1/")
    await inDatabase(
      dataDir,
      Effect.flatMap(
        SqlClient.SqlClient,
        (sql) =>
          sql`INSERT INTO schema_migration ${sql.insert({ version: schemaVersion + 1, name: "later", applied_at: 0 })}`
      )
    )
    const dispatcher = startDispatcher({ DRAGOMAN_DATA_DIR: dataDir })
    assert.strictEqual(await dispatcher.exited, 1)
    assert.strictEqual(dispatcher.lines.length, 1)
    assert.include(dispatcher.lines[0], `schema version ${schemaVersion + 1}`)
  })

  it("works with a newer schema that says so", async () => {
    const dataDir = seedDataDir()
    await seedDatabase(dataDir, "http://127.0.0.1:1/")
    const newer = { version: schemaVersion + 1, name: "later", applied_at: 0, oldest_program: schemaVersion }
    await inDatabase(
      dataDir,
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql`INSERT INTO schema_migration ${sql.insert(newer)}`)
    )
    const dispatcher = startDispatcher({ DRAGOMAN_DATA_DIR: dataDir })
    await dispatcher.said("Webhook dispatcher started")
    dispatcher.child.kill("SIGTERM")
    assert.strictEqual(await dispatcher.exited, 0)
  })

  it("ends with 2 and a sentence for each setting that is wrong", async () => {
    const dispatcher = startDispatcher({ DRAGOMAN_LOG_LEVEL: "loud", DRAGOMAN_WEBHOOK_TIMEOUT_MS: "x" })
    assert.strictEqual(await dispatcher.exited, 2)
    assert.deepStrictEqual(
      dispatcher.lines.map((line) => line.split(" ")[0]),
      ["DRAGOMAN_WEBHOOK_TIMEOUT_MS", "DRAGOMAN_LOG_LEVEL"]
    )
  })
})
