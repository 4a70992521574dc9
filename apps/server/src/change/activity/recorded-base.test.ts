import type { BatchJobModel } from "@dragoman/api"
import { isSameKey } from "@dragoman/domain/branch"
import { BranchCompareRepository } from "@dragoman/store"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Schedule } from "effect"
import { SqlClient } from "effect/sql"
import { halvedImages, sendImage } from "../../testing/image-files.ts"
import { seed } from "../../testing/seed.ts"
import { send, type TestCredential, type TestResponse } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { upload } from "../../testing/upload.ts"

let fixtures = 0

/** A project with the languages en (base) and de, the keys "a" in `web` and "b", a label, a tag and a screenshot on "a". */
const seedFixture = Effect.gen(function* () {
  const name = `Recorded ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const organization = yield* seed.organization({ name, owner })
  const project = yield* seed.project({ organization: organization.id, name, languages: ["en", "de"] })
  yield* seed.useNamespaces(project.id)
  const { en = 0, de = 0 } = project.languages
  const web = yield* seed.namespace({ project: project.id, name: "web" })
  const a = yield* seed.key({ project: project.id, name: "a", namespace: web })
  const b = yield* seed.key({ project: project.id, name: "b" })
  const aEn = yield* seed.translation({ key: a, language: en, text: "a en" })
  yield* seed.translation({ key: a, language: de, text: "a de" })
  yield* seed.translation({ key: b, language: en, text: "b en" })
  const label = yield* seed.label({ project: project.id, name: "check" })
  const asOwner: TestCredential = yield* seed.accessToken(owner)
  const path = `/v2/projects/${project.id}`
  const { id: tag } = bodyOf<{ id: number }>(yield* send(asOwner, "PUT", `${path}/keys/${a}/tags`, { name: "old" }))
  const { id: screenshot } = bodyOf<{ id: number }>(
    yield* sendImage(asOwner, "POST", `${path}/keys/${a}/screenshots`, "screenshot", halvedImages.gif)
  )
  bodyOf(yield* send(asOwner, "PUT", `${path}/translations/${aEn}/label/${label}`))
  return { project, asOwner, path, en, de, a, b, aEn, label, tag, screenshot }
})
type Fixture = Effect.Success<typeof seedFixture>

const bodyOf = <A>({ status, body }: TestResponse): A => {
  if (status !== 200 && status !== 201) throw new Error(`unexpected status ${status}: ${JSON.stringify(body)}`)
  return body as A
}

const ask = (
  method: "PUT" | "POST" | "DELETE",
  pathOf: (fixture: Fixture) => string,
  bodyIn?: (fixture: Fixture) => object
) =>
  Effect.fnUntraced(function* (fixture: Fixture) {
    const body = bodyIn?.(fixture)
    bodyOf(yield* send(fixture.asOwner, method, `${fixture.path}/${pathOf(fixture)}`, body))
  })

const runJob = (operation: string, bodyIn: (fixture: Fixture) => object) =>
  Effect.fnUntraced(function* (fixture: Fixture) {
    const { asOwner, path, a, b } = fixture
    const body = { keyIds: [a, b], ...bodyIn(fixture) }
    const { id } = bodyOf<BatchJobModel>(yield* send(asOwner, "POST", `${path}/start-batch-job/${operation}`, body))
    const job = yield* Effect.repeat(
      Effect.map(send(asOwner, "GET", `${path}/batch-jobs/${id}`), bodyOf<BatchJobModel>),
      {
        until: ({ status }) => status !== "PENDING" && status !== "RUNNING",
        schedule: Schedule.spaced("5 millis")
      }
    )
    assert.strictEqual(job.status, "SUCCESS")
  })

const uploadImage = ({ asOwner }: Fixture) =>
  Effect.map(
    sendImage(asOwner, "POST", "/v2/image-upload", "image", halvedImages.gif, { location: null }),
    (response) => bodyOf<{ readonly id: number }>(response).id
  )

const changeAll = Effect.fnUntraced(function* (fixture: Fixture) {
  yield* ask(
    "PUT",
    ({ a }) => `keys/${a}/complex-update`,
    ({ screenshot }) => ({
      name: "a2",
      namespace: "app",
      description: "About",
      custom: { owner: "web" },
      isPlural: true,
      pluralArgName: "count",
      maxCharLimit: 50,
      tags: ["new"],
      translations: { en: "{count, plural, one {one} other {many}}" },
      states: { de: "REVIEWED" },
      screenshotIdsToDelete: [screenshot],
      screenshotsToAdd: []
    })
  )(fixture)
})

const attachToBoth = Effect.fnUntraced(function* (fixture: Fixture) {
  const uploadedImageId = yield* uploadImage(fixture)
  const translations = (text: string) => ({ en: { text, resolution: "OVERRIDE" } })
  const screenshots = [{ uploadedImageId, positions: [] }]
  yield* ask(
    "POST",
    () => "keys/import-resolvable",
    () => ({
      keys: [
        { name: "a", namespace: "web", translations: translations("A"), screenshots },
        { name: "b", translations: translations("B"), screenshots },
        { name: "c", translations: { en: { text: "C", resolution: "NEW" } }, screenshots }
      ]
    })
  )(fixture)
})

const importFile = Effect.fnUntraced(function* ({ asOwner, path }: Fixture) {
  const content = JSON.stringify({ b: "Import", c: "New" })
  const params = {
    forceMode: "OVERRIDE",
    fileMappings: [{ fileName: "de.json", languageTag: "de" }],
    tagNewKeys: ["imported"]
  }
  bodyOf(yield* upload(asOwner, `${path}/single-step-import`, [{ name: "de.json", content }], params))
})

const trashAndRestore = Effect.fnUntraced(function* (fixture: Fixture) {
  yield* ask("DELETE", ({ a, b }) => `keys/${a},${b}`)(fixture)
  yield* ask("PUT", ({ a }) => `keys/trash/${a}/restore`)(fixture)
})

layer(Layer.provideMerge(BranchCompareRepository.layer, layerTestServer()), {
  timeout: "60 seconds",
  excludeTestServices: true
})("the activity holds what a merge needs to take back", (it) => {
  it.effect.each<[string, typeof changeAll]>([
    [
      "a new key",
      ask(
        "POST",
        () => "keys",
        () => ({ name: "c", translations: { en: "c" }, tags: ["x"] })
      )
    ],
    [
      "an edited key",
      ask(
        "PUT",
        ({ a }) => `keys/${a}`,
        () => ({ name: "a2", namespace: "app", description: "Top" })
      )
    ],
    ["a complex update", changeAll],
    [
      "a new tag",
      ask(
        "PUT",
        ({ a }) => `keys/${a}/tags`,
        () => ({ name: "new" })
      )
    ],
    ["a removed tag", ask("DELETE", ({ a, tag }) => `keys/${a}/tags/${tag}`)],
    [
      "tags of many keys",
      ask(
        "PUT",
        () => "tag-complex",
        () => ({ filterTag: ["old"], tagFiltered: ["x"], untagFiltered: ["old"], tagOther: ["y"] })
      )
    ],
    [
      "texts",
      ask(
        "PUT",
        () => "translations",
        () => ({ key: "b", translations: { en: "B", de: "B" } })
      )
    ],
    [
      "texts of a new key",
      ask(
        "POST",
        () => "translations",
        () => ({ key: "c", translations: { en: "C" } })
      )
    ],
    ["a state", ask("PUT", ({ aEn }) => `translations/${aEn}/set-state/REVIEWED`)],
    [
      "a label",
      ask(
        "PUT",
        () => "translations/label",
        ({ b, de, label }) => ({ keyId: b, languageId: de, labelId: label })
      )
    ],
    ["a removed label", ask("DELETE", ({ aEn, label }) => `translations/${aEn}/label/${label}`)],
    [
      "disabled languages",
      ask(
        "PUT",
        ({ a }) => `keys/${a}/disabled-languages`,
        ({ de }) => ({ languageIds: [de] })
      )
    ],
    ["a removed screenshot", ask("DELETE", ({ a, screenshot }) => `keys/${a}/screenshots/${screenshot}`)],
    ["a screenshot of several keys, and imported keys", attachToBoth],
    ["an imported file", importFile],
    ["deleted keys, and a restored one", trashAndRestore],
    ["a job that sets states", runJob("set-translation-state", ({ en }) => ({ languageIds: [en], state: "REVIEWED" }))],
    ["a job that clears texts", runJob("clear-translations", ({ en, de }) => ({ languageIds: [en, de] }))],
    [
      "a job that copies texts",
      runJob("copy-translations", ({ en, de }) => ({ sourceLanguageId: en, targetLanguageIds: [de] }))
    ],
    ["a job that moves keys", runJob("set-keys-namespace", () => ({ namespace: "app" }))],
    ["a job that tags keys", runJob("tag-keys", () => ({ tags: ["x"] }))],
    ["a job that removes tags", runJob("untag-keys", () => ({ tags: ["old"] }))],
    [
      "a job that labels texts",
      runJob("assign-translation-label", ({ de, label }) => ({ languageIds: [de], labelIds: [label] }))
    ],
    [
      "a job that removes labels",
      runJob("unassign-translation-label", ({ en, label }) => ({ languageIds: [en], labelIds: [label] }))
    ],
    ["a job that deletes keys", runJob("delete-keys", () => ({}))]
  ])("%s", ([, write]) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const compare = yield* BranchCompareRepository
      const fixture = yield* seedFixture
      const place = { projectId: fixture.project.id, branchId: null }
      const readKeys = Effect.gen(function* () {
        const rows = yield* sql<{ id: number }>`SELECT id FROM translation_key WHERE project_id = ${place.projectId}`
        return yield* compare.findVersions(
          place.projectId,
          rows.map(({ id }) => id)
        )
      })
      const before = new Map((yield* readKeys).map((key) => [key.id, key]))
      const baseRevisionId = yield* compare.findNewestRevision(place)
      yield* write(fixture)
      const touched = new Map((yield* compare.listTouched({ ...place, baseRevisionId })).map((key) => [key.id, key]))
      let changed = 0
      for (const key of yield* readKeys) {
        const was = before.get(key.id)
        const expected = was === undefined || was.isDeleted ? null : was.version
        const found = touched.get(key.id)
        if (found !== undefined && !(expected && found.base && isSameKey(found.base, expected))) {
          assert.deepStrictEqual(found.base, expected)
        }
        if (was !== undefined && was.isDeleted === key.isDeleted && isSameKey(was.version, key.version)) continue
        assert.isDefined(found, `the change of ${key.version.name} is recorded`)
        changed++
      }
      assert.isAbove(changed, 0)
    })
  )
})
