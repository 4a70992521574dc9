import { ServerChannel } from "@dragoman/store"
import { PostgresServer } from "@dragoman/store/testing"
import { assert, it, layer } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Logger, Queue, Scope, Stream } from "effect"
import { SqlClient } from "effect/sql"
import { openEventStream } from "../testing/event-stream.ts"
import { seed } from "../testing/seed.ts"
import { send } from "../testing/send.ts"
import { layerTestServer, TestServer } from "../testing/test-server.ts"
import { subscribeToOtherServers } from "./other-servers.ts"
import { PollMillis } from "./project-events.ts"

/** Received messages and log lines; `messages` is published each time the subscription starts. */
const subscribeTo = Effect.fnUntraced(function* (messages: Stream.Stream<string | null>) {
  const said = yield* Queue.unbounded<string>()
  const say = (text: string) => void Queue.offerUnsafe(said, text)
  const logger = Logger.make<unknown, void>(({ logLevel, message }) => say(`${logLevel}: ${[message].flat()[0]}`))
  yield* subscribeToOtherServers({
    changed: (projectId) => say(`changed ${projectId}`),
    progress: (projectId) => say(`progress ${projectId}`),
    accessEnded: () => say("access ended"),
    missed: () => say("missed")
  }).pipe(
    Effect.provideService(ServerChannel, { publish: () => Effect.void, messages }),
    Effect.provide(Logger.layer([logger]))
  )
  return Queue.take(said)
})

const changed = JSON.stringify({ from: "another", kind: "changed", projectIds: [7] })

it.effect.each([
  "x",
  "",
  "null",
  "[]",
  '{"from":"another"}',
  '{"from":"another","kind":"changed"}',
  '{"from":"another","kind":"changed","projectIds":[null]}',
  '{"from":"another","kind":"progress","projectId":1,"message":null}',
  '{"from":"another","kind":"a newer one"}'
])("an unreadable message is logged and may hide a change: %s", (message) =>
  Effect.gen(function* () {
    const next = yield* subscribeTo(Stream.concat(Stream.make(message, changed), Stream.never))
    assert.strictEqual(yield* next, "Warn: Message of another server is unreadable")
    assert.strictEqual(yield* next, "missed")
    assert.strictEqual(yield* next, "changed 7")
  })
)

it.effect.each([
  ["ends", Stream.empty, "Warn: The subscription to other servers ended, and is restarted"],
  ["fails", Stream.die("a defect"), "Error: The subscription to other servers failed, and is restarted"]
] as const)("a subscription that %s is logged and restarted", ([, end, line]) =>
  Effect.gen(function* () {
    let starts = 0
    const messages = Stream.suspend(() =>
      ++starts === 1 ? end : Stream.concat(Stream.make<ReadonlyArray<string | null>>(null, changed), Stream.never)
    )
    const next = yield* subscribeTo(messages)
    assert.strictEqual(yield* next, line)
    assert.strictEqual(yield* next, "missed")
    assert.strictEqual(yield* next, "changed 7")
  })
)

layer(PostgresServer.layer, { excludeTestServices: true, timeout: "60 seconds" })(
  "a message of another program",
  (it) => {
    /** A server that does not poll. */
    const startServer = Effect.fnUntraced(function* (url: string) {
      const scope = yield* Effect.acquireRelease(Scope.make(), (made) => Scope.close(made, Exit.void))
      const server = layerTestServer({ webhookDispatcher: "external", database: { engine: "postgres", url } })
      const unlooking = Layer.provide(server, Layer.succeed(PollMillis, 3_600_000))
      const services = yield* Layer.buildWithMemoMap(unlooking, yield* Layer.makeMemoMap, scope)
      return { services, baseUrl: Context.get(services, TestServer).baseUrl }
    })

    it.effect("on the channel of the servers does not end the subscription", () =>
      Effect.gen(function* () {
        const { newDatabaseWithSchema } = yield* PostgresServer
        const url = yield* newDatabaseWithSchema
        const [one, other] = [yield* startServer(url), yield* startServer(url)]
        yield* Effect.gen(function* () {
          const owner = yield* seed.user({ username: "owner" })
          const organization = yield* seed.organization({ name: "Channel", owner })
          const { id } = yield* seed.project({ organization: organization.id, name: "Channel" })
          const asOwner = yield* seed.accessToken(owner)
          const stream = yield* openEventStream(asOwner, id, { baseUrl: other.baseUrl })
          yield* stream.next
          const sql = yield* SqlClient.SqlClient
          for (const message of ["x", "{}"]) {
            yield* Effect.orDie(sql`SELECT pg_notify('dragoman_server', ${message})`)
            const translations = { en: `Behind ${message}` }
            yield* send(asOwner, "POST", `/v2/projects/${id}/translations`, { key: "home", translations })
            assert.include((yield* stream.next)["data"], `Behind ${message}`)
          }
        }).pipe(Effect.provideContext(one.services))
      })
    )
  }
)
