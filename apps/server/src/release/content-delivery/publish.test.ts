import { createHash, createPublicKey, verify } from "node:crypto"
import { brotliDecompressSync, gunzipSync } from "node:zlib"
import type { ContentDeliveryConfigModel } from "@dragoman/api"
import type { PublishedFile } from "@dragoman/domain/content-delivery"
import { unpackArchive } from "@dragoman/formats"
import { PublishingRepository } from "@dragoman/store"
import { assert } from "@effect/vitest"
import { Effect, Option, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { layerOn } from "../../testing/exhaustive-postgres.ts"
import { seed } from "../../testing/seed.ts"
import { send, type TestCredential } from "../../testing/send.ts"
import { startStorageServer } from "../../testing/storage-server.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"
import { StorageClients } from "../content-storage/storage-clients.ts"
import { manifestKey, publicKeyText } from "./published-manifest.ts"

let fixtures = 0

/** A project in en (base) and de with enough keys in both that its files can be compressed. */
const seedFixture = Effect.gen(function* () {
  const name = `Publishing ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const organization = yield* seed.organization({ name, owner })
  const project = yield* seed.project({ organization: organization.id, name, languages: ["en", "de"] })
  yield* seed.useNamespaces(project.id)
  for (const index of [0, 1, 2, 3, 4, 5, 6, 7]) {
    const key = yield* seed.key({ project: project.id, name: `key ${index}` })
    for (const [tag, language] of Object.entries(project.languages)) {
      yield* seed.translation({ key, language, text: `The same text again and again in ${tag}, number ${index}` })
    }
  }
  const credential: TestCredential = yield* seed.accessToken(owner)
  const path = `/v2/projects/${project.id}`
  const configs = `${path}/content-delivery-configs`
  const ok = (method: "GET" | "POST" | "PUT", to: string, body?: object) =>
    Effect.map(send(credential, method, to, body), (response) => {
      assert.strictEqual(response.status, 200, JSON.stringify(response.body))
      return response.body
    })
  const get = (id: number) => Effect.map(ok("GET", `${configs}/${id}`), (body) => body as ContentDeliveryConfigModel)
  return {
    ...{ owner, project, credential, path, configs, ok, get },
    create: (body: object) =>
      Effect.map(ok("POST", configs, { name: "Web", ...body }), (created) => created as ContentDeliveryConfigModel),
    setText: (key: string, text: string, tag = "en") =>
      ok("PUT", `${path}/translations`, { key, translations: { [tag]: text } }),
    attempts: (id: number) =>
      Effect.map(ok("GET", `${configs}/${id}/attempts?sort=id,desc`), (body) => {
        const { _embedded } = body as {
          readonly _embedded?: { readonly [list: string]: ReadonlyArray<Readonly<Record<string, unknown>>> }
        }
        return Object.values(_embedded ?? {})[0] ?? []
      }),
    /** Asks again until the content delivery is so; the test's own time limit ends it otherwise. */
    until: (id: number, isSo: (model: ContentDeliveryConfigModel) => boolean) =>
      Effect.repeat(get(id), { until: isSo, schedule: Schedule.spaced("20 millis") })
  }
})

interface StoredFile extends PublishedFile {
  readonly content: Buffer
}

/** The files of a version as readers get them, each checked against what it claims to be. */
const filesOf = Effect.fnUntraced(function* (id: number, version: number | null) {
  const sql = yield* SqlClient.SqlClient
  const repository = yield* PublishingRepository
  const { files } = Option.getOrThrow(yield* repository.findVersion(id, version ?? 0))
  const stored = new Map<string, StoredFile>()
  for (const file of files) {
    const [row] = yield* sql<{ content: Uint8Array; brotli: Uint8Array | null; gzip: Uint8Array | null }>`
      SELECT content, brotli, gzip FROM published_file WHERE content_delivery_id = ${id} AND digest = ${file.digest}`
    const content = Buffer.from(row?.content ?? [])
    assert.strictEqual(content.byteLength, file.size, file.path)
    assert.strictEqual(createHash("sha256").update(content).digest("hex"), file.digest)
    if (row?.brotli) assert.isTrue(brotliDecompressSync(row.brotli).equals(content))
    if (row?.gzip) assert.isTrue(gunzipSync(row.gzip).equals(content))
    if (file.path === "de.json") assert.isTrue(row?.brotli != null && row.gzip != null)
    stored.set(file.path, { ...file, content })
  }
  return stored
})

const textIn = (files: ReadonlyMap<string, StoredFile>, path: string) =>
  JSON.parse(files.get(path)?.content.toString() ?? "null") as Readonly<Record<string, string>>

const settings = { contentDeliveryDelaySeconds: 0 }

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer(settings)],
  ["PostgreSQL", layerTestServerPostgres(settings)]
] as const) {
  layerOn(engine, layerServer, { timeout: 180_000, excludeTestServices: true })(
    "publishing a content delivery",
    (it) => {
      it.effect("writes the changed files of a version alone, which a signed manifest names", () =>
        Effect.gen(function* () {
          const { create, get, attempts, until, setText, ok, configs } = yield* seedFixture
          const created = yield* create({ autoPublish: true })
          const { id, liveVersion } = created
          assert.deepStrictEqual(created.lastPublishedFiles, ["de.json", "en.json"])
          assert.isNull(created.lastError)
          const linked = yield* Effect.promise(() => fetch(`${created.publicUrl}/en.json`))
          assert.strictEqual(linked.status, 200)
          assert.strictEqual(linked.headers.get("cache-control"), "public, max-age=20, stale-while-revalidate=5")
          const first = yield* filesOf(id, liveVersion)
          assert.deepStrictEqual([...first.keys()], ["de.json", "en.json", "manifest.json", "manifest.sig"])
          assert.strictEqual(textIn(first, "en.json")["key 0"], "The same text again and again in en, number 0")
          const manifest = first.get("manifest.json")?.content ?? Buffer.alloc(0)
          assert.deepInclude(JSON.parse(manifest.toString()), { version: liveVersion, languages: ["de", "en"] })
          const key = createPublicKey(publicKeyText(yield* manifestKey))
          const signature = Buffer.from(first.get("manifest.sig")?.content.toString() ?? "", "base64")
          assert.isTrue(verify(null, manifest, key, signature))
          assert.isFalse(verify(null, Buffer.concat([manifest, Buffer.from(" ")]), key, signature))

          yield* setText("key 0", "Changed")
          const changed = yield* until(id, (model) => model.liveVersion !== liveVersion)
          assert.isAbove(changed.liveVersion ?? 0, liveVersion ?? 0)
          const second = yield* filesOf(id, changed.liveVersion)
          assert.strictEqual(textIn(second, "en.json")["key 0"], "Changed")
          assert.strictEqual(second.get("de.json")?.digest, first.get("de.json")?.digest)
          assert.deepInclude((yield* attempts(id))[0], { files: 2, writtenFiles: 1, error: null })
          // The version of before stays for apps that have its manifest.
          assert.strictEqual((yield* filesOf(id, liveVersion)).size, 4)

          yield* ok("POST", `${configs}/${id}`)
          const again = yield* get(id)
          assert.strictEqual(again.liveVersion, changed.liveVersion)
          assert.deepInclude((yield* attempts(id))[0], { files: 2, writtenFiles: 0, error: null })
        })
      )

      it.effect("is done by hand, as an archive, without texts, and without old files", () =>
        Effect.gen(function* () {
          const { create, get, ok, configs, setText } = yield* seedFixture
          const zipped = yield* create({ zip: true })
          assert.isNull(zipped.liveVersion)
          yield* ok("POST", `${configs}/${zipped.id}`)
          const files = yield* filesOf(zipped.id, (yield* get(zipped.id)).liveVersion)
          assert.deepInclude(files.get("translations.zip"), { mediaType: "application/zip" })
          const archive = unpackArchive(files.get("translations.zip")?.content ?? Buffer.alloc(0), {
            uncompressedBytesMax: 100_000
          })
          assert.deepStrictEqual(archive.kind === "unpacked" && archive.files.map(({ path }) => path).sort(), [
            ...["de.json", "en.json"]
          ])

          const empty = yield* create({ filterKeyPrefix: "none", autoPublish: true })
          assert.deepStrictEqual([empty.lastPublishedFiles, empty.lastError], [[], null])

          const body = { name: "Strings", format: "PROPERTIES" }
          const grown = yield* create({ ...body, pruneBeforePublish: false, languages: ["en"] })
          yield* ok("POST", `${configs}/${grown.id}`)
          yield* ok("PUT", `${configs}/${grown.id}`, { ...body, pruneBeforePublish: false, languages: ["de"] })
          yield* ok("POST", `${configs}/${grown.id}`)
          assert.lengthOf((yield* get(grown.id)).lastPublishedFiles, 2)
          yield* ok("PUT", `${configs}/${grown.id}`, { ...body, languages: ["de"] })
          yield* ok("POST", `${configs}/${grown.id}`)
          assert.lengthOf((yield* get(grown.id)).lastPublishedFiles, 1)
          // Without automatic publishing, a change publishes nothing.
          yield* setText("key 1", "Other")
          assert.isNull((yield* get(grown.id)).lastError)
        })
      )

      it.effect("gives apps only texts as they were reviewed last", () =>
        Effect.gen(function* () {
          const { create, get, ok, configs, path, setText } = yield* seedFixture
          const set = (key: string, text: string, tag = "en") =>
            Effect.map(setText(key, text, tag), (body) => {
              const { keyId, translations } = body as {
                readonly keyId: number
                readonly translations: Readonly<Record<string, { readonly id: number }>>
              }
              return { keyId, id: translations[tag]?.id ?? 0 }
            })
          const setState = (id: number, state: string) => ok("PUT", `${path}/translations/${id}/set-state/${state}`)
          const review = (key: string, text: string, tag = "en") =>
            Effect.tap(set(key, text, tag), ({ id }) => setState(id, "REVIEWED"))
          const { id } = yield* create({ reviewedOnly: true, languages: ["en"], filterState: ["TRANSLATED"] })
          assert.isTrue((yield* get(id)).reviewedOnly)
          const publish = Effect.gen(function* () {
            yield* ok("POST", `${configs}/${id}`)
            return textIn(yield* filesOf(id, (yield* get(id)).liveVersion), "en.json")
          })
          const edited = yield* review("key 0", "Reviewed")
          const takenBack = yield* review("key 1", "Taken back")
          yield* review("key 2", "Emptied")
          const plural = yield* review("key 3", "Car")
          const first = { "key 0": "Reviewed", "key 1": "Taken back", "key 2": "Emptied", "key 3": "Car" }
          assert.deepStrictEqual(yield* publish, first)

          yield* setText("key 0", "Draft")
          yield* setText("key 0", "Second draft")
          yield* setState(takenBack.id, "TRANSLATED")
          yield* setText("key 1", "Another")
          yield* setText("key 2", "")
          yield* setText("key 3", "Cars")
          yield* setText("key 4", "Never reviewed")
          assert.deepStrictEqual(yield* publish, first)
          yield* ok("PUT", `${path}/keys/${plural.keyId}/complex-update`, {
            ...{ name: "key 3", isPlural: true, pluralArgName: "count" }
          })
          assert.deepStrictEqual(yield* publish, { ...first, "key 3": "{count, plural, other {Car}}" })

          // Formats with the base text, and with all languages in one file.
          yield* review("key 0", "Geprüft", "de")
          yield* setText("key 0", "Entwurf", "de")
          for (const format of ["XLIFF", "CSV"]) {
            const other = yield* create({ reviewedOnly: true, format, autoPublish: true })
            assert.isNull(other.lastError)
            const files = [...(yield* filesOf(other.id, other.liveVersion)).values()]
            const written = files.map(({ content }) => content.toString()).join("\n")
            assert.include(written, "Geprüft", format)
            assert.include(written, "Reviewed", format)
            assert.notMatch(written, /Entwurf|[Dd]raft|Another|Never/, format)
          }

          yield* setState(edited.id, "REVIEWED")
          assert.propertyVal(yield* publish, "key 0", "Second draft")
        })
      )

      it.effect("writes what is missing to a storage of the project, and removes what is left over", () =>
        Effect.gen(function* () {
          const { create, get, ok, configs, path, attempts } = yield* seedFixture
          const { endpoint, bucket, region, accessKeyId, secretAccessKey } = yield* startStorageServer
          const s3ContentStorageConfig = {
            ...{ bucketName: bucket, endpoint, signingRegion: region, path: "apps" },
            ...{ accessKey: accessKeyId, secretKey: secretAccessKey }
          }
          const storage = yield* ok("POST", `${path}/content-storages`, { name: "Bucket", s3ContentStorageConfig })
          const contentStorageId = (storage as { readonly id: number }).id
          const body = { name: "Web", contentStorageId, slug: "my-app" }
          const { id, lastError } = yield* create({ ...body, autoPublish: true })
          assert.isNull(lastError)
          const client = yield* Effect.flatMap(StorageClients, ({ open }) => open(contentStorageId))
          const listed = Effect.map(client?.list("my-app") ?? Effect.succeed([]), (paths) => paths.toSorted())
          const all = ["de.json", "en.json", "manifest.json", "manifest.sig"].map((name) => `my-app/${name}`)
          assert.deepStrictEqual(yield* listed, all)
          yield* client?.remove(["my-app/en.json"]) ?? Effect.void
          yield* ok("POST", `${configs}/${id}`)
          assert.deepStrictEqual(yield* listed, all)
          assert.deepInclude((yield* attempts(id))[0], { files: 2, writtenFiles: 1, error: null })
          yield* ok("PUT", `${configs}/${id}`, { ...body, languages: ["de"] })
          yield* ok("POST", `${configs}/${id}`)
          assert.deepStrictEqual(
            yield* listed,
            all.filter((name) => name !== "my-app/en.json")
          )
          assert.deepStrictEqual((yield* get(id)).lastPublishedFiles, ["de.json"])
        })
      )

      it.effect("keeps the old version after a failure, says why, tells the managers once, and recovers", () =>
        Effect.gen(function* () {
          const { owner, project, create, get, until, attempts, credential, configs, ok, path, setText } =
            yield* seedFixture
          const { id, liveVersion } = yield* create({
            ...{ autoPublish: true, fileStructureTemplate: "{languageTag}.json" }
          })
          const second = { name: "elsewhere", namespace: "other", translations: { en: "Elsewhere" } }
          assert.strictEqual((yield* send(credential, "POST", `${path}/keys/create`, second)).status, 201)
          const failed = yield* until(id, (model) => model.lastError !== null)
          assert.include(failed.lastError ?? "", "NAMESPACE")
          assert.strictEqual(failed.liveVersion, liveVersion)
          const response = yield* send(credential, "POST", `${configs}/${id}`)
          assert.deepInclude(response, { status: 400 })
          assert.deepInclude(response.body as object, { code: "missing_placeholder_in_template" })
          const sql = yield* SqlClient.SqlClient
          const told = yield* sql`
          SELECT user_id FROM notification WHERE type = 'CONTENT_DELIVERY_FAILED' AND project_id = ${project.id}`
          assert.deepStrictEqual(told, [{ userId: owner }])
          assert.isAbove((yield* attempts(id)).filter(({ error }) => error !== null).length, 1)
          assert.strictEqual((yield* filesOf(id, liveVersion)).size, 4)

          yield* ok("PUT", `${configs}/${id}`, { name: "Web", autoPublish: true })
          yield* setText("key 2", "After the failure")
          yield* ok("POST", `${configs}/${id}`)
          const recovered = yield* get(id)
          assert.isNull(recovered.lastError)
          assert.isAbove(recovered.liveVersion ?? 0, liveVersion ?? 0)
        })
      )
    }
  )
}
