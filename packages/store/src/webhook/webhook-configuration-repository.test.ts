import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { ActivityRepository } from "../activity/activity-repository.ts"
import { OutboxRepository } from "../outbox/outbox-repository.ts"
import { DeletedContentRepository } from "../project/deleted-content-repository.ts"
import { claimDue } from "../testing/claim-due.ts"
import { deliverToAll } from "../testing/deliver-to-all.ts"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { inFixture, layerProjectFixture } from "../testing/project-fixture.ts"
import { WebhookConfigurationRepository } from "./webhook-configuration-repository.ts"

const layerRepositories = Layer.mergeAll(
  WebhookConfigurationRepository.layer,
  ActivityRepository.layer,
  OutboxRepository.layer,
  DeletedContentRepository.layer
)

const seedProject = Effect.fnUntraced(function* (name: string) {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ id: number }>`
    INSERT INTO project ${sql.insert({ organization_id: 1, name, slug: name, created_at: 0 })} RETURNING id`
  return row?.id ?? 0
}, Effect.orDie)

/** The fields that `create` sets. */
const plain = { secret: "whsec_x", paused: false, eventFilter: null, authorId: 1, showsTexts: true, createdAt: 5 }

const byId = [{ property: "id", direction: "asc" }] as const

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("webhook configurations and activity on %s", (_, layerTest) => {
  const layerFixture = layerRepositories.pipe(Layer.provideMerge(layerProjectFixture(layerTest)))
  layer(layerFixture, { timeout: "60 seconds" })((it) => {
    it.effect("a configuration is found under its own project only, locked or not", () =>
      inFixture(
        Effect.gen(function* () {
          const webhooks = yield* WebhookConfigurationRepository
          const projectId = yield* seedProject("a")
          const other = yield* seedProject("b")
          const row = yield* webhooks.insert({ projectId, url: "https://a.example/", ...plain })
          assert.deepStrictEqual(row, {
            id: row.id,
            projectId,
            url: "https://a.example/",
            secret: "whsec_x",
            enabled: true,
            autoDisabled: false,
            firstFailedAt: null,
            lastExecutedAt: null,
            lastSucceededAt: null,
            failingMillis: 0,
            warnedAt: null,
            previousSecret: null,
            previousSecretUntil: null,
            paused: false,
            eventFilter: null,
            headers: null,
            bodyTemplate: null,
            heldUntil: null,
            authorId: 1,
            showsTexts: true
          })
          assert.deepStrictEqual(yield* webhooks.find(projectId, row.id), Option.some(row))
          assert.deepStrictEqual(yield* webhooks.findLocked(projectId, row.id), Option.some(row))
          assert.deepStrictEqual(yield* webhooks.find(other, row.id), Option.none())
          assert.deepStrictEqual(yield* webhooks.findLocked(other, row.id), Option.none())
          yield* webhooks.remove(other, row.id, 5)
          assert.deepStrictEqual(yield* webhooks.find(projectId, row.id), Option.some(row))
        })
      )
    )

    it.effect("an update writes everything but the project", () =>
      inFixture(
        Effect.gen(function* () {
          const webhooks = yield* WebhookConfigurationRepository
          const projectId = yield* seedProject("a")
          const row = yield* webhooks.insert({ projectId, url: "https://a.example/", ...plain })
          const untouched = yield* webhooks.insert({
            projectId,
            url: "https://c.example/",
            ...plain
          })
          const changed = {
            ...row,
            url: "https://b.example/",
            enabled: false,
            autoDisabled: true,
            firstFailedAt: 1,
            lastExecutedAt: 2,
            lastSucceededAt: 1,
            failingMillis: 1,
            warnedAt: 3,
            secret: "whsec_y",
            previousSecret: "whsec_x",
            previousSecretUntil: 4,
            paused: true,
            eventFilter: { activityTypes: ["IMPORT"], namespaces: ["", "č"], languageTags: ["pt-BR"] } as const,
            headers: '[{"name":"X-Own","value":"á"}]',
            bodyTemplate: { kind: "OWN", text: '{"a": "{{type}}"}' } as const,
            heldUntil: 1_767_225_600_123
          }
          yield* webhooks.update({ ...changed, projectId: projectId + 1 })
          assert.deepStrictEqual(yield* webhooks.find(projectId, row.id), Option.some(changed))
          assert.deepStrictEqual(yield* webhooks.find(projectId, untouched.id), Option.some(untouched))
        })
      )
    )

    it.effect("previous secrets are erased when they have ended, and no others", () =>
      inFixture(
        Effect.gen(function* () {
          const webhooks = yield* WebhookConfigurationRepository
          const projectId = yield* seedProject("a")
          const rows = yield* Effect.forEach([null, 10, 11], (previousSecretUntil) =>
            Effect.gen(function* () {
              const row = yield* webhooks.insert({ projectId, url: "https://a.example/", ...plain })
              const previousSecret = previousSecretUntil === null ? null : "whsec_before"
              const rotated = { ...row, previousSecret, previousSecretUntil }
              yield* webhooks.update(rotated)
              return rotated
            })
          )
          const ended = { previousSecret: null, previousSecretUntil: null }
          assert.strictEqual(yield* webhooks.eraseExpiredSecrets(9), 0)
          assert.strictEqual(yield* webhooks.eraseExpiredSecrets(10), 1)
          assert.strictEqual(yield* webhooks.eraseExpiredSecrets(10), 0)
          const page = yield* webhooks.list({ projectId, offset: 0, limit: 9, sort: byId })
          assert.deepStrictEqual(
            page.rows,
            rows.map((row) => (row.previousSecretUntil === 10 ? { ...row, ...ended } : row))
          )
        })
      )
    )

    it.effect("a list sorts unset times before all others and ends with the total of its project", () =>
      inFixture(
        Effect.gen(function* () {
          const webhooks = yield* WebhookConfigurationRepository
          const projectId = yield* seedProject("a")
          const other = yield* seedProject("b")
          yield* webhooks.insert({ projectId: other, url: "x", ...plain })
          const insert = (url: string) => webhooks.insert({ projectId, url, ...plain })
          const { id: first } = yield* insert("b")
          const failing = yield* insert("a")
          const { id: third } = yield* insert("c")
          const second = failing.id
          yield* webhooks.update({ ...failing, firstFailedAt: 7 })
          const list = (sort: Parameters<typeof webhooks.list>[0]["sort"]) =>
            Effect.map(webhooks.list({ projectId, offset: 0, limit: 10, sort }), (page) => {
              assert.strictEqual(page.total, 3)
              return page.rows.map(({ id }) => id)
            })
          assert.deepStrictEqual(yield* list(byId), [first, second, third])
          assert.deepStrictEqual(yield* list([{ property: "firstFailed", direction: "asc" }, ...byId]), [
            first,
            third,
            second
          ])
          assert.deepStrictEqual(yield* list([{ property: "firstFailed", direction: "desc" }, ...byId]), [
            second,
            first,
            third
          ])
          const page = yield* webhooks.list({ projectId, offset: 1, limit: 1, sort: byId })
          assert.deepStrictEqual(
            page.rows.map(({ id }) => id),
            [second]
          )
        })
      )
    )

    it.effect(
      "a removed configuration is gone at once; it and what it still had to deliver are erased in portions, nothing of others",
      () =>
        inFixture(
          Effect.gen(function* () {
            const webhooks = yield* WebhookConfigurationRepository
            const deleted = yield* DeletedContentRepository
            const sql = yield* SqlClient.SqlClient
            const projectId = yield* seedProject("a")
            const insert = () => webhooks.insert({ projectId, url: "u", ...plain })
            const removed = yield* insert()
            const remaining = yield* insert()
            yield* deliverToAll({
              projectId,
              revisionId: 1,
              now: 5,
              content: (id) => ({ messageId: `msg_${id}_1`, body: "{}" })
            })
            yield* webhooks.remove(projectId, removed.id, 5)
            assert.deepStrictEqual(yield* webhooks.find(projectId, removed.id), Option.none())
            assert.deepStrictEqual(yield* webhooks.findLocked(projectId, removed.id), Option.none())
            const page = { sort: [{ property: "id", direction: "asc" }], limit: 10, offset: 0 } as const
            assert.deepStrictEqual(yield* webhooks.list({ projectId, ...page }), { total: 1, rows: [remaining] })
            const request = { now: 5, limit: 10, perEndpointLimit: 10, perFailingEndpointLimit: 10 }
            const claimed = yield* claimDue({ ...request, owner: "a", leasedUntil: 9 })
            assert.deepStrictEqual(
              claimed.map(({ webhookConfigurationId }) => webhookConfigurationId),
              [remaining.id]
            )
            // A large backlog is neither erased in this transaction nor written to.
            assert.deepStrictEqual(yield* sql`SELECT webhook_configuration_id, state FROM delivery ORDER BY id`, [
              { webhookConfigurationId: removed.id, state: "PENDING" },
              { webhookConfigurationId: remaining.id, state: "PENDING" }
            ])
            while (yield* deleted.isLeft) yield* deleted.eraseSome(10)
            assert.deepStrictEqual(yield* sql`SELECT webhook_configuration_id FROM delivery`, [
              { webhookConfigurationId: remaining.id }
            ])
            assert.lengthOf(yield* sql`SELECT delivery_id FROM delivery_content`, 1)
            assert.lengthOf(yield* sql`SELECT id FROM webhook_configuration WHERE id = ${removed.id}`, 0)
          })
        )
    )

    it.effect("a revision is found under its own project, with its author and its entities in order", () =>
      inFixture(
        Effect.gen(function* () {
          const activity = yield* ActivityRepository
          const projectId = yield* seedProject("a")
          const other = yield* seedProject("b")
          const entity = (entityClass: "Project" | "Language", entityId: number) => ({
            entityClass,
            entityId,
            kind: "MOD" as const,
            description: { tag: "cs" },
            modifications: { name: { old: null, new: "Čeština 👋" } },
            relations: {}
          })
          const entities = [entity("Project", 2), entity("Language", 10), entity("Language", 9)]
          const revision = { projectId, authorId: 1, type: "EDIT_PROJECT" as const, createdAt: 5, params: null }
          const row = yield* activity.insert(revision)
          yield* activity.insertEntities(row.id, entities, [])
          assert.deepStrictEqual(row, {
            id: row.id,
            type: "EDIT_PROJECT",
            createdAt: 5,
            authorId: 1,
            authorUsername: "owner",
            authorName: "Olga",
            authorAvatarHash: null,
            authorDeletedAt: null,
            counts: null,
            params: null,
            branch: null
          })
          const ofServer = yield* activity.insert({ ...revision, authorId: null })
          yield* activity.insertEntities(ofServer.id, entities.slice(0, 1), [])
          assert.deepStrictEqual([ofServer.authorId, ofServer.authorName], [null, null])
          assert.deepStrictEqual(yield* activity.find(projectId, row.id), Option.some(row))
          assert.deepStrictEqual(yield* activity.find(other, row.id), Option.none())
          const page = { offset: 0, limit: 10, sort: byId }
          assert.deepStrictEqual(yield* activity.list({ ...page, projectId }), { total: 2, rows: [row, ofServer] })
          assert.deepStrictEqual(yield* activity.list({ ...page, projectId: other }), { total: 0, rows: [] })
          assert.deepStrictEqual(yield* activity.listEntities([ofServer.id, row.id]), [
            { revisionId: row.id, ...entity("Language", 9) },
            { revisionId: row.id, ...entity("Language", 10) },
            { revisionId: row.id, ...entity("Project", 2) },
            { revisionId: ofServer.id, ...entity("Project", 2) }
          ])
          assert.deepStrictEqual(yield* activity.listEntities([]), [])
        })
      )
    )

    it.effect("a revision says its branch, also a deleted one, and the default one for changes of the project", () =>
      inFixture(
        Effect.gen(function* () {
          const activity = yield* ActivityRepository
          const sql = yield* SqlClient.SqlClient
          const projectId = yield* seedProject("a")
          const rows = yield* sql<{ id: number }>`
            INSERT INTO branch ${sql.insert([
              { project_id: projectId, name: "main", is_default: 1, state: "READY", created_at: 0, deleted_at: null },
              {
                project_id: projectId,
                name: "release",
                is_default: 0,
                state: "READY",
                created_at: 0,
                deleted_at: null
              },
              { project_id: projectId, name: "gone", is_default: 0, state: "DELETED", created_at: 0, deleted_at: 1 }
            ])} RETURNING id`
          const record = (branchId: number | null) =>
            activity.insert({ projectId, branchId, authorId: 1, type: "IMPORT", createdAt: 5, params: null })
          const ids = [null, ...rows.slice(1).map(({ id }) => id)]
          assert.deepStrictEqual(
            (yield* Effect.forEach(ids, record)).map(({ branch }) => branch),
            [null, null, null]
          )
          yield* sql`UPDATE project SET use_branching = 1 WHERE id = ${projectId}`
          assert.deepStrictEqual(
            (yield* Effect.forEach(ids, record)).map(({ branch }) => branch),
            ["main", "release", "gone"]
          )
        })
      )
    )

    it.effect("languages are listed with whether they still exist; classes that do not report it are left out", () =>
      inFixture(
        Effect.gen(function* () {
          const activity = yield* ActivityRepository
          const sql = yield* SqlClient.SqlClient
          const projectId = yield* seedProject("a")
          const languages = yield* sql<{ id: number }>`
            INSERT INTO language ${sql.insert([
              { project_id: projectId, name: "here", tag: "a", created_at: 0, deleted_at: null },
              { project_id: projectId, name: "gone", tag: "b", created_at: 0, deleted_at: 1 }
            ])} RETURNING id`
          const references = languages.map(({ id }) => ({ entityClass: "Language" as const, entityId: id }))
          assert.deepStrictEqual(
            yield* activity.listExisting([...references, { entityClass: "Project", entityId: projectId }]),
            references.slice(0, 1)
          )
        })
      )
    )
  })
})
