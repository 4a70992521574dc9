import { readFileSync } from "node:fs"
import { join } from "node:path"
import { PostgresServer } from "@dragoman/store/testing"
import { assert, describe, it, layer } from "@effect/vitest"
import { Context, Effect, Layer } from "effect"
import { PollMillis } from "../../realtime/project-events.ts"
import type { TestCredential } from "../../testing/send.ts"
import { sendTo } from "../../testing/start-server.ts"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"
import { eachKind } from "../exhaustive.ts"
import { events } from "./events.ts"
import { continueJob, lookAt, openConnections, type Person, type Servers, seedPerson } from "./people-fixture.ts"

/** Longest time from the response that ends a connection to its end. */
const endWithin = "10 seconds"

/** The table of docs/sessions.md: the words of a row by the titles of the columns. */
const table = (() => {
  const text = readFileSync(join(import.meta.dirname, "../../../../../docs/sessions.md"), "utf8")
  const [, section = ""] = text.split("\n## What ends\n")
  const lines = section.split("\n").filter((line) => line.startsWith("|"))
  const [titles = [], , ...rows] = lines.map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim())
  )
  return rows.map(([event = "", ...words]) => ({
    event,
    words: Object.fromEntries(words.map((word, column) => [titles[column + 1] ?? "", word]))
  }))
})()

const streams = "streams and websockets"
const jobs = "running jobs"

/** The word for what works after the event, and after it was undone. */
const wordOf = (after: ReadonlyArray<boolean>, undone: ReadonlyArray<boolean> | null): string => {
  if (after.length === 0) return "–"
  if (after.every((works) => works)) return "stay"
  const isBack = undone?.every((works) => works) === true
  const end = isBack ? "pause" : "end"
  if (after.every((works) => !works)) return end
  return after.filter((works) => !works).length === 1 ? `that one ${end}s` : `the others ${end}`
}

/** Which connections have to be over, by the word of the table. */
const shouldEnd = (word: string | undefined, works: boolean): boolean =>
  word === "end" || (word === "with their credential" && !works)

const check = Effect.fnUntraced(function* (
  servers: Servers,
  event: string,
  expected: Readonly<Record<string, string>>
) {
  const { setUp, happens, undo, isAdministrator } = events[event] ?? (yield* Effect.die(new Error(`Unknown: ${event}`)))
  const person = yield* seedPerson(servers.first, isAdministrator === true)
  yield* setUp?.(person) ?? Effect.void
  const probes = lookAt(servers, person)
  const look = Effect.all(probes)
  const before = yield* look
  assert.isTrue(
    Object.values(before)
      .flat()
      .every((works) => works),
    JSON.stringify(before)
  )
  const connections = yield* openConnections(servers, person)
  yield* happens(servers, person)
  const after = yield* look
  yield* checkConnections(servers, person, connections, expected[streams])
  const jobContinues = yield* continueJob(person)
  yield* undo?.(servers, person) ?? Effect.void
  const undone = undo === undefined ? null : yield* look
  const found = Object.fromEntries(
    Object.entries(after).map(([column, works]) => [
      column,
      wordOf(works, undone?.[column as keyof typeof undone] ?? null)
    ])
  )
  assert.deepStrictEqual({ ...found, [jobs]: jobContinues ? "stay" : "end", [streams]: expected[streams] }, {
    ...expected
  } as never)
})

const checkConnections = Effect.fnUntraced(function* (
  { first, second }: Servers,
  person: Person,
  connections: Effect.Success<ReturnType<typeof openConnections>>,
  word: string | undefined
) {
  assert.include(["stay", "end", "with their credential"], word)
  const [isFirstSessionLive] = yield* lookAt({ first, second }, person)["console sessions"]
  const works = (credential: TestCredential) =>
    // The cookie of the session that made the request may have a new value, while the session stays.
    credential === person.sessions[0]
      ? Effect.succeed(isFirstSessionLive === true)
      : Effect.map(
          sendTo(second, credential, "GET", `/v2/projects/${person.projectId}/keys`),
          ({ status }) => status === 200
        )
  const live = []
  for (const connection of connections) {
    const isOver = shouldEnd(word, yield* works(connection.credential))
    if (!isOver) live.push(connection)
    else {
      yield* connection.ended.pipe(
        Effect.timeout(endWithin),
        Effect.catchTag("TimeoutError", () => Effect.die(new Error(`The ${connection.name} is still open.`)))
      )
    }
  }
  if (live.length === 0) return
  const translations = { en: "Changed" }
  yield* sendTo(first, person.asOwner, "POST", `/v2/projects/${person.projectId}/translations`, {
    key: "a",
    translations
  })
  for (const connection of live) {
    assert.isTrue(yield* Effect.timeout(connection.received, endWithin), connection.name)
  }
})

/** Nothing ends because a server looks again from time to time. */
const layerPatient = Layer.succeed(PollMillis, 3_600_000)

class Pair extends Context.Service<Pair, Servers>()("@dragoman/server/composition/ended-access/Pair") {}

const layerSqlite = Layer.effect(
  Pair,
  Effect.map(TestServer, ({ baseUrl }) => ({ first: baseUrl, second: baseUrl }))
).pipe(Layer.provideMerge(layerTestServer().pipe(Layer.provide(layerPatient))))

const layerPostgres = Layer.unwrap(
  Effect.gen(function* () {
    const { newDatabaseWithSchema } = yield* PostgresServer
    const url = yield* newDatabaseWithSchema
    const server = () =>
      Layer.fresh(layerTestServer({ database: { engine: "postgres", url }, webhookDispatcher: "external" })).pipe(
        Layer.provide(layerPatient)
      )
    const layerSecond = Layer.effect(
      SecondServer,
      Effect.map(TestServer, ({ baseUrl }) => ({ baseUrl }))
    ).pipe(Layer.provide(server()))
    return Layer.effect(
      Pair,
      Effect.gen(function* () {
        return { first: (yield* TestServer).baseUrl, second: (yield* SecondServer).baseUrl }
      })
    ).pipe(Layer.provide(layerSecond), Layer.provideMerge(server()))
  })
).pipe(Layer.provide(PostgresServer.layer), Layer.orDie)

class SecondServer extends Context.Service<SecondServer, { readonly baseUrl: string }>()(
  "@dragoman/server/composition/ended-access/SecondServer"
) {}

it("docs/sessions.md has a row for each event that is tested", () => {
  assert.sameMembers(
    table.map(({ event }) => event),
    Object.keys(events)
  )
})

describe.each([
  ["SQLite", layerSqlite],
  ["two servers on PostgreSQL", layerPostgres]
])("what ends what, on %s", (_, layerServers) => {
  layer(layerServers, { excludeTestServices: true, timeout: "60 seconds" })((test) => {
    eachKind(
      test.effect,
      table,
      ({ words }) => `${words[streams]}, ${words[jobs]}`
    )("$event", ({ event, words }) =>
      Effect.gen(function* () {
        yield* check(yield* Pair, event, words)
      })
    )
  })
})
