import { AccessRepository, ActivityRepository, Database } from "@dragoman/store"
import { PostgresServer } from "@dragoman/store/testing"
import { assert, layer } from "@effect/vitest"
import { Cause, Context, Effect, Exit, Fiber, Layer, Option, Scope, Stream } from "effect"
import { HttpServerRequest } from "effect/http"
import { SqlClient } from "effect/sql"
import { decideProjectAccess, type ProjectAccess } from "../service/access/access.ts"
import { type EventBlock, openEventStream, parseBlock } from "../testing/event-stream.ts"
import { layerOn } from "../testing/exhaustive-postgres.ts"
import { seed } from "../testing/seed.ts"
import { send } from "../testing/send.ts"
import { layerTestServer, TestServer } from "../testing/test-server.ts"
import { layerTestServerPostgres } from "../testing/test-server-postgres.ts"
import { BufferedUnitsMax, streamProjectEvents } from "./event-stream-handlers.ts"
import { ProjectEvents } from "./project-events.ts"
import { type RealtimeConnection, RealtimeConnections } from "./realtime-connections.ts"

let fixtures = 0

const seedFixture = Effect.gen(function* () {
  const name = `Resume ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const organization = yield* seed.organization({ name, owner })
  const project = yield* seed.project({ organization: organization.id, name })
  const asOwner = yield* seed.accessToken(owner)
  let texts = 0
  const write = Effect.suspend(() => {
    const body = { key: `key ${texts % 7}`, translations: { en: `Text ${++texts}` } }
    return Effect.map(send(asOwner, "POST", `/v2/projects/${project.id}/translations`, body), ({ status }) =>
      assert.strictEqual(status, 200)
    )
  })
  return { owner, projectId: project.id, asOwner, write }
})

/** All revisions of a project; each is an event. */
const revisionIds = Effect.fnUntraced(function* (projectId: number) {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* Effect.orDie(
    sql<{ id: number }>`SELECT id FROM activity_revision WHERE project_id = ${projectId} ORDER BY id`
  )
  return rows.map(({ id }) => id)
})

/** Writes revisions as another server would, when its message is lost. */
const writeElsewhere = Effect.fnUntraced(function* (projectId: number, authorId: number, count: number) {
  const database = yield* Database
  const activities = yield* ActivityRepository
  return yield* database.transaction(
    Effect.forEach(Array.from({ length: count }), (_, index) =>
      Effect.gen(function* () {
        const head = { projectId, authorId, type: "KEY_NAME_EDIT", createdAt: 1, params: null } as const
        const { id } = yield* activities.insert(head)
        const modifications = { name: { old: "a", new: `b ${index}` } }
        const key = { entityClass: "Key", entityId: 1, kind: "MOD", description: {}, relations: {} } as const
        yield* activities.insertEntities(id, [{ ...key, modifications }], [])
        return id
      })
    )
  )
})

/** The state of a client across connections: the events, and the id with which it resumes. */
const makeReader = () => {
  const events: Array<number> = []
  let lastId = 0
  return {
    events,
    lastId: () => lastId,
    take: (block: EventBlock): void => {
      const { id, event } = block
      if (id === undefined) return
      assert.isTrue(Number(id) >= lastId, `the id ${id} came behind ${lastId}`)
      if (event !== undefined) {
        assert.isTrue(Number(id) > lastId, `the event ${id} came behind ${lastId}`)
        events.push(Number(id))
      }
      lastId = Number(id)
    }
  }
}

const blocksOf = (text: string): ReadonlyArray<EventBlock> =>
  text
    .split("\n\n")
    .filter((block) => block !== "")
    .map(parseBlock)

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer({ webhookDispatcher: "external" })],
  ["PostgreSQL", layerTestServerPostgres({ webhookDispatcher: "external" })]
] as const) {
  layerOn(engine, layerServer, { excludeTestServices: true, timeout: "60 seconds" })(
    `a stream that resumes on ${engine}`,
    (it) => {
      /** The text of a stream, pulled by the test; `connection` is the server's side of it. */
      const openBody = Effect.fnUntraced(function* (projectId: number, userId: number, lastEventId: number) {
        const access = yield* AccessRepository
        const row = Option.getOrThrow(yield* access.findProject(projectId, userId))
        const credential = {
          kind: "JWT",
          issuedAtSeconds: 0,
          expiresAtSeconds: 9e9,
          superUntil: null,
          generation: 0,
          acting: null
        } as const
        const caller = {
          userId,
          username: "",
          name: "",
          avatarHash: null,
          serverRole: "USER",
          emailVerified: true,
          needsSuperToken: true,
          accountType: "LOCAL",
          credential
        } as const
        const decided = decideProjectAccess(caller, row, { scopes: ["keys.view"] })
        if ("error" in decided) return yield* Effect.die(decided.error)
        const request = HttpServerRequest.fromWeb(new Request("http://localhost/"))
        const connections = yield* RealtimeConnections
        let connection: RealtimeConnection | null = null
        const add = (added: RealtimeConnection) => {
          connection = added
          connections.add(added)
        }
        const { body } = yield* streamProjectEvents(
          decided.access as ProjectAccess<"keys.view">,
          request,
          lastEventId
        ).pipe(Effect.provideService(RealtimeConnections, { ...connections, add }))
        if (body._tag !== "Stream") return yield* Effect.die("no stream")
        const pull = yield* Stream.toPull(Stream.decodeText(body.stream))
        const next = Effect.map(pull, (texts) => blocksOf(texts.join("")))
        return { next, stop: Effect.sync(() => connection?.dismiss()) }
      })

      /** Reads to the end of the stream and returns the last event. */
      const readToEnd = Effect.fnUntraced(function* (
        body: Effect.Success<ReturnType<typeof openBody>>,
        reader: ReturnType<typeof makeReader>
      ) {
        let last: EventBlock = {}
        while (true) {
          const blocks = yield* Effect.exit(body.next)
          if (Exit.isFailure(blocks)) return last
          for (const block of blocks.value) {
            reader.take(block)
            if (block["event"] !== undefined) last = block
          }
        }
      })

      const readRest = Effect.fnUntraced(function* (
        asOwner: { readonly accessToken: string },
        projectId: number,
        reader: ReturnType<typeof makeReader>
      ) {
        const expected = yield* revisionIds(projectId)
        const stream = yield* openEventStream(asOwner, projectId, { lastEventId: reader.lastId() })
        while (reader.lastId() < (expected.at(-1) ?? 0)) reader.take(yield* stream.next)
        assert.deepStrictEqual(reader.events, expected)
      })

      it.effect("after the server stopped while it was far behind: each event once, in order", () =>
        Effect.gen(function* () {
          const { owner, projectId, asOwner, write } = yield* seedFixture
          yield* writeElsewhere(projectId, owner, 250)
          const reader = makeReader()
          const body = yield* openBody(projectId, owner, 0)
          while (reader.events.length < 100) for (const block of yield* body.next) reader.take(block)
          yield* write
          yield* write
          yield* body.stop
          assert.deepInclude(yield* readToEnd(body, reader), { event: "end", data: '{"reason":"stopping"}' })
          assert.isBelow(reader.events.length, 250)
          yield* readRest(asOwner, projectId, reader)
        })
      )

      it.effect.each([["stopping"], ["too-slow"]] as const)(
        "after it ended, %s, between its subscription and the last it missed: each event once, in order",
        ([reason]) =>
          Effect.gen(function* () {
            const { owner, projectId, asOwner, write } = yield* seedFixture
            const events = yield* ProjectEvents
            yield* writeElsewhere(projectId, owner, 3)
            const reader = makeReader()
            const received: Array<number> = []
            let stop: Effect.Effect<void> = Effect.void
            const subscribe: typeof events.subscribe = Effect.fnUntraced(
              function* (id, subscriber, seen) {
                yield* Effect.orDie(writeElsewhere(projectId, owner, 2))
                const subscription = yield* events.subscribe(
                  id,
                  {
                    ...subscriber,
                    receive: (all, visible) => {
                      received.push(...all.map(({ revisionId }) => revisionId ?? 0))
                      subscriber.receive(all, visible)
                    }
                  },
                  seen
                )
                while (received.length < 3) yield* write
                yield* stop
                return subscription
              },
              Effect.provideContext(yield* Effect.context<never>())
            ) as typeof events.subscribe
            yield* Effect.gen(function* () {
              const body = yield* openBody(projectId, owner, 0)
              if (reason === "stopping") stop = body.stop
              assert.deepInclude(yield* readToEnd(body, reader), { event: "end", data: `{"reason":"${reason}"}` })
            }).pipe(
              Effect.provideService(ProjectEvents, { ...events, subscribe }),
              Effect.provideService(BufferedUnitsMax, reason === "too-slow" ? 0 : 1_000_000)
            )
            assert.isAtLeast(received.length, 3)
            yield* readRest(asOwner, projectId, reader)
          })
      )

      it.effect("on a server without a signal of the newest changes: each event once, in order", () =>
        Effect.gen(function* () {
          const { owner, projectId, asOwner, write } = yield* seedFixture
          const early = yield* openEventStream(asOwner, projectId)
          yield* early.next
          const [first = 0, second = 0, third = 0] = yield* writeElsewhere(projectId, owner, 3)
          const resumed = yield* Effect.forEach([third, second, first], (lastEventId) =>
            Effect.gen(function* () {
              const stream = yield* openEventStream(asOwner, projectId, { lastEventId })
              assert.deepStrictEqual(yield* stream.next, { retry: "3000", id: String(lastEventId) })
              return { stream, lastEventId }
            })
          )
          yield* write
          const all = yield* revisionIds(projectId)
          for (const { stream, lastEventId } of [...resumed, { stream: early, lastEventId: 0 }]) {
            const missing = all.filter((id) => id > lastEventId)
            const seen: Array<number> = []
            while (seen.length < missing.length) {
              const { id, event } = yield* stream.next
              if (event !== undefined) seen.push(Number(id))
            }
            assert.deepStrictEqual(seen, missing)
          }
        })
      )

      it.effect("after a defect of another subscriber: each event once, in order", () =>
        Effect.gen(function* () {
          const { owner, projectId, asOwner, write } = yield* seedFixture
          const events = yield* ProjectEvents
          const reader = makeReader()
          const stream = yield* openEventStream(asOwner, projectId, { lastEventId: 0 })
          reader.take(yield* stream.next)
          const credential = { kind: "JWT", issuedAtSeconds: 0, expiresAtSeconds: 9e9 } as const
          let ended = ""
          yield* events.subscribe(
            projectId,
            {
              caller: {
                userId: owner,
                username: "",
                name: "",
                avatarHash: null,
                serverRole: "USER",
                emailVerified: true,
                needsSuperToken: true,
                accountType: "LOCAL",
                credential: { ...credential, superUntil: null, generation: 0, acting: null }
              },
              topics: ["translation-data-modified"],
              receive: () => {
                throw new Error("A defect")
              },
              end: (reason) => (ended = reason)
            },
            null
          )
          yield* write
          while (true) {
            const block = yield* stream.next
            if (block["event"] === "end") {
              assert.strictEqual(block["data"], '{"reason":"failed"}')
              break
            }
            reader.take(block)
          }
          assert.strictEqual(ended, "failed")
          yield* write
          yield* readRest(asOwner, projectId, reader)
        })
      )
    }
  )
}

/** A second server on a database, until its scope is closed. */
const startServer = Effect.fnUntraced(function* (url: string, bufferedUnitsMax?: number) {
  const scope = yield* Effect.acquireRelease(Scope.make(), (made) => Scope.close(made, Exit.void))
  const server = layerTestServer({ webhookDispatcher: "external", database: { engine: "postgres", url } })
  const limited =
    bufferedUnitsMax === undefined ? server : Layer.provide(server, Layer.succeed(BufferedUnitsMax, bufferedUnitsMax))
  const services = yield* Layer.buildWithMemoMap(limited, yield* Layer.makeMemoMap, scope)
  return { services, baseUrl: Context.get(services, TestServer).baseUrl, stop: Scope.close(scope, Exit.void) }
})

layer(PostgresServer.layer, { excludeTestServices: true, timeout: "120 seconds" })(
  "an event stream over servers that stop, connections that break and clients that are slow",
  (it) => {
    it.effect(
      "each event once, in order",
      () =>
        Effect.gen(function* () {
          const { newDatabaseWithSchema } = yield* PostgresServer
          const url = yield* newDatabaseWithSchema
          const steady = yield* startServer(url)
          const slow = yield* startServer(url, 0)
          yield* Effect.gen(function* () {
            const { owner, projectId, asOwner, write } = yield* seedFixture
            yield* writeElsewhere(projectId, owner, 150)
            const total = 150 + 150
            const writing = yield* Effect.forkChild(
              Effect.forEach(Array.from({ length: 150 }), () => write, { concurrency: 3, discard: true })
            )
            const reader = makeReader()
            const ends: Array<string> = []
            let connections = 0
            /** Reads until the stream ends, or `isEnough`. */
            const read = Effect.fnUntraced(function* (
              stream: Effect.Success<ReturnType<typeof openEventStream>>,
              isEnough: (eventsRead: number) => boolean
            ) {
              const before = reader.events.length
              while (reader.events.length < total && !isEnough(reader.events.length - before)) {
                const block = yield* Effect.exit(stream.next)
                if (Exit.isFailure(block)) {
                  assert.isFalse(Cause.hasDies(block.cause))
                  return
                }
                if (block.value["event"] === "end") ends.push(block.value["data"] ?? "")
                else reader.take(block.value)
              }
            })
            const open = (baseUrl: string) =>
              openEventStream(asOwner, projectId, { baseUrl, lastEventId: reader.lastId() })
            while (reader.events.length < total) {
              connections += 1
              if (connections % 3 === 0) {
                const stopping = yield* startServer(url)
                const stream = yield* open(stopping.baseUrl)
                yield* read(stream, (count) => count >= 5)
                const stop = yield* Effect.forkChild(stopping.stop)
                yield* read(stream, () => false)
                yield* Fiber.join(stop)
              } else {
                const stream = yield* open(connections % 3 === 1 ? steady.baseUrl : slow.baseUrl)
                yield* read(stream, (count) => count >= 30)
                yield* stream.leave
              }
            }
            yield* Fiber.join(writing)
            assert.deepStrictEqual(reader.events, yield* revisionIds(projectId))
            assert.isAbove(connections, 5)
            assert.include(ends, '{"reason":"stopping"}')
          }).pipe(Effect.provideContext(steady.services))
        }),
      120_000
    )
  }
)
