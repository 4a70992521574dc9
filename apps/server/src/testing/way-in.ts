import { runEngine } from "@dragoman/delivery"
import { Database } from "@dragoman/store"
import { loggedAttempts } from "@dragoman/store/testing/logged-attempts"
import { Effect, Layer, Queue, References } from "effect"
import { SqlClient } from "effect/sql"
import { EndpointNetwork } from "./endpoint-network.ts"
import type { Zone } from "./name-server.ts"
import { endpointNames, publicEndpoints, refusedUrls } from "./refused-endpoints.ts"
import { seed } from "./seed.ts"
import { send } from "./send.ts"
import { layerTestServer } from "./test-server.ts"

const timeoutMillis = 2_000
/** So few that each is answered in time, even where the machine has much to do. */
const requestsAtOnce = 16

/** Signs in both schemes. */
const storedSecret = "whsec_00000000000000000000000000000000"

/** A server without exceptions for anybody, in a network of its own. `zone` has names beside those of the table. */
export const layerGuardedServer = (zone: Zone = () => undefined) => {
  const network = EndpointNetwork.layer({
    zone: (name, question) => zone(name, question) ?? endpointNames[name],
    publicAddresses: new Set(publicEndpoints.map(([, address]) => address))
  })
  return layerTestServer(
    { webhookDispatcher: "external", webhookAllow: [], webhookTimeoutMillis: timeoutMillis },
    network
  ).pipe(Layer.provideMerge(network))
}

/** How many endpoints were tried, and each one that was not treated as it should be. */
export interface StageFinding {
  readonly refused: number
  readonly public: number
  /** Endpoints that got through although they may not be reached, and connections that were made. */
  readonly waysIn: ReadonlyArray<string>
  readonly falseRefusals: ReadonlyArray<string>
}

let fixtures = 0

const seedOwner = Effect.gen(function* () {
  const name = `Ways in ${++fixtures}`
  const owner = yield* seed.user({ username: name })
  const organization = yield* seed.organization({ name, owner })
  const project = yield* seed.project({ organization: organization.id, name })
  const credential = yield* seed.accessToken(owner)
  return { project: project.id, credential, path: `/v2/projects/${project.id}/webhook-configs` }
})

/** The connections that a stage has made, judged by the table alone. */
const watched = Effect.fnUntraced(function* <E, R>(
  stage: Effect.Effect<
    { readonly gotThrough: ReadonlyArray<string>; readonly falseRefusals: ReadonlyArray<string> },
    E,
    R
  >
) {
  const { connected, decoy } = yield* EndpointNetwork
  const connectedBefore = connected.length
  const decoysBefore = decoy.connections()
  const { gotThrough, falseRefusals } = yield* stage
  const toRefused = connected
    .slice(connectedBefore)
    .filter((address) => publicEndpoints.every(([, to]) => to !== address))
  const decoys = decoy.connections() - decoysBefore
  const finding: StageFinding = {
    refused: refusedUrls(decoy.port).length,
    public: publicEndpoints.length,
    waysIn: [
      ...gotThrough,
      ...toRefused.map((address) => `connected to ${address}`),
      ...(decoys > 0 ? [`${decoys} connections at the decoy`] : [])
    ],
    falseRefusals
  }
  return finding
})

/** Each URL is sent to the API as the address of a new configuration. */
export const trySaving = watched(
  Effect.gen(function* () {
    const { credential, path } = yield* seedOwner
    const { decoy } = yield* EndpointNetwork
    const save = (url: string) => send(credential, "POST", path, { url })
    const gotThrough = yield* Effect.filter(
      refusedUrls(decoy.port),
      (url) => Effect.map(save(url), ({ status, body }) => status !== 400 || Object(body).code !== "url_not_valid"),
      { concurrency: requestsAtOnce }
    )
    const notSaved = yield* Effect.filter(
      publicEndpoints,
      ([url]) => Effect.map(save(url), ({ status }) => status !== 200),
      { concurrency: requestsAtOnce }
    )
    return { gotThrough, falseRefusals: notSaved.map(([url]) => url) }
  })
)

/** Stored as if their names had been good ones then; the ids by URL. */
const seedStored = Effect.fnUntraced(function* (project: number, urls: ReadonlyArray<string>) {
  const sql = yield* SqlClient.SqlClient
  const database = yield* Database
  const row = (url: string) => ({ project_id: project, url, secret: storedSecret, created_at: 0 })
  const [first = "", ...others] = urls
  const stored = yield* database.transaction(
    sql<{ id: number; url: string }>`
      INSERT INTO webhook_configuration ${sql.insert([row(first), ...others.map(row)])} RETURNING id, url`
  )
  return new Map(stored.map(({ id, url }) => [url, id]))
})

/** Each URL is stored already, and the test call is asked for. */
export const tryTesting = watched(
  Effect.gen(function* () {
    const { project, credential, path } = yield* seedOwner
    const { connected, decoy } = yield* EndpointNetwork
    const refused = refusedUrls(decoy.port)
    const ids = yield* seedStored(project, [...refused, ...publicEndpoints.map(([url]) => url)])
    const isDelivered = (url: string) =>
      Effect.map(
        send(credential, "POST", `${path}/${ids.get(url)}/test`),
        ({ body }) => (body as { readonly success: boolean }).success
      )
    const delivered = yield* Effect.filter(refused, isDelivered, { concurrency: requestsAtOnce })
    const missed = yield* Effect.filter(
      publicEndpoints,
      ([url, address]) => Effect.map(isDelivered(url), (isSo) => !isSo || !connected.includes(address)),
      { concurrency: requestsAtOnce }
    )
    return { gotThrough: delivered, falseRefusals: missed.map(([url]) => url) }
  })
)

/** Each URL is stored already, and a change is delivered by the engine. */
export const trySending = watched(
  Effect.gen(function* () {
    const { project, credential } = yield* seedOwner
    const { connected, decoy } = yield* EndpointNetwork
    const sql = yield* SqlClient.SqlClient
    const refused = refusedUrls(decoy.port)
    const ids = yield* seedStored(project, [...refused, ...publicEndpoints.map(([url]) => url)])
    const language = { name: "Basque", originalName: "Euskara", tag: "eu" }
    yield* send(credential, "POST", `/v2/projects/${project}/languages`, language)
    const firstAttempts = sql<{ url: string; status: number | null; error: string | null }>`
      SELECT c.url, a.status, a.error FROM ${sql.literal(loggedAttempts)} a JOIN delivery d ON d.id = a.delivery_id
      JOIN webhook_configuration c ON c.id = d.webhook_configuration_id
      WHERE a.number = 1 AND c.project_id = ${project}`
    const acknowledged = yield* Queue.unbounded<void>()
    yield* Effect.forkScoped(
      runEngine({
        timeoutMillis,
        logDays: 1,
        concurrency: requestsAtOnce,
        onAttempts: () => Queue.offerUnsafe(acknowledged, undefined)
      })
    )
    let attempts = yield* firstAttempts
    while (attempts.length < ids.size) {
      yield* Queue.take(acknowledged)
      attempts = yield* firstAttempts
    }
    const attemptTo = new Map(attempts.map(({ url, ...attempt }) => [url, attempt]))
    return {
      gotThrough: refused.filter((url) => attemptTo.get(url)?.status !== null),
      falseRefusals: publicEndpoints
        .filter(([url, address]) => attemptTo.get(url)?.status !== 200 || !connected.includes(address))
        .map(([url]) => `${url}: ${attemptTo.get(url)?.error}`)
    }
  }).pipe(Effect.scoped, Effect.provideService(References.MinimumLogLevel, "None"))
)
