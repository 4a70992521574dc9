import { Database } from "@dragoman/store"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { layerOn } from "../testing/exhaustive-postgres.ts"
import { seed } from "../testing/seed.ts"
import { send, type TestCredential } from "../testing/send.ts"
import { connectStomp, type Heard, stompCredential } from "../testing/stomp-client.ts"
import { layerTestServer } from "../testing/test-server.ts"
import { layerTestServerPostgres } from "../testing/test-server-postgres.ts"
import { PollMillis, ProjectEvents } from "./project-events.ts"

let fixtures = 0

const seedFixture = Effect.gen(function* () {
  const name = `Realtime ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const organization = yield* seed.organization({ name, owner, basePermission: "NONE" })
  const project = yield* seed.project({ organization: organization.id, name, languages: ["en", "de"] })
  const asOwner = yield* seed.accessToken(owner)
  const start = `/v2/projects/${project.id}`
  return {
    name,
    owner,
    organization,
    project,
    asOwner,
    start,
    topic: `/projects/${project.id}/translation-data-modified`
  }
})

const write = Effect.fnUntraced(function* (credential: TestCredential, start: string, text: string, tag = "en") {
  const { status } = yield* send(credential, "POST", `${start}/translations`, {
    key: "home",
    translations: { [tag]: text }
  })
  assert.strictEqual(status, 200)
})

const textsIn = (received: Heard): ReadonlyArray<string> =>
  "body" in received
    ? JSON.parse(received.body).data.translations.map(
        ({ modifications }: { modifications: { text: { new: string } } }) => modifications.text.new
      )
    : []

const commands = (received: ReadonlyArray<Heard>) =>
  received.map((each) =>
    "headers" in each ? `${each.command} ${each.headers.get("message") ?? ""}`.trim() : each.command
  )

const change = (statement: (sql: SqlClient.SqlClient) => Effect.Effect<unknown, unknown>) =>
  Effect.gen(function* () {
    const database = yield* Database
    yield* Effect.orDie(database.transaction(statement(yield* SqlClient.SqlClient)))
  })

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer({ webhookDispatcher: "external" })],
  ["PostgreSQL", layerTestServerPostgres({ webhookDispatcher: "external" })]
] as const) {
  layerOn(engine, layerServer, { excludeTestServices: true })(`the websocket on ${engine}`, (it) => {
    it.effect("publishes only to users who may see the keys; others receive nothing, without a reason", () =>
      Effect.gen(function* () {
        const { name, owner, project, asOwner, start, topic } = yield* seedFixture
        const other = yield* seedFixture
        const stranger = yield* seed.accessToken(yield* seed.user({ username: `${name} stranger` }))
        const viewer = yield* seed.user({ username: `${name} viewer` })
        yield* seed.directPermission({ project: project.id, user: viewer, permission: ["keys.view"] })
        const keyOf = (scopes: Parameters<typeof seed.apiKey>[0]["scopes"], projectId = project.id, user = owner) =>
          seed.apiKey({ project: projectId, user, scopes })
        const table = [
          ["the owner", asOwner, ["MESSAGE"]],
          ["a member with keys.view", yield* seed.accessToken(viewer), ["MESSAGE"]],
          ["a personal token", yield* seed.personalAccessToken({ user: owner }), ["MESSAGE"]],
          ["a project key with keys.view", yield* keyOf(["keys.view"]), ["MESSAGE"]],
          ["a project key without it", yield* keyOf(["activity.view"]), []],
          ["a key of another project", yield* keyOf(["keys.view"], other.project.id, other.owner), []],
          ["a stranger", stranger, []]
        ] as const
        const clients = yield* Effect.forEach(table, ([, credential]) => connectStomp(stompCredential(credential)))
        for (const client of clients) {
          client.send("SUBSCRIBE", { id: "s", destination: topic })
          assert.deepStrictEqual(yield* client.settled, [])
        }
        const [first] = clients
        yield* write(asOwner, start, "Harbour")
        assert.strictEqual((yield* first?.next ?? Effect.die("no such client")).command, "MESSAGE")
        for (const [index, [title, , wanted]] of table.entries()) {
          const received = yield* clients[index]?.settled ?? Effect.die("no such client")
          assert.deepStrictEqual(commands(received), index === 0 ? [] : [...wanted], title)
        }
      })
    )

    it.effect("rejects an invalid or missing credential on subscribing to a project or a user", () =>
      Effect.gen(function* () {
        const { owner, topic } = yield* seedFixture
        const expired = yield* seed.personalAccessToken({ user: owner, expiresAt: 1 })
        for (const headers of [
          {},
          { "X-API-KEY": "tgpat_unknown" },
          { Authorization: "Bearer nonsense" },
          stompCredential(expired)
        ]) {
          for (const destination of [topic, `/users/${owner}/notifications-changed`]) {
            const client = yield* connectStomp(headers)
            client.send("SUBSCRIBE", { id: "s", destination: "/nowhere" })
            assert.deepStrictEqual(yield* client.settled, [])
            client.send("SUBSCRIBE", { id: "s", destination })
            assert.deepStrictEqual(commands([yield* client.next, yield* client.next]), [
              "ERROR Unauthenticated",
              "closed"
            ])
          }
        }
      })
    )

    it.effect(
      "publishes changed issues of quality checks, after a write, a background check and when one is ignored",
      () =>
        Effect.gen(function* () {
          const { name, project, asOwner, start } = yield* seedFixture
          const { en = 0 } = project.languages
          const english = yield* seed.user({ username: `${name} english` })
          yield* seed.directPermission({
            project: project.id,
            user: english,
            permission: { scopes: ["translations.view", "keys.view"], viewLanguageIds: [en] }
          })
          const put = Effect.fnUntraced(function* (path: string, body?: object) {
            assert.strictEqual((yield* send(asOwner, "PUT", `${start}/${path}`, body)).status, 200)
          })
          yield* put("qa-settings/enabled", { enabled: true })
          yield* write(asOwner, start, "Delete 12 files")
          const destination = `/projects/${project.id}/qa-issues-updated`
          const client = yield* connectStomp(stompCredential(asOwner))
          const reader = yield* connectStomp(stompCredential(yield* seed.accessToken(english)))
          for (const one of [client, reader]) {
            one.send("SUBSCRIBE", { id: "s", destination })
            assert.deepStrictEqual(yield* one.settled, [])
          }
          const message = (one: typeof client) =>
            Effect.map(one.next, (received) => JSON.parse("body" in received ? received.body : "null"))
          yield* write(asOwner, start, "Dateien entfernen", "de")
          const written = yield* message(client)
          assert.deepStrictEqual(
            [written.actor.type, written.activityId, written.dataCollapsed],
            ["UNKNOWN", null, false]
          )
          const [german] = written.data
          assert.deepInclude(german, { languageTag: "de", qaIssueCount: 1, qaChecksStale: false })
          const [issue] = german.qaIssues
          assert.deepInclude(issue, { type: "MISSING_NUMBERS", state: "OPEN", params: { number: "12" } })
          assert.deepStrictEqual((yield* message(reader)).data, [])
          yield* put(`translations/${german.translationId}/qa-issues/${issue.id}/ignore`)
          const [ignored] = (yield* message(client)).data
          assert.deepStrictEqual([ignored.qaIssueCount, ignored.qaIssues[0].state], [0, "IGNORED"])
          yield* put("qa-settings", { settings: { MISSING_NUMBERS: "OFF" } })
          const [checked] = (yield* message(client)).data
          assert.deepStrictEqual([checked.translationId, checked.qaIssues], [german.translationId, []])
          // A text whose issues stay the same is not named.
          yield* write(asOwner, start, "Dateien löschen", "de")
          assert.deepStrictEqual(yield* client.settled, [])
        })
    )

    it.effect("shows texts of languages that a subscriber may view, and no e-mail addresses", () =>
      Effect.gen(function* () {
        const { name, owner, project, asOwner, start, topic } = yield* seedFixture
        const { en = 0 } = project.languages
        const english = yield* seed.user({ username: `${name} english` })
        yield* seed.directPermission({
          project: project.id,
          user: english,
          permission: { scopes: ["translations.view", "keys.view"], viewLanguageIds: [en] }
        })
        const keysOnly = yield* seed.apiKey({ project: project.id, user: owner, scopes: ["keys.view"] })
        const clients = yield* Effect.forEach([asOwner, yield* seed.accessToken(english), keysOnly], (credential) =>
          connectStomp(stompCredential(credential))
        )
        for (const client of clients) {
          client.send("SUBSCRIBE", { id: "s", destination: topic })
          yield* client.settled
        }
        yield* send(asOwner, "POST", `${start}/translations`, {
          key: "home",
          translations: { en: "Harbour", de: "Hafen" }
        })
        const received = yield* Effect.forEach(clients, ({ next }) => next)
        assert.deepStrictEqual(received.map(textsIn), [["Harbour", "Hafen"], ["Harbour"], []])
        for (const message of received) {
          assert.deepInclude(JSON.parse("body" in message ? message.body : "").actor.data, {
            id: owner,
            username: ""
          })
        }
      })
    )

    it.effect("publishes a change after it can be read", () =>
      Effect.gen(function* () {
        const { asOwner, start, topic } = yield* seedFixture
        const client = yield* connectStomp(stompCredential(asOwner))
        client.send("SUBSCRIBE", { id: "s", destination: topic })
        yield* client.settled
        for (let count = 1; count <= 20; count++) {
          yield* write(asOwner, start, `Text ${count}`)
          const received = yield* client.next
          const { body } = yield* send(asOwner, "GET", `${start}/translations/en`)
          assert.deepStrictEqual([textsIn(received), body], [[`Text ${count}`], { en: { home: `Text ${count}` } }])
        }
      })
    )

    it.effect("sends an error when a permission ends, before any other event", () =>
      Effect.gen(function* () {
        const { name, owner, project, asOwner, start, topic } = yield* seedFixture
        const user = (title: string) => seed.user({ username: `${name} ${title}` })
        const member = Effect.fnUntraced(function* (title: string) {
          const id = yield* user(title)
          yield* seed.directPermission({ project: project.id, user: id, permission: "VIEW" })
          return id
        })
        const removed = yield* member("removed")
        const lowered = yield* member("lowered")
        const loggedOut = yield* member("logged out")
        const disabled = yield* member("disabled")
        const administrator = yield* seed.user({ username: `${name} administrator`, serverRole: "ADMIN" })
        const revoked = yield* seed.apiKey({ project: project.id, user: owner, scopes: ["keys.view"] })
        const regenerated = yield* seed.apiKey({ project: project.id, user: owner, scopes: ["keys.view"] })
        const narrowed = yield* seed.apiKey({ project: project.id, user: owner, scopes: ["keys.view"] })
        const token = yield* seed.personalAccessToken({ user: owner })
        const table = [
          [
            yield* seed.accessToken(removed),
            "Forbidden",
            (sql: SqlClient.SqlClient) => sql`DELETE FROM direct_permission WHERE user_id = ${removed}`
          ],
          [
            yield* seed.accessToken(lowered),
            "Forbidden",
            (sql: SqlClient.SqlClient) =>
              sql`UPDATE direct_permission SET type = NULL, scopes = '["activity.view"]' WHERE user_id = ${lowered}`
          ],
          [
            yield* seed.accessToken(loggedOut),
            "Unauthenticated",
            (sql: SqlClient.SqlClient) =>
              sql`UPDATE user_account SET tokens_valid_not_before = 9000000000000 WHERE id = ${loggedOut}`
          ],
          [
            yield* seed.accessToken(disabled),
            "Unauthenticated",
            (sql: SqlClient.SqlClient) => sql`UPDATE user_account SET disabled_at = 1 WHERE id = ${disabled}`
          ],
          [
            yield* seed.actingToken({ administrator, user: owner }),
            "Unauthenticated",
            (sql: SqlClient.SqlClient) => sql`UPDATE user_account SET server_role = 'USER' WHERE id = ${administrator}`
          ],
          [
            revoked,
            "Unauthenticated",
            (sql: SqlClient.SqlClient) => sql`DELETE FROM project_api_key WHERE id = ${revoked.id}`
          ],
          [
            regenerated,
            "Unauthenticated",
            (sql: SqlClient.SqlClient) =>
              sql`UPDATE project_api_key SET key_hash = 'other' WHERE id = ${regenerated.id}`
          ],
          [
            narrowed,
            "Forbidden",
            (sql: SqlClient.SqlClient) =>
              sql`UPDATE project_api_key SET scopes = '["activity.view"]' WHERE id = ${narrowed.id}`
          ],
          [
            token,
            "Unauthenticated",
            (sql: SqlClient.SqlClient) => sql`UPDATE personal_access_token SET expires_at = 1 WHERE id = ${token.id}`
          ]
        ] as const
        const clients = yield* Effect.forEach(table, ([credential]) => connectStomp(stompCredential(credential)))
        for (const client of clients) {
          client.send("SUBSCRIBE", { id: "s", destination: topic })
          yield* client.settled
        }
        yield* write(asOwner, start, "Seen")
        for (const client of clients) assert.strictEqual((yield* client.next).command, "MESSAGE")
        for (const [, , statement] of table) yield* change(statement)
        yield* write(asOwner, start, "Not seen")
        for (const [index, [, message]] of table.entries()) {
          const next = clients[index]?.next ?? Effect.die("no such client")
          assert.deepStrictEqual(commands([yield* next, yield* next]), [`ERROR ${message}`, "closed"])
        }
      })
    )

    it.effect("removes a subscriber that unsubscribes, disconnects, or loses its connection", () =>
      Effect.gen(function* () {
        const { project, asOwner, start, topic } = yield* seedFixture
        const events = yield* ProjectEvents
        const [staying, polite, rude] = yield* Effect.all([1, 2, 3].map(() => connectStomp(stompCredential(asOwner))))
        if (staying === undefined || polite === undefined || rude === undefined)
          return yield* Effect.die("no such client")
        for (const client of [staying, polite, rude]) {
          client.send("SUBSCRIBE", { id: "s", destination: topic })
          yield* client.settled
        }
        assert.strictEqual(events.subscriberCount(project.id), 3)
        polite.send("UNSUBSCRIBE", { id: "s" })
        yield* polite.settled
        assert.strictEqual(events.subscriberCount(project.id), 2)
        rude.send("DISCONNECT", { receipt: "bye" })
        assert.deepStrictEqual(commands([yield* rude.next, yield* rude.next]), ["RECEIPT", "closed"])
        assert.strictEqual(events.subscriberCount(project.id), 1)
        yield* write(asOwner, start, "Harbour")
        assert.deepStrictEqual(textsIn(yield* staying.next), ["Harbour"])
        assert.deepStrictEqual(yield* polite.settled, [])
      })
    )
  })
}

layer(layerTestServer({ webhookDispatcher: "external" }).pipe(Layer.provide(Layer.succeed(PollMillis, 20))), {
  excludeTestServices: true
})("a permission that ends", (it) => {
  it.effect("without an event is noticed by polling", () =>
    Effect.gen(function* () {
      const { project, asOwner, topic } = yield* seedFixture
      const client = yield* connectStomp(stompCredential(asOwner))
      client.send("SUBSCRIBE", { id: "s", destination: topic })
      yield* client.settled
      yield* change((sql) => sql`UPDATE project SET deleted_at = 1 WHERE id = ${project.id}`)
      assert.deepStrictEqual(commands([yield* client.next, yield* client.next]), ["ERROR Forbidden", "closed"])
    })
  )
})

layer(layerTestServer({ webhookDispatcher: "external" }), { excludeTestServices: true })("a websocket client", (it) => {
  it.effect.each<[string, string, string]>([
    ["a frame without an end of its headers", "SEND\0", "A frame has no empty line behind its headers"],
    ["no id", "SUBSCRIBE\ndestination:/nowhere\n\n\0", "A subscription needs an id and a destination"],
    ["an unknown command", "DANCE\n\n\0", "Unknown command"],
    ["a second CONNECT", "CONNECT\naccept-version:1.2\n\n\0", "Connected already"]
  ])("that violates the protocol gets an error and is disconnected: %s", ([, text, message]) =>
    Effect.gen(function* () {
      const client = yield* connectStomp({})
      client.sendText(text)
      assert.deepStrictEqual(commands([yield* client.next, yield* client.next]), [`ERROR ${message}`, "closed"])
    })
  )

  it.effect("with more than a hundred subscriptions is disconnected", () =>
    Effect.gen(function* () {
      const { asOwner, topic } = yield* seedFixture
      const client = yield* connectStomp(stompCredential(asOwner))
      for (let id = 0; id <= 100; id++) client.send("SUBSCRIBE", { id: String(id), destination: topic })
      assert.deepStrictEqual(commands([yield* client.next]), ["ERROR More than 100 subscriptions"])
    })
  )

  it.effect("receives nothing on a destination without events", () =>
    Effect.gen(function* () {
      const { owner, asOwner } = yield* seedFixture
      const client = yield* connectStomp(stompCredential(asOwner))
      for (const destination of [`/users/${owner}/notifications-changed`, "/users/999999/notifications-changed"]) {
        client.send("SUBSCRIBE", { id: destination, destination })
      }
      assert.deepStrictEqual(yield* client.settled, [])
    })
  )
})
