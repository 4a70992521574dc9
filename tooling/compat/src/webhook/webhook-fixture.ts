import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { isReady, type RunningProgram, startProgram } from "@dragoman/release/running-program"
import { layerPostgres, layerSqlite } from "@dragoman/store"
import { freePort } from "@dragoman/store/testing/free-port"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { startProxy } from "../cluster/proxy.ts"
import { logIn, type ServerClient } from "../server-client.ts"
import { isClustered } from "../testing/running-servers.ts"

/** The bundles that are run. */
export interface WebhookPrograms {
  readonly server: string
  readonly dispatcher: string
}

export interface FixtureOptions {
  readonly programs: WebhookPrograms
  /** Folder for the data of the programs; it is created. */
  readonly folder: string
  /** Address of a PostgreSQL database; null: SQLite in the folder. */
  readonly postgresUrl: string | null
  readonly dispatcher: "embedded" | "external"
  /** Timeout of one attempt. */
  readonly timeoutMillis?: number
}

/** A project of a server that may be killed and started again at the same address, and its dispatchers. */
export interface WebhookFixture extends ServerClient {
  readonly address: string
  /** Path of the project in the API. */
  readonly project: string
  readonly authorization: string
  readonly startServer: () => RunningProgram
  readonly startDispatcher: () => RunningProgram
  /** Resolves when the server has begun to listen again. */
  readonly serverReady: (server: RunningProgram) => Promise<unknown>
  readonly dispatcherReady: (dispatcher: RunningProgram) => Promise<unknown>
  /** The server of the beginning; in a cluster another one stays beside it, and the address is that of the proxy. */
  readonly server: RunningProgram
  /** Creates a webhook configuration; its id. */
  readonly hook: (url: string) => Promise<number>
  /** Deliveries of these configurations in one state. */
  readonly deliveryCount: (hooks: ReadonlyArray<number>, state: string) => Promise<number>
  /** Waits until none of them is pending, also none that has come and whose dispatcher was killed before it could note it. */
  readonly untilDelivered: (hooks: ReadonlyArray<number>, withinMillis: number) => Promise<void>
  /** Ids of all changes of texts. */
  readonly textRevisions: () => Promise<ReadonlyArray<number>>
  /** The database of the programs. */
  readonly client: Layer.Layer<SqlClient.SqlClient>
  /** SQL in it, in one transaction. */
  readonly inDatabase: <A>(effect: Effect.Effect<A, unknown, SqlClient.SqlClient>) => Promise<A>
  /** Ends whatever runs. */
  readonly close: () => Promise<void>
}

const username = "root"
const password = "correct-horse-battery"

/** Writers have a key each, so that none overwrites what another one has just written. */
export const writerKeys = Array.from({ length: 8 }, (_, index) => `key_${index}`)

/** Webhooks go straight to their endpoints, whatever the environment says: no program listens at this port. */
const proxyNobodyMayAsk = {
  NODE_USE_ENV_PROXY: "1",
  HTTP_PROXY: "http://127.0.0.1:8",
  HTTPS_PROXY: "http://127.0.0.1:8",
  http_proxy: "http://127.0.0.1:8"
}

/** The default of the product. */
const defaultTimeoutMillis = 10_000
const activitiesAtOnce = 2_000
const lookAgainMillis = 100

export const openWebhookFixture = async (options: FixtureOptions): Promise<WebhookFixture> => {
  const { programs, folder, postgresUrl, timeoutMillis = defaultTimeoutMillis } = options
  mkdirSync(folder, { recursive: true })
  const port = await freePort()
  const dataDir = join(folder, "data")
  const running = new Set<RunningProgram>()
  const start = (main: string, words: ReadonlyArray<string>, env: Readonly<Record<string, string>>) => {
    const program = startProgram(process.execPath, [main, ...words], {
      folder,
      env: {
        DRAGOMAN_DATA_DIR: dataDir,
        ...(postgresUrl === null ? {} : { DRAGOMAN_DATABASE_URL: postgresUrl }),
        DRAGOMAN_WEBHOOK_ALLOW: "127.0.0.1",
        DRAGOMAN_WEBHOOK_TIMEOUT_MS: String(timeoutMillis),
        DRAGOMAN_LOG_FORMAT: "json",
        ...proxyNobodyMayAsk,
        ...env
      }
    })
    running.add(program)
    void program.ended.then(() => running.delete(program))
    return program
  }
  const startServerAt = (at: number) =>
    start(programs.server, ["serve"], {
      DRAGOMAN_PORT: String(at),
      DRAGOMAN_ADMIN_USERNAME: username,
      DRAGOMAN_ADMIN_PASSWORD: password,
      DRAGOMAN_DEMO_PROJECT: "off",
      DRAGOMAN_RATE_LIMITS: "off",
      DRAGOMAN_WEBHOOK_DISPATCHER: options.dispatcher
    })
  const startServer = () => startServerAt(port)
  const server = startServer()
  const ownAddress = String((await server.line(isReady))["address"])
  const inCluster = isClustered && postgresUrl !== null
  const peer = inCluster ? startServerAt(await freePort()) : null
  const proxy =
    peer === null ? null : await startProxy([ownAddress, String((await peer.line(isReady))["address"])], folder)
  const address = proxy?.address ?? ownAddress
  const { call, authorization } = await logIn(address, username, password)
  const project = await makeProject(call)
  const client: Layer.Layer<SqlClient.SqlClient> =
    postgresUrl === null
      ? layerSqlite({ filename: join(dataDir, "dragoman.sqlite") })
      : Layer.orDie(layerPostgres(postgresUrl))
  const deliveryCount: WebhookFixture["deliveryCount"] = async (hooks, state) => {
    const counts = hooks.map(async (hook) => {
      const path = `${project}/webhook-configs/${hook}/deliveries?size=1&state=${state}`
      return (await call<Page>("GET", path)).page.totalElements
    })
    return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0)
  }

  return {
    address,
    authorization,
    project,
    call,
    client,
    server,
    startServer,
    startDispatcher: () => start(programs.dispatcher, [], {}),
    serverReady: (program) => program.line(isReady),
    dispatcherReady: (program) => program.line(({ message }) => message === "Webhook dispatcher started"),
    hook: async (url) => (await call<{ readonly id: number }>("POST", `${project}/webhook-configs`, { url })).id,
    deliveryCount,
    untilDelivered: async (hooks, withinMillis) => {
      const endAt = performance.now() + withinMillis
      while (performance.now() < endAt && (await deliveryCount(hooks, "PENDING")) > 0) await pause(lookAgainMillis)
    },
    textRevisions: async () => {
      const ids: Array<number> = []
      for (let page = 0; ; page++) {
        const path = `${project}/activity?size=${activitiesAtOnce}&page=${page}&sort=timestamp,asc`
        const found = (await call<ActivityPage>("GET", path))._embedded?.activities ?? []
        for (const { type, revisionId } of found) if (type === "SET_TRANSLATIONS") ids.push(revisionId)
        if (found.length < activitiesAtOnce) return ids
      }
    },
    inDatabase: (effect) =>
      Effect.flatMap(SqlClient.SqlClient, (sql) => sql.withTransaction(effect)).pipe(
        Effect.provide(client),
        Effect.runPromise
      ),
    close: async () => {
      await proxy?.stop()
      for (const program of running) {
        // One that was stopped does not hear of its end.
        program.signal("SIGCONT")
        program.signal("SIGKILL")
        await program.ended
      }
    }
  }
}

interface Page {
  readonly page: { readonly totalElements: number }
}

interface ActivityPage {
  readonly _embedded?: { readonly activities: ReadonlyArray<{ readonly type: string; readonly revisionId: number }> }
}

const makeProject = async (call: ServerClient["call"]): Promise<string> => {
  const organizations = await call<{
    readonly _embedded: { readonly organizations: ReadonlyArray<{ readonly id: number }> }
  }>("GET", "/v2/organizations")
  const { id } = await call<{ readonly id: number }>("POST", "/v2/projects", {
    name: "Announced",
    organizationId: organizations._embedded.organizations[0]?.id,
    languages: [{ name: "English", originalName: "English", tag: "en", flagEmoji: "" }],
    baseLanguageTag: "en"
  })
  const project = `/v2/projects/${id}`
  for (const name of writerKeys) await call("POST", `${project}/keys`, { name })
  return project
}

/** The id of the delivery of a revision to a configuration, without the random part that receivers see. */
export const messageId = (hook: number, revision: number): string => `msg_${hook}_${revision}`
