import { printMention } from "@dragoman/domain/comment"
import { NotificationRepository } from "@dragoman/store"
import { PostgresServer } from "@dragoman/store/testing"
import { assert, layer } from "@effect/vitest"
import { Context, Effect, Exit, Layer, Scope } from "effect"
import { SqlClient } from "effect/sql"
import { finishBatchJob } from "../../batch-job/run-batch-job.ts"
import { announceDueTasks } from "../../task/notify-of-tasks.ts"
import { openStream } from "../../testing/event-stream.ts"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { seed } from "../../testing/seed.ts"
import { error, send, type TestCredential } from "../../testing/send.ts"
import { connectStomp, stompCredential } from "../../testing/stomp-client.ts"
import { layerTestServer, TestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"
import { announceImport } from "../../transfer/import/applying/announce-import.ts"
import { announceExpiringKeys } from "./announce-expiring-keys.ts"
import { notifyOfCauses } from "./notify-of-causes.ts"

interface Listed {
  readonly type: string
  readonly params: Readonly<Record<string, unknown>>
  readonly project: { readonly id: number } | null
}

const listOf = (credential: TestCredential) =>
  Effect.map(send(credential, "GET", "/v2/notification?allTypes=true"), ({ body }) =>
    (body as { _embedded: { notificationModelList: ReadonlyArray<Listed> } })._embedded.notificationModelList.map(
      ({ type, params, project }) => ({ type, params, projectId: project?.id ?? null })
    )
  )

const change = <R>(statement: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, unknown, R>) =>
  Effect.flatMap(SqlClient.SqlClient, (sql) => Effect.orDie(sql.withTransaction(statement(sql))))

const userOf = (credential: TestCredential) =>
  Effect.map(send(credential, "GET", "/v2/user"), ({ body }) => body as { readonly id: number })

let fixtures = 0

const seedFixture = Effect.gen(function* () {
  const number = ++fixtures
  const name = `Sources ${number}`
  const owner = yield* seed.user({ username: `source owner${number}`, name: "Olga" })
  const member = yield* seed.user({ username: `source member${number}`, name: "Max" })
  const organization = yield* seed.organization({ name, owner, basePermission: "NONE" })
  const project = yield* seed.project({ organization: organization.id, name, languages: ["en", "de"] })
  yield* seed.directPermission({ project: project.id, user: member, permission: "TRANSLATE" })
  const key = yield* seed.key({ project: project.id, name: "title" })
  const translation = yield* seed.translation({ key, language: project.languages["de"] ?? 0, text: "Hallo" })
  const asOwner = yield* seed.accessToken(owner)
  const asMember = yield* seed.accessToken(member)
  const mention = printMention({ id: member, name: "Max" })
  const path = `/v2/projects/${project.id}/translations/${translation}/comments`
  const comment = send(asOwner, "POST", path, { text: mention })
  return { owner, member, project, key, asOwner, asMember, comment }
})

/** Creates a task of the owner for the member through the API; returns its path and its name. */
const createTask = Effect.fnUntraced(function* (
  { project, key, member, asOwner }: Effect.Success<typeof seedFixture>,
  change: object = {}
) {
  const path = `/v2/projects/${project.id}/tasks`
  const body = { name: "Release", type: "TRANSLATE", languageId: project.languages["de"], keys: [key] }
  const created = yield* send(asOwner, "POST", path, { ...body, assignees: [member], ...change })
  assert.strictEqual(created.status, 200, JSON.stringify(created.body))
  return `${path}/${(created.body as { readonly number: number }).number}`
})

/** Notifications as clients of Tolgee list them: type and number of the task. */
const tolgeeListOf = (credential: TestCredential) =>
  Effect.map(send(credential, "GET", "/v2/notification"), ({ body }) =>
    (
      body as {
        _embedded: { notificationModelList: ReadonlyArray<Listed & { linkedTask: { number: number; state: string } }> }
      }
    )._embedded.notificationModelList.map(({ type, linkedTask }) => [type, linkedTask.number, linkedTask.state])
  )

const authorityOf = ({ project, owner }: Effect.Success<typeof seedFixture>, kind: string) =>
  ({ projectId: project.id, caller: { userId: owner, credential: { kind } } }) as Parameters<typeof announceImport>[0]

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  layerOn(engine, layerServer, { excludeTestServices: true, timeout: "60 seconds" })(
    `sources of notifications on ${engine}`,
    (it) => {
      it.effect("a webhook that was switched off is told to those who may manage webhooks, once", () =>
        Effect.gen(function* () {
          const { project, asOwner, asMember } = yield* seedFixture
          const webhook = yield* seed.webhook({ project: project.id })
          const params = { webhookConfigurationId: webhook }
          const repository = yield* NotificationRepository
          const cause = { type: "WEBHOOK_DISABLED", projectId: project.id, params, createdAt: 1 } as const
          yield* change(() => repository.addCause(cause))
          yield* notifyOfCauses()
          yield* notifyOfCauses()
          assert.deepStrictEqual(yield* listOf(asOwner), [{ type: "WEBHOOK_DISABLED", params, projectId: project.id }])
          assert.deepStrictEqual(yield* listOf(asMember), [])
        })
      )

      it.effect("a long import is told to its user; a short one, and one with a key, is not", () =>
        Effect.gen(function* () {
          const fixture = yield* seedFixture
          const now = Date.now()
          for (const [kind, startedAt] of [
            ["JWT", now - 10_000],
            ["JWT", now],
            ["PAK", now - 10_000],
            ["PAT", now - 10_000]
          ] as const) {
            yield* change(() => announceImport(authorityOf(fixture, kind), startedAt, 7))
          }
          yield* notifyOfCauses()
          assert.deepStrictEqual(yield* listOf(fixture.asOwner), [
            { type: "IMPORT_FINISHED", params: { keyCount: 7 }, projectId: fixture.project.id }
          ])
        })
      )

      it.effect("a long batch job is told to its author, unless it was cancelled", () =>
        Effect.gen(function* () {
          const { project, owner, asOwner } = yield* seedFixture
          for (const [end, createdAt] of [
            ["done", 0],
            ["cancelled", 0],
            ["done", Date.now() + 60_000]
          ] as const) {
            const id = yield* seed.batchJob({ project: project.id, author: owner, status: "RUNNING" })
            yield* change((sql) => sql`UPDATE batch_job SET created_at = ${createdAt} WHERE id = ${id}`)
            yield* finishBatchJob({ id, projectId: project.id }, end)
          }
          const found = yield* listOf(asOwner)
          assert.deepStrictEqual(
            found.map(({ type, params }) => [type, params["status"]]),
            [["BATCH_JOB_FINISHED", "SUCCESS"]]
          )
        })
      )

      it.effect("a key is announced a week before its end, once for each end", () =>
        Effect.gen(function* () {
          const { project, member, asMember } = yield* seedFixture
          const day = 24 * 60 * 60 * 1000
          const now = Date.now()
          yield* seed.apiKey({ user: member, project: project.id, scopes: ["keys.view"], expiresAt: now + 3 * day })
          yield* seed.apiKey({ user: member, project: project.id, scopes: ["keys.view"], expiresAt: now + 30 * day })
          yield* seed.apiKey({ user: member, project: project.id, scopes: ["keys.view"], expiresAt: now - day })
          yield* seed.personalAccessToken({ user: member, expiresAt: now + day })
          yield* announceExpiringKeys()
          yield* announceExpiringKeys()
          const typesOf = Effect.map(listOf(asMember), (found) => found.map(({ type }) => type).sort())
          assert.deepStrictEqual(yield* typesOf, ["ACCESS_TOKEN_EXPIRES", "API_KEY_EXPIRES"])
          yield* change(
            (sql) => sql`UPDATE personal_access_token SET expires_at = ${now + 2 * day} WHERE user_id = ${member}`
          )
          yield* announceExpiringKeys()
          assert.deepStrictEqual(yield* typesOf, ["ACCESS_TOKEN_EXPIRES", "ACCESS_TOKEN_EXPIRES", "API_KEY_EXPIRES"])
          // A key that lives for less than a week is made by someone who knows.
          yield* change((sql) => sql`DELETE FROM notification WHERE user_id = ${member}`)
          yield* change(
            (sql) =>
              sql`UPDATE personal_access_token SET expires_at = ${now + 3 * day}, created_at = ${now} WHERE user_id = ${member}`
          )
          yield* announceExpiringKeys()
          assert.deepStrictEqual(yield* typesOf, [])
        })
      )

      it.effect("a task is told to its new assignees and its end to its author, unless they act themselves", () =>
        Effect.gen(function* () {
          const fixture = yield* seedFixture
          const { project, owner, member, asOwner, asMember } = fixture
          yield* change(
            (sql) =>
              sql`UPDATE direct_permission SET type = 'MANAGE' WHERE project_id = ${project.id} AND user_id = ${member}`
          )
          const path = yield* createTask(fixture, { assignees: [member, owner] })
          const edit = (assignees: ReadonlyArray<number>) => send(asOwner, "PUT", path, { name: "Renamed", assignees })
          yield* edit([member, owner])
          const params = { taskNumber: 1, taskName: "Release", languageTag: "de" }
          const assigned = { type: "TASK_ASSIGNED", params, projectId: project.id }
          assert.deepStrictEqual(yield* listOf(asMember), [assigned])
          assert.deepStrictEqual(yield* tolgeeListOf(asMember), [["TASK_ASSIGNED", 1, "NEW"]])
          assert.deepStrictEqual(yield* listOf(asOwner), [])
          yield* send(asMember, "PUT", `${path}/cancel`)
          yield* send(asMember, "PUT", `${path}/cancel`)
          yield* send(asMember, "PUT", `${path}/reopen`)
          yield* send(asMember, "PUT", `${path}/keys/${fixture.key}`, { done: true })
          yield* send(asMember, "PUT", `${path}/finish`)
          yield* send(asOwner, "PUT", `${path}/reopen`)
          yield* send(asOwner, "PUT", `${path}/cancel`)
          assert.deepStrictEqual(yield* tolgeeListOf(asOwner), [
            ["TASK_FINISHED", 1, "CANCELED"],
            ["TASK_CANCELED", 1, "CANCELED"]
          ])
          // Former assignees do not see the task any more: clients of Tolgee would fail at a notification without one.
          yield* send(asOwner, "PUT", `${path}/reopen`)
          yield* edit([])
          assert.deepStrictEqual(yield* tolgeeListOf(asMember), [])
          assert.deepStrictEqual(yield* listOf(asMember), [assigned])
          yield* edit([member])
          assert.lengthOf(yield* listOf(asMember), 2)
          yield* change((sql) => sql`DELETE FROM task WHERE project_id = ${project.id}`)
          assert.deepStrictEqual([yield* listOf(asMember), yield* listOf(asOwner)], [[], []])
        })
      )

      it.effect("an open task is announced to its assignees a day before it is due, once for each due date", () =>
        Effect.gen(function* () {
          const fixture = yield* seedFixture
          const { project, member, asOwner, asMember } = fixture
          const hour = 60 * 60 * 1000
          const now = Date.now()
          const dueDate = now + 20 * hour
          const path = yield* createTask(fixture, { dueDate })
          yield* createTask(fixture, { dueDate: now + 30 * hour })
          yield* createTask(fixture, { dueDate: now - hour })
          yield* createTask(fixture, { dueDate: null })
          const closed = yield* createTask(fixture, { dueDate })
          yield* send(asOwner, "PUT", `${closed}/cancel`)
          const due = Effect.map(listOf(asMember), (found) =>
            found.flatMap(({ type, params }) =>
              type === "TASK_DUE" ? [[params["taskNumber"], params["dueDate"]]] : []
            )
          )
          yield* announceDueTasks()
          yield* announceDueTasks()
          assert.deepStrictEqual(yield* due, [[1, dueDate]])
          assert.notInclude(JSON.stringify(yield* tolgeeListOf(asMember)), "TASK_DUE")
          const edit = (date: number) => send(asOwner, "PUT", path, { dueDate: date, assignees: [member] })
          yield* edit(dueDate)
          yield* announceDueTasks()
          assert.lengthOf(yield* due, 1)
          yield* edit(dueDate + hour)
          yield* announceDueTasks()
          assert.deepStrictEqual(yield* due, [
            [1, dueDate + hour],
            [1, dueDate]
          ])
          assert.notInclude(JSON.stringify(yield* listOf(asOwner)), "TASK_DUE")
          yield* edit(dueDate + 2 * hour)
          yield* change((sql) => sql`DELETE FROM direct_permission WHERE project_id = ${project.id}`)
          yield* announceDueTasks()
          assert.lengthOf(yield* due, 2)
        })
      )

      it.effect(
        "a comment can mention those who may view its text, by name; user names are for those who may see them",
        () =>
          Effect.gen(function* () {
            const { project, owner, member, asOwner, asMember } = yield* seedFixture
            const { de = 0, en = 0 } = project.languages
            const german = yield* seed.user({ username: `german${fixtures}`, name: "Gerda" })
            yield* seed.directPermission({
              project: project.id,
              user: german,
              permission: { type: null, scopes: ["translations.view"], viewLanguageIds: [de] }
            })
            const path = `/v2/projects/${project.id}/mentionable-users`
            const idsFor = (credential: TestCredential, query: string) =>
              Effect.map(send(credential, "GET", `${path}?${query}`), ({ body }) =>
                (body as { _embedded: { users: ReadonlyArray<{ id: number }> } })._embedded.users.map(({ id }) => id)
              )
            assert.deepStrictEqual(yield* idsFor(asOwner, `languageId=${de}`), [german, member, owner])
            assert.deepStrictEqual(yield* idsFor(asOwner, `languageId=${en}`), [member, owner])
            assert.deepStrictEqual(yield* idsFor(asMember, "search=OLG"), [owner])
            assert.deepStrictEqual(yield* idsFor(asMember, "size=1&page=1"), [member])
            // The user name is no way to find a user for callers who may not see it.
            assert.deepStrictEqual(yield* idsFor(asOwner, "search=source+owner"), [owner])
            assert.deepStrictEqual(yield* idsFor(asMember, "search=source+owner"), [])
            assert.notInclude(JSON.stringify(yield* send(asMember, "GET", path)), "source owner")
            const asGerman = yield* seed.accessToken(german)
            assert.deepStrictEqual(
              yield* send(asGerman, "GET", path),
              error(403, "operation_not_permitted", ["translation-comments.add"])
            )
          })
      )

      it.effect("the stream has the number of unseen ones at once, and after each change", () =>
        Effect.gen(function* () {
          const { asMember, comment } = yield* seedFixture
          yield* comment
          const stream = yield* openStream(asMember, "/v2/notification-events")
          assert.strictEqual(stream.headers.get("content-type"), "text/event-stream")
          assert.deepStrictEqual(yield* stream.next, { retry: "3000" })
          const next = Effect.map(stream.next, ({ event, data = "null" }) => ({ event, data: JSON.parse(data) }))
          const changed = { event: "notifications-changed" }
          assert.deepStrictEqual(yield* next, { ...changed, data: { currentlyUnseenCount: 1, newNotification: null } })
          yield* comment
          const { data } = yield* next
          assert.strictEqual(data.currentlyUnseenCount, 2)
          assert.strictEqual(data.newNotification.type, "COMMENT_MENTIONED")
          yield* send(asMember, "PUT", "/v2/notifications-mark-seen", {})
          assert.deepStrictEqual(yield* next, { ...changed, data: { currentlyUnseenCount: 0, newNotification: null } })
          // A rolled back change, and marking what was seen before, say nothing: the next event is about the next comment.
          yield* send(asMember, "PUT", "/v2/notifications-mark-seen", {})
          yield* comment
          assert.strictEqual((yield* next).data.currentlyUnseenCount, 1)
        })
      )

      it.effect("the stream of a disabled user ends with the next change", () =>
        Effect.gen(function* () {
          const { member, asMember, comment } = yield* seedFixture
          const stream = yield* openStream(asMember, "/v2/notification-events")
          yield* stream.next
          yield* stream.next
          yield* comment
          yield* stream.next
          yield* change((sql) => sql`UPDATE notification SET seen_at = NULL WHERE user_id = ${member}`)
          yield* send(asMember, "PUT", "/v2/notifications-mark-seen", {})
          yield* stream.next
          yield* comment
          yield* stream.next
          yield* change((sql) => sql`UPDATE user_account SET tokens_valid_not_before = 7 WHERE id = ${member}`)
          yield* comment
          assert.deepStrictEqual(yield* stream.next, { event: "end", data: '{"reason":"unauthenticated"}' })
        })
      )

      it.effect("clients of Tolgee hear by websocket of the types that they know, and only of their own", () =>
        Effect.gen(function* () {
          const { asOwner, asMember, comment } = yield* seedFixture
          const password = "correct horse"
          const userId = yield* seed.user({ username: `listener${fixtures}`, password })
          const token = yield* seed.personalAccessToken({ user: userId })
          const client = yield* connectStomp(stompCredential(token))
          const other = yield* connectStomp(stompCredential(asOwner))
          const ofTolgee = yield* connectStomp(stompCredential(asMember))
          const destination = `/users/${userId}/notifications-changed`
          for (const each of [client, other]) each.send("SUBSCRIBE", { id: "n", destination })
          ofTolgee.send("SUBSCRIBE", {
            id: "n",
            destination: `/users/${(yield* userOf(asMember)).id}/notifications-changed`
          })
          for (const each of [client, other, ofTolgee]) assert.deepStrictEqual(yield* each.settled, [])
          // They do not know its type.
          yield* comment
          const accessToken = yield* seed.accessToken(userId)
          const body = { currentPassword: password, password: "battery staple" }
          assert.strictEqual((yield* send(accessToken, "PUT", "/v2/user/password", body)).status, 200)
          const bodyOf = Effect.map(client.next, (heard) => JSON.parse("body" in heard ? heard.body : "null"))
          const first = yield* bodyOf
          assert.strictEqual(first.data.currentlyUnseenCount, 1)
          assert.deepInclude(first.data.newNotification, { type: "PASSWORD_CHANGED", linkedTask: null, project: null })
          assert.deepInclude(first, { sourceActivity: null, activityId: null, dataCollapsed: false })
          yield* send(token, "PUT", "/v2/notifications-mark-seen", {})
          assert.deepStrictEqual((yield* bodyOf).data, { currentlyUnseenCount: 0, newNotification: null })
          for (const each of [other, ofTolgee]) assert.deepStrictEqual(yield* each.settled, [])
        })
      )
    }
  )
}

/** A second server on a database. */
const startServer = Effect.fnUntraced(function* (url: string) {
  const memoMap = yield* Layer.makeMemoMap
  const scope = yield* Effect.acquireRelease(Scope.make(), (made) => Scope.close(made, Exit.void))
  const settings = { webhookDispatcher: "external", database: { engine: "postgres", url } } as const
  const services = yield* Layer.buildWithMemoMap(layerTestServer(settings), memoMap, scope)
  return { services, baseUrl: Context.get(services, TestServer).baseUrl }
})

layer(PostgresServer.layer, { excludeTestServices: true, timeout: "60 seconds" })("two servers on PostgreSQL", (it) => {
  it.effect("a notification made on one reaches the subscribers of the other, and each cause is told once", () =>
    Effect.gen(function* () {
      const { newDatabaseWithSchema } = yield* PostgresServer
      const url = yield* newDatabaseWithSchema
      const [one, other] = [yield* startServer(url), yield* startServer(url)]
      yield* Effect.gen(function* () {
        const fixture = yield* seedFixture
        const { asMember, comment, project, asOwner } = fixture
        const stream = yield* openStream(asMember, "/v2/notification-events", { baseUrl: other.baseUrl })
        yield* stream.next
        yield* stream.next
        yield* comment
        assert.include((yield* stream.next)["data"], '"currentlyUnseenCount":1')
        const webhook = yield* seed.webhook({ project: project.id })
        const repository = yield* NotificationRepository
        const cause = {
          type: "WEBHOOK_DISABLED",
          projectId: project.id,
          params: { webhookConfigurationId: webhook },
          createdAt: 1
        } as const
        yield* change(() => repository.addCause(cause))
        yield* Effect.all([notifyOfCauses(), Effect.provideContext(notifyOfCauses(), other.services)], {
          concurrency: 2
        })
        assert.lengthOf(yield* listOf(asOwner), 1)
        yield* createTask(fixture, { dueDate: Date.now() + 60 * 60 * 1000 })
        yield* Effect.all([announceDueTasks(), Effect.provideContext(announceDueTasks(), other.services)], {
          concurrency: 2
        })
        const types = (yield* listOf(asMember)).map(({ type }) => type)
        assert.deepStrictEqual(types, ["TASK_DUE", "TASK_ASSIGNED", "COMMENT_MENTIONED"])
      }).pipe(Effect.provideContext(one.services))
    })
  )
})
