import { checkInvariants } from "@dragoman/store/testing/invariants"
import { assert, layer } from "@effect/vitest"
import { Effect, Schedule, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { given } from "./testing/given.ts"
import { send, type TestCredential } from "./testing/send.ts"
import { layerTestServer, TestServer } from "./testing/test-server.ts"
import { layerTestServerPostgres } from "./testing/test-server-postgres.ts"
import { upload } from "./testing/upload.ts"

// Whatever is done to the content of a project, in whatever order: what is counted is what is there, nothing points to
// what is gone, and the tag of the content changes exactly when the content does.

const runs = 8
const steps = { min: 8, max: 14 }

const works = [
  "write",
  "write",
  "review",
  "push",
  "pushOnly",
  "importKeys",
  "tag",
  "untag",
  "move",
  "describe",
  "disable",
  "batch",
  "trash",
  "restore",
  "erase",
  "removeLanguage",
  "addLanguage"
] as const

/** What is done; the rest says to what, as far as the work needs it. `pick`: which of the keys that are there. */
const Step = Schema.Struct({
  work: Schema.Literals(works),
  pick: Schema.Literals([0, 1, 2, 3, 4]),
  key: Schema.Literals(["a", "b", "c"]),
  namespace: Schema.Literals(["", "web"]),
  language: Schema.Literals(["en", "de"]),
  text: Schema.Literals(["", "One", "Two words", "{n, plural, one {# dog} other {# dogs}}"])
})
type Step = typeof Step.Type

const Steps = Schema.Array(Step).check(Schema.isMinLength(steps.min), Schema.isMaxLength(steps.max))

interface World {
  readonly projectId: number
  readonly credential: TestCredential
}

let worlds = 0

const givenWorld = Effect.gen(function* () {
  const name = `Invariants ${++worlds}`
  yield* given.user({ username: `${name} admin`, serverRole: "ADMIN" })
  const owner = yield* given.user({ username: `${name} owner` })
  const organization = yield* given.organization({ name, owner })
  const project = yield* given.project({ organization: organization.id, name, languages: ["en", "de"] })
  yield* given.useNamespaces(project.id)
  const world: World = { projectId: project.id, credential: yield* given.accessToken(owner) }
  const texts = { en: "Given", de: "Gegeben" }
  for (const key of ["a", "b"]) {
    yield* send(world.credential, "POST", `/v2/projects/${project.id}/translations`, { key, translations: texts })
  }
  return world
})

interface Content {
  readonly keys: ReadonlyArray<{
    readonly id: number
    readonly name: string
    readonly namespace: string | null
    readonly deletedAt: number | null
  }>
  readonly languages: ReadonlyArray<{ readonly id: number; readonly tag: string }>
  readonly texts: ReadonlyArray<{
    readonly id: number
    readonly keyId: number
    readonly languageId: number
    readonly state: string
  }>
  readonly tags: ReadonlyArray<{ readonly keyId: number; readonly tagId: number; readonly name: string }>
}

/** Everything of the project that clients can see of its content. */
const contentOf = Effect.fnUntraced(function* ({ projectId }: World) {
  const sql = yield* SqlClient.SqlClient
  const content: Content = {
    keys: yield* sql<Content["keys"][number]>`
      SELECT k.id, k.name, n.name AS namespace, k.description, k.is_plural, k.plural_argument_name, k.custom_values,
        k.deleted_at
      FROM translation_key k LEFT JOIN namespace n ON n.id = k.namespace_id
      WHERE k.project_id = ${projectId} ORDER BY k.id`,
    languages: yield* sql<Content["languages"][number]>`
      SELECT id, tag, name FROM language WHERE project_id = ${projectId} AND deleted_at IS NULL ORDER BY id`,
    texts: yield* sql<Content["texts"][number]>`
      SELECT t.id, t.key_id, t.language_id, t.text, t.state, t.is_outdated, t.is_auto
      FROM translation t
      JOIN translation_key k ON k.id = t.key_id
      JOIN language l ON l.id = t.language_id AND l.deleted_at IS NULL
      WHERE k.project_id = ${projectId} ORDER BY t.id`,
    tags: yield* sql<Content["tags"][number]>`
      SELECT kt.key_id, kt.tag_id, g.name FROM key_tag kt JOIN tag g ON g.id = kt.tag_id
      WHERE g.project_id = ${projectId} ORDER BY kt.key_id, kt.tag_id`
  }
  return content
}, Effect.orDie)

const contentTag = Effect.fnUntraced(function* ({ projectId, credential }: World) {
  const { baseUrl } = yield* TestServer
  const token = credential !== null && "accessToken" in credential ? credential.accessToken : ""
  return yield* Effect.promise(async () => {
    const answer = await fetch(`${baseUrl}/v2/projects/${projectId}/translations/en,de,fr`, {
      headers: { authorization: `Bearer ${token}` }
    })
    await answer.arrayBuffer()
    return [answer.status, answer.headers.get("etag")] as const
  })
})

const take = Effect.fnUntraced(function* (world: World, step: Step, { keys, languages, texts, tags }: Content) {
  const { projectId, credential } = world
  const { work, pick, key, namespace, language, text } = step
  const path = `/v2/projects/${projectId}`
  const picked = (isTrashed: boolean) => {
    const some = keys.filter(({ deletedAt }) => (deletedAt !== null) === isTrashed)
    return some[pick % some.length]
  }
  const live = picked(false)
  const keyId = live?.id ?? 0
  const trashedId = picked(true)?.id ?? 0
  const languageId = (tag: string) => languages.find((one) => one.tag === tag)?.id ?? 0
  const textId = texts.find((one) => one.keyId === keyId && one.languageId === languageId(language))?.id ?? 0
  const translations = { [language]: text }
  const push = (removeOtherKeys: boolean) =>
    upload(
      credential,
      `${path}/single-step-import`,
      [{ name: `${language}.json`, content: JSON.stringify({ [key]: text, c: "Pushed" }) }],
      {
        forceMode: "OVERRIDE",
        removeOtherKeys,
        tagNewKeys: ["pushed"],
        fileMappings: [{ fileName: `${language}.json`, namespace }]
      }
    )
  switch (work) {
    case "write":
      return yield* send(credential, "POST", `${path}/translations`, { key, namespace, translations })
    case "review":
      return yield* send(credential, "PUT", `${path}/translations/${textId}/set-state/REVIEWED`)
    case "push":
      return yield* push(false)
    case "pushOnly":
      return yield* push(true)
    case "importKeys":
      return yield* send(credential, "POST", `${path}/keys/import`, {
        keys: [{ name: key, namespace, translations, tags: ["synced"] }]
      })
    case "tag":
      return yield* send(credential, "PUT", `${path}/keys/${keyId}/tags`, { name: "pushed" })
    case "untag":
      return yield* send(
        credential,
        "DELETE",
        `${path}/keys/${keyId}/tags/${tags.find((one) => one.keyId === keyId)?.tagId ?? 0}`
      )
    case "move":
      return yield* send(credential, "PUT", `${path}/keys/${keyId}`, {
        name: key,
        namespace
      })
    case "describe":
      return yield* send(credential, "PUT", `${path}/keys/${keyId}`, {
        name: live?.name,
        namespace: live?.namespace,
        description: text
      })
    case "disable":
      return yield* send(credential, "PUT", `${path}/keys/${keyId}/disabled-languages`, {
        languageIds: text === "" ? [] : [languageId("de")]
      })
    case "batch": {
      const live = keys.filter(({ deletedAt }) => deletedAt === null).map(({ id }) => id)
      const trashed = keys.filter(({ deletedAt }) => deletedAt !== null).map(({ id }) => id)
      const languageIds = [languageId(language)]
      const operations = [
        ["tag-keys", live, { tags: ["pushed"] }],
        ["set-keys-namespace", live, { namespace }],
        ["copy-translations", live, { sourceLanguageId: languageId("en"), targetLanguageIds: languageIds }],
        ["set-translation-state", live, { languageIds, state: text === "" ? "DISABLED" : "REVIEWED" }],
        [text === "" ? "hard-delete-keys" : "restore-keys", trashed, {}]
      ] as const
      const [operation, keyIds, body] = operations[pick]
      const started = yield* send(credential, "POST", `${path}/start-batch-job/${operation}`, { keyIds, ...body })
      const { id = 0 } = started.body as { readonly id?: number }
      return yield* Effect.repeat(send(credential, "GET", `${path}/batch-jobs/${id}`), {
        until: ({ body }) => !["PENDING", "RUNNING"].includes((body as { readonly status?: string }).status ?? ""),
        schedule: Schedule.spaced("2 millis")
      })
    }
    case "trash":
      return yield* send(credential, "DELETE", `${path}/keys/${keyId}`)
    case "restore":
      return yield* send(credential, "PUT", `${path}/keys/trash/${trashedId}/restore`)
    case "erase":
      return yield* send(credential, "DELETE", `${path}/keys/trash/${trashedId}`)
    case "removeLanguage":
      return yield* send(credential, "DELETE", `${path}/languages/${languageId("de")}`)
    case "addLanguage":
      return yield* send(credential, "POST", `${path}/languages`, {
        name: "German",
        originalName: "Deutsch",
        tag: "de",
        flagEmoji: ""
      })
  }
})

/** What the stats must say: by language, keys that are translated, reviewed and neither. */
const countsOf = ({ keys, languages, texts, tags }: Content) => {
  const live = keys.filter(({ deletedAt }) => deletedAt === null)
  const liveIds = new Set(live.map(({ id }) => id))
  const count = (languageId: number, state: string) =>
    texts.filter((text) => liveIds.has(text.keyId) && text.languageId === languageId && text.state === state).length
  return {
    keyCount: live.length,
    tagCount: new Set(tags.map(({ tagId }) => tagId)).size,
    languages: Object.fromEntries(
      languages.map(({ id, tag }) => {
        const [translated, reviewed] = [count(id, "TRANSLATED"), count(id, "REVIEWED")]
        return [tag, [translated, reviewed, live.length - translated - reviewed]]
      })
    )
  }
}

interface Stats {
  readonly keyCount: number
  readonly tagCount: number
  readonly languageStats: ReadonlyArray<{
    readonly languageTag: string
    readonly translatedKeyCount: number
    readonly reviewedKeyCount: number
    readonly untranslatedKeyCount: number
  }>
}

const statsOf = Effect.fnUntraced(function* ({ projectId, credential }: World) {
  const { keyCount, tagCount, languageStats } = (yield* send(credential, "GET", `/v2/projects/${projectId}/stats`))
    .body as Stats
  const languages = Object.fromEntries(
    languageStats.map((one) => [
      one.languageTag,
      [one.translatedKeyCount, one.reviewedKeyCount, one.untranslatedKeyCount]
    ])
  )
  return { keyCount, tagCount, languages }
})

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  layer(layerServer, { excludeTestServices: true, timeout: "60 seconds" })(`on ${engine}`, (it) => {
    it.effect.prop(
      "after any sequence of edits, imports and deletions counts are true, nothing is orphaned, the tag follows the content",
      { sequence: Steps },
      ({ sequence }) =>
        Effect.gen(function* () {
          const world = yield* givenWorld
          let before = yield* contentOf(world)
          let [, tagBefore] = yield* contentTag(world)
          for (const [index, step] of sequence.entries()) {
            const named = `${index + 1}. ${JSON.stringify(step)}`
            const { status, body } = yield* take(world, step, before)
            assert.isBelow(status, 500, `${named}: ${JSON.stringify(body)}`)
            const after = yield* contentOf(world)
            const [, tagAfter] = yield* contentTag(world)
            const isChanged = JSON.stringify(after) !== JSON.stringify(before)
            assert.strictEqual(tagAfter !== tagBefore, isChanged, `${named}: ${status}, the tag of the content`)
            assert.deepStrictEqual(yield* statsOf(world), countsOf(after), named)
            assert.strictEqual((yield* checkInvariants).join("\n"), "", named)
            before = after
            tagBefore = tagAfter
          }
        }),
      { arbitrary: { runs } }
    )
  })
}
