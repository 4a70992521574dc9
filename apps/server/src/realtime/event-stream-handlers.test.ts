import { batchJobProgressMessage } from "@dragoman/domain/activity"
import { Database } from "@dragoman/store"
import { PostgresServer } from "@dragoman/store/testing"
import { assert, layer } from "@effect/vitest"
import { Context, Deferred, Effect, Fiber, Layer, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { ActivityRecorder } from "../change/activity/record-activity.ts"
import { type EventBlock, openEventStream } from "../testing/event-stream.ts"
import { layerOn } from "../testing/exhaustive-postgres.ts"
import { seed } from "../testing/seed.ts"
import { error, send } from "../testing/send.ts"
import { connectStomp, stompCredential } from "../testing/stomp-client.ts"
import { layerTestServer, TestServer } from "../testing/test-server.ts"
import { layerTestServerPostgres } from "../testing/test-server-postgres.ts"
import { ProjectEvents } from "./project-events.ts"

let fixtures = 0

const seedFixture = Effect.gen(function* () {
  const name = `Stream ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const organization = yield* seed.organization({ name, owner })
  const project = yield* seed.project({ organization: organization.id, name })
  const asOwner = yield* seed.accessToken(owner)
  const start = `/v2/projects/${project.id}`
  const write = (text: string, key = "home") =>
    Effect.map(send(asOwner, "POST", `${start}/translations`, { key, translations: { en: text } }), ({ status }) =>
      assert.strictEqual(status, 200)
    )
  const revisionIds = Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const rows = yield* Effect.orDie(
      sql<{ id: number }>`SELECT id FROM activity_revision WHERE project_id = ${project.id} ORDER BY id`
    )
    return rows.map(({ id }) => id)
  })
  return { name, owner, project, asOwner, start, write, revisionIds }
})

const textIn = ({ data = "" }: EventBlock): string => JSON.parse(data).data.translations[0].modifications.text.new

const progress = (jobId: number) =>
  batchJobProgressMessage({ jobId, processed: 1, total: 2, status: "RUNNING", errorMessage: null }, null, 0)

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer({ webhookDispatcher: "external" })],
  ["PostgreSQL", layerTestServerPostgres({ webhookDispatcher: "external" })]
] as const) {
  layerOn(engine, layerServer, { excludeTestServices: true })(`the event stream on ${engine}`, (it) => {
    it.effect("begins with an id and resumes after it: by the header, by the parameter, or from now on", () =>
      Effect.gen(function* () {
        const { project, asOwner, write, revisionIds } = yield* seedFixture
        yield* write("First")
        const stream = yield* openEventStream(asOwner, project.id)
        const [first = 0] = yield* revisionIds
        assert.strictEqual(stream.headers.get("content-type"), "text/event-stream")
        assert.deepStrictEqual(yield* stream.next, { retry: "3000", id: String(first) })
        yield* write("Second")
        yield* write("Third")
        const second = yield* stream.next
        assert.deepInclude(second, { event: "translation-data-modified", id: String((yield* revisionIds)[1]) })
        assert.strictEqual(textIn(second), "Second")
        assert.strictEqual(textIn(yield* stream.next), "Third")
        for (const options of [
          { lastEventId: first },
          { query: `?lastEventId=${first}` },
          { lastEventId: first, query: "?lastEventId=0" }
        ]) {
          const again = yield* openEventStream(asOwner, project.id, options)
          assert.deepStrictEqual(yield* again.next, { retry: "3000", id: String(first) })
          assert.deepStrictEqual(yield* again.next, second)
          assert.strictEqual(textIn(yield* again.next), "Third")
        }
        const now = yield* openEventStream(asOwner, project.id, { lastEventId: 999_999_999 })
        assert.deepInclude(yield* now.next, { id: String((yield* revisionIds).at(-1)) })
      })
    )

    it.effect("has suggestions that are made, declined and accepted", () =>
      Effect.gen(function* () {
        const { project, asOwner, start, write } = yield* seedFixture
        const sql = yield* SqlClient.SqlClient
        yield* write("Text")
        yield* Effect.orDie(
          sql.withTransaction(sql`UPDATE project SET suggestions_mode = 'ENABLED' WHERE id = ${project.id}`)
        )
        const { body: keys } = yield* send(asOwner, "GET", `${start}/keys`)
        const [key] = (keys as { readonly _embedded: { readonly keys: ReadonlyArray<{ readonly id: number }> } })
          ._embedded.keys
        const path = `${start}/languages/${project.languages["en"]}/key/${key?.id}/suggestion`
        const suggest = (translation: string) =>
          Effect.map(send(asOwner, "POST", path, { translation }), ({ status, body }) => {
            assert.strictEqual(status, 200, JSON.stringify(body))
            return (body as { readonly id: number }).id
          })
        const stream = yield* openEventStream(asOwner, project.id)
        yield* stream.next
        const one = yield* suggest("One")
        const other = yield* suggest("Other")
        yield* send(asOwner, "PUT", `${path}/${one}/decline`)
        yield* send(asOwner, "PUT", `${path}/${other}/accept`)
        for (const [id, changeType, state, texts] of [
          [one, "ADD", "ACTIVE", 0],
          [other, "ADD", "ACTIVE", 0],
          [one, "MOD", "DECLINED", 0],
          [other, "MOD", "ACCEPTED", 1]
        ] as const) {
          const { event, data = "" } = yield* stream.next
          const { suggestions, translations } = JSON.parse(data).data
          assert.deepStrictEqual(
            [event, suggestions[0].id, suggestions[0].changeType, suggestions[0].modifications.state.new],
            ["translation-data-modified", id, changeType, state]
          )
          assert.strictEqual(suggestions[0].relations.key.entityId, key?.id)
          assert.lengthOf(translations, texts)
        }
      })
    )

    it.effect("loses and repeats no event across any number of reconnections during writes", () =>
      Effect.gen(function* () {
        const { project, asOwner, write, revisionIds } = yield* seedFixture
        const writers = yield* Effect.forkChild(
          Effect.forEach(
            Array.from({ length: 60 }, (_, index) => index),
            (index) => write(`Text ${index}`, `key ${index % 7}`),
            { concurrency: 4 }
          )
        )
        const seen: Array<number> = []
        while (seen.length < 60) {
          const stream = yield* openEventStream(asOwner, project.id, { lastEventId: seen.at(-1) ?? 0 })
          for (let left = 9; left > 0 && seen.length < 60; ) {
            const { id, event } = yield* stream.next
            if (event === undefined) continue
            seen.push(Number(id))
            left -= 1
          }
          yield* stream.leave
        }
        yield* Fiber.join(writers)
        assert.deepStrictEqual(seen, yield* revisionIds)
      })
    )

    it.effect("ends with the permission, before any other event", () =>
      Effect.gen(function* () {
        const { name, project, start, write } = yield* seedFixture
        const sql = yield* SqlClient.SqlClient
        const database = yield* Database
        const member = yield* seed.user({ username: `${name} member` })
        yield* seed.directPermission({ project: project.id, user: member, permission: "VIEW" })
        const asMember = yield* seed.accessToken(member)
        const stream = yield* openEventStream(asMember, project.id)
        yield* stream.next
        yield* Effect.orDie(database.transaction(sql`DELETE FROM direct_permission WHERE user_id = ${member}`))
        yield* write("Not seen")
        assert.deepStrictEqual(yield* stream.next, { event: "end", data: '{"reason":"forbidden"}' })
        assert.strictEqual((yield* Effect.exit(stream.next))._tag, "Failure")
        assert.deepStrictEqual(yield* send(asMember, "GET", `${start}/events`), error(404, "project_not_found"))
      })
    )

    it.effect("publishes the progress of batch jobs, without an id", () =>
      Effect.gen(function* () {
        const { project, asOwner } = yield* seedFixture
        const events = yield* ProjectEvents
        const stream = yield* openEventStream(asOwner, project.id)
        yield* stream.next
        yield* events.publishProgress(project.id, progress(7))
        const { data = "", ...block } = yield* stream.next
        assert.deepStrictEqual(block, { event: "batch-job-progress" })
        assert.deepInclude(JSON.parse(data), { activityId: null, sourceActivity: null, dataCollapsed: false })
        assert.deepInclude(JSON.parse(data).data, { jobId: 7, processed: 1 })
      })
    )

    it.effect("is closed when its reader disconnects, and HEAD opens none", () =>
      Effect.gen(function* () {
        const { project, asOwner, start, write } = yield* seedFixture
        const events = yield* ProjectEvents
        const stream = yield* openEventStream(asOwner, project.id)
        yield* stream.next
        assert.strictEqual(events.subscriberCount(project.id), 1)
        yield* stream.leave
        yield* Effect.repeat(write("Harbour"), { until: () => events.subscriberCount(project.id) === 0 })
        assert.strictEqual((yield* send(asOwner, "HEAD", `${start}/events`)).status, 200)
        assert.strictEqual(events.subscriberCount(project.id), 0)
      })
    )

    it.effect("rejects an invalid id", () =>
      Effect.gen(function* () {
        const { asOwner, start } = yield* seedFixture
        const { baseUrl } = yield* TestServer
        const wrong = error(400, "wrong_param_type", ["lastEventId"])
        assert.deepStrictEqual(yield* send(asOwner, "GET", `${start}/events?lastEventId=x`), wrong)
        const response = yield* Effect.promise(async () => {
          const response = await fetch(`${baseUrl}${start}/events`, {
            headers: { authorization: `Bearer ${asOwner.accessToken}`, "last-event-id": "x" }
          })
          return { status: response.status, body: await response.json() }
        })
        assert.deepStrictEqual(response, wrong)
      })
    )
  })
}

/** A second server on a database. */
const startServer = Effect.fnUntraced(function* (url: string) {
  const memoMap = yield* Layer.makeMemoMap
  const scope = yield* Effect.acquireRelease(Scope.make(), (made, exit) => Scope.close(made, exit))
  const services = yield* Layer.buildWithMemoMap(
    layerTestServer({ webhookDispatcher: "external", database: { engine: "postgres", url } }),
    memoMap,
    scope
  )
  return { services, baseUrl: Context.get(services, TestServer).baseUrl }
})

layer(PostgresServer.layer, { excludeTestServices: true, timeout: "60 seconds" })("two servers on PostgreSQL", (it) => {
  it.effect("a change on one reaches the subscribers of the other", () =>
    Effect.gen(function* () {
      const { newDatabaseWithSchema } = yield* PostgresServer
      const url = yield* newDatabaseWithSchema
      const [one, other] = [yield* startServer(url), yield* startServer(url)]
      yield* Effect.gen(function* () {
        const { project, asOwner, write } = yield* seedFixture
        const stream = yield* openEventStream(asOwner, project.id, { baseUrl: other.baseUrl })
        yield* stream.next
        const client = yield* connectStomp(stompCredential(asOwner), other.baseUrl)
        for (const topic of ["translation-data-modified", "batch-job-progress"]) {
          client.send("SUBSCRIBE", { id: topic, destination: `/projects/${project.id}/${topic}` })
        }
        yield* client.settled
        for (const text of ["First", "Second"]) {
          yield* write(text)
          assert.strictEqual(textIn(yield* stream.next), text)
          assert.strictEqual((yield* client.next).command, "MESSAGE")
        }
        yield* Context.get(one.services, ProjectEvents).publishProgress(project.id, progress(8))
        assert.include((yield* stream.next)["data"], '"jobId":8')
        const received = yield* client.next
        assert.include("body" in received ? received.body : "", '"jobId":8')
      }).pipe(Effect.provideContext(one.services))
    })
  )

  it.effect("a revision that commits after later ones of other projects is not missed", () =>
    Effect.gen(function* () {
      const { newDatabaseWithSchema } = yield* PostgresServer
      const server = yield* startServer(yield* newDatabaseWithSchema)
      yield* Effect.gen(function* () {
        const [slow, quick] = [yield* seedFixture, yield* seedFixture]
        const database = yield* Database
        const recorder = yield* ActivityRecorder
        const [recorded, mayCommit] = [yield* Deferred.make<void>(), yield* Deferred.make<void>()]
        const streams = yield* Effect.forEach([slow, quick], ({ asOwner, project }) =>
          openEventStream(asOwner, project.id)
        )
        for (const { next } of streams) yield* next
        const [slowStream, quickStream] = streams
        if (slowStream === undefined || quickStream === undefined) return yield* Effect.die("no streams")
        const writing = yield* Effect.forkChild(
          database.transaction(
            Effect.gen(function* () {
              yield* recorder.record({
                projectId: slow.project.id,
                authorId: slow.owner,
                type: "KEY_NAME_EDIT",
                entities: [{ entityClass: "Key", entityId: 1, before: { name: "a" }, after: { name: "b" } }]
              })
              yield* Deferred.succeed(recorded, undefined)
              yield* Deferred.await(mayCommit)
            })
          )
        )
        yield* Deferred.await(recorded)
        yield* quick.write("Younger")
        const younger = yield* quickStream.next
        // A second writer of the same project waits for the lock.
        const waiting = yield* Effect.forkChild(slow.write("Behind"))
        yield* Deferred.succeed(mayCommit, undefined)
        yield* Effect.all([Fiber.join(writing), Fiber.join(waiting)])
        const older = yield* slowStream.next
        assert.isBelow(Number(older["id"]), Number(younger["id"]))
        assert.include(older["data"], "KEY_NAME_EDIT")
        assert.strictEqual(textIn(yield* slowStream.next), "Behind")
      }).pipe(Effect.provideContext(server.services))
    })
  )
})
