import { domainError } from "@dragoman/domain/error"
import { computePermission } from "@dragoman/domain/permission"
import { defaultBranch } from "@dragoman/store"
import { assert } from "@effect/vitest"
import { Effect } from "effect"
import { layerOn } from "../../../testing/exhaustive-postgres.ts"
import { withoutReport } from "../../../testing/import-answer.ts"
import { seedImportFixture } from "../../../testing/import-fixture.ts"
import { textsIn } from "../../../testing/project-content.ts"
import { startReceiver } from "../../../testing/receiver.ts"
import { seed } from "../../../testing/seed.ts"
import { error, send } from "../../../testing/send.ts"
import { layerTestServer } from "../../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../../testing/test-server-postgres.ts"
import { upload } from "../../../testing/upload.ts"
import { importKeysAtOnce } from "../single-step/import-body-keys.ts"
import { inBatches } from "./apply-import.ts"
import { applyInBatches } from "./apply-in-batches.ts"
import { findImportedKeys } from "./find-imported-keys.ts"
import {
  type ApplyOptions,
  type ImportAuthority,
  type ImportKey,
  type ImportText,
  importBatchKeysMax
} from "./import-source.ts"

/** More than two batches, the last one not full. */
const keyCount = 2 * importBatchKeysMax + 500

const applied = { status: 200, body: { unresolvedConflicts: null } }

const textsOf = (count: number, text: (index: number) => string): Readonly<Record<string, string>> =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`key ${index}`, text(index)]))

const administrator = computePermission({
  organizationRole: null,
  basePermission: {
    type: "NONE",
    scopes: null,
    viewLanguageIds: null,
    translateLanguageIds: null,
    stateChangeLanguageIds: null
  },
  directPermission: null,
  serverRole: "ADMIN"
})

const emptyKey: ImportKey = {
  namespace: null,
  name: "",
  description: null,
  customValues: [],
  formatData: [],
  codeReferences: [],
  pluralArgumentName: null,
  tags: [],
  texts: []
}

const authorityOf = (projectId: number, userId: number): ImportAuthority => ({
  projectId,
  caller: { userId, credential: { kind: "JWT" } },
  computedPermission: administrator,
  effectiveScopes: ["translations.edit", "keys.create"]
})

const options: ApplyOptions = {
  forceMode: "NO_FORCE",
  overrideMode: "RECOMMENDED",
  errorOnUnresolvedConflict: true,
  overrideKeyDescriptions: false,
  importEmptyValues: false,
  createNewKeys: true,
  skipExistingKeys: false,
  tagNewKeys: [],
  removeOtherKeys: false
}

const seedFixture = Effect.gen(function* () {
  const fixture = yield* seedImportFixture()
  const { client, params, project, asOwner } = fixture
  const start = `/v2/projects/${project.id}`
  const push = (files: Readonly<Record<string, object>>, options: object = {}) =>
    Effect.map(
      upload(
        asOwner,
        `${start}/single-step-import`,
        Object.entries(files).map(([name, content]) => ({ name, content: JSON.stringify(content) })),
        options
      ),
      withoutReport
    )
  const imports = Effect.map(
    client.activity.list({ params, query: { sort: [{ property: "timestamp", direction: "desc" }] } }),
    (page) => page._embedded.activities.filter(({ type }) => type === "IMPORT").map(({ counts }) => counts)
  )
  return { ...fixture, start, push, imports, texts: textsIn(project.id) }
})

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  layerOn(engine, layerServer, { excludeTestServices: true, timeout: "60 seconds" })(`an import on ${engine}`, (it) => {
    it.effect("of many batches is one change: all of it, one activity and one webhook", () =>
      Effect.gen(function* () {
        const { push, imports, texts, start, asOwner } = yield* seedFixture
        const receiver = yield* startReceiver
        yield* send(asOwner, "POST", `${start}/webhook-configs`, { url: receiver.url })
        yield* receiver.next
        const files = {
          "en.json": textsOf(keyCount, (index) => `text ${index}`),
          "cs.json": textsOf(keyCount, () => "text")
        }
        assert.deepStrictEqual(yield* push(files), applied)
        const counts = { Key: keyCount, Translation: 2 * keyCount }
        const { activityData } = JSON.parse((yield* receiver.next).body)
        assert.deepStrictEqual(
          [activityData.type, activityData.counts, activityData.modifiedEntities],
          ["IMPORT", counts, null]
        )
        assert.deepStrictEqual(yield* push(files), applied)
        assert.deepStrictEqual(yield* imports, [counts])
        const stored = yield* texts
        assert.strictEqual(Object.keys(stored).length, keyCount)
        assert.deepStrictEqual(stored[`key ${keyCount - 1}`], { en: `text ${keyCount - 1}`, cs: "text" })
      })
    )

    it.effect("that is refused in its last batch leaves nothing of the others", () =>
      Effect.gen(function* () {
        const { push, imports, texts } = yield* seedFixture
        const last = `key ${keyCount - 1}`
        yield* push({ "en.json": { [last]: "old" } })
        const conflict = { keyName: last, keyNamespace: null, language: "en", isOverridable: true }
        for (const batches of [false, true]) {
          const response = yield* push({ "en.json": textsOf(keyCount, () => "new") }, { inBatches: batches })
          assert.deepStrictEqual(response, error(400, "conflict_is_not_resolved", [conflict]))
        }
        assert.deepStrictEqual(yield* texts, { [last]: { en: "old" } })
        assert.deepStrictEqual(yield* imports, [{ Key: 1, Translation: 1 }])
      })
    )

    it.effect("in batches is an activity for each of them, and one revert takes all of them back", () =>
      Effect.gen(function* () {
        const { push, texts, start, asOwner, client, params } = yield* seedFixture
        const before = { "key 1": { en: "old" } }
        yield* push({ "en.json": { "key 1": "old" } })
        const wanted = { forceMode: "OVERRIDE", inBatches: true }
        const files = { "en.json": textsOf(keyCount, () => "new") }
        assert.deepStrictEqual(yield* push(files, wanted), applied)
        assert.strictEqual(Object.values(yield* texts).filter(({ en }) => en === "new").length, keyCount)
        const page = yield* client.activity.list({
          params,
          query: { sort: [{ property: "id", direction: "asc" }], filterType: ["IMPORT"] }
        })
        const [, first, second, third] = page._embedded.activities
        const batch = (firstRevisionId: number | null, importedKeys: number) => ({
          importBatch: { firstRevisionId, importedKeys, totalKeys: keyCount }
        })
        const firstId = first?.revisionId ?? 0
        assert.deepStrictEqual(
          [first, second, third].map((activity) => activity?.params),
          [batch(null, importBatchKeysMax), batch(firstId, 2 * importBatchKeysMax), batch(firstId, keyCount)]
        )
        assert.deepStrictEqual(second?.counts, { Key: importBatchKeysMax, Translation: importBatchKeysMax })
        // Nothing is left to write.
        assert.deepStrictEqual(yield* push(files, wanted), applied)
        const reverted = yield* send(asOwner, "POST", `${start}/revisions/${second?.revisionId}/revert`, {})
        assert.strictEqual(reverted.status, 200)
        assert.deepStrictEqual(yield* texts, before)
      })
    )

    it.effect(
      "in batches ends where another request has made a conflict, says how far it came, and goes on the next time",
      () =>
        Effect.gen(function* () {
          const { project, owner, texts, client, params } = yield* seedFixture
          const authority = authorityOf(project.id, owner)
          const text = {
            languageId: project.languages["en"] ?? 0,
            text: "new",
            isPlural: false,
            mode: { kind: "force" }
          } as const
          const keys = Array.from({ length: keyCount }, (_, index) => ({
            ...emptyKey,
            name: `key ${index}`,
            texts: [text]
          }))
          const last = `key ${keyCount - 1}`
          const edit = client.translation.createOrSet({
            params,
            payload: { key: last, translations: { en: "edited" } }
          })
          const importing = (forceMode: ApplyOptions["forceMode"]) => {
            let passes = 0
            const source = Effect.sync(() => {
              const { next, ...others } = inBatches(keys, { namespaces: [null], mentionedKeys: [] })
              const isWriting = ++passes === 2
              let batches = 0
              // Between the first two batches that are written, no lock keeps others from writing.
              const edited = Effect.suspend(() => (isWriting && ++batches === 2 ? Effect.orDie(edit) : Effect.void))
              return { ...others, next: Effect.andThen(edited, next) }
            })
            const steps = { branchId: null, totalKeys: keyCount, enter: () => Effect.void, onWritten: () => {} }
            return applyInBatches(authority, { ...options, forceMode }, source, steps)
          }
          const stopped = domainError("import_stopped", [2 * importBatchKeysMax, keyCount, "conflict_is_not_resolved"])
          assert.deepStrictEqual(yield* Effect.flip(importing("NO_FORCE")), stopped)
          assert.strictEqual(Object.keys(yield* texts).length, 2 * importBatchKeysMax + 1)
          assert.deepStrictEqual((yield* texts)[last], { en: "edited" })
          yield* importing("KEEP")
          const stored = yield* texts
          assert.strictEqual(Object.values(stored).filter(({ en }) => en === "new").length, keyCount - 1)
          assert.deepStrictEqual(stored[last], { en: "edited" })
        })
    )

    it.effect("overrides, marks what is outdated, makes plurals and removes the rest, over all batches", () =>
      Effect.gen(function* () {
        const { push, imports, texts } = yield* seedFixture
        yield* push({ "en.json": textsOf(keyCount, () => "old"), "cs.json": textsOf(keyCount, () => "old") })
        const half = keyCount / 2
        const plural = "{n, plural, one {# dog} other {# dogs}}"
        const response = yield* push(
          { "en.json": textsOf(half, (index) => (index === 0 ? plural : "new")) },
          { forceMode: "OVERRIDE", removeOtherKeys: true }
        )
        assert.deepStrictEqual(response, applied)
        const stored = yield* texts
        assert.strictEqual(Object.keys(stored).length, half)
        assert.deepStrictEqual(stored["key 0"], {
          en: "{n, plural,\none {# dog}\nother {# dogs}\n}",
          cs: "{n, plural,\nother {old}\n} outdated"
        })
        assert.deepStrictEqual(stored[`key ${half - 1}`], { en: "new", cs: "old outdated" })
        assert.deepStrictEqual((yield* imports)[0], { Key: keyCount - half + 1, Translation: 2 * half })
      })
    )

    it.effect("finds the keys of the project, in whatever order and batches the files name them", () =>
      Effect.gen(function* () {
        const { push, project } = yield* seedFixture
        const names = Array.from({ length: 24 }, (_, index) => `key ${index}`)
        yield* push({ "en.json": Object.fromEntries(names.map((name) => [name, "text"])) })
        const some = (pattern: string) => names.filter((_, index) => pattern[index % pattern.length] === "x")
        const orders = [
          names,
          names.toReversed(),
          names.slice(12),
          some("x.xx"),
          some("x..."),
          [...names.slice(8), ...names.slice(0, 8)],
          names.map((_, index) => names[(index * 7) % names.length] ?? ""),
          names.flatMap((name, index) => (index % 3 === 0 ? [`new ${index}`, name] : [name])),
          [...names.map((name) => `new ${name}`), ...names],
          [...names, ...names.map((name) => `new ${name}`)]
        ]
        for (const order of orders) {
          for (const size of [5, 24]) {
            const find = yield* findImportedKeys(defaultBranch(project.id))
            const found: Array<string | undefined> = []
            for (let start = 0; start < order.length; start += size) {
              const batch = order.slice(start, start + size).map((name) => ({ namespace: null, name }))
              for (const row of yield* find(batch)) found.push(row?.name)
            }
            assert.deepStrictEqual(
              found,
              order.map((name) => (names.includes(name) ? name : undefined))
            )
          }
        }
        const find = yield* findImportedKeys(defaultBranch(project.id))
        assert.deepStrictEqual(yield* find([{ namespace: "other", name: "key 0" }]), [undefined])
      })
    )

    it.effect("beside another one into the same project: the second sees what the first did", () =>
      Effect.gen(function* () {
        const { push, texts, imports } = yield* seedFixture
        const responses = yield* Effect.all(
          [push({ "en.json": { a: "1", b: "1" } }), push({ "en.json": { a: "1", b: "1" } })],
          { concurrency: 2 }
        )
        assert.deepStrictEqual(responses, [applied, applied])
        assert.deepStrictEqual(yield* texts, { a: { en: "1" }, b: { en: "1" } })
        assert.deepStrictEqual(yield* imports, [{ Key: 2, Translation: 2 }])
      })
    )

    it.effect("beside single edits of the same keys: every key is there once, with one of the texts", () =>
      Effect.gen(function* () {
        const { push, texts, client, params } = yield* seedFixture
        const names = Array.from({ length: 20 }, (_, index) => `key ${index}`)
        const edit = (key: string) =>
          client.translation.createOrSet({ params, payload: { key, translations: { en: "edited" } } })
        const [response] = yield* Effect.all(
          [
            push({ "en.json": textsOf(20, () => "imported") }, { forceMode: "OVERRIDE" }),
            Effect.forEach(names, edit, { concurrency: 4 })
          ],
          { concurrency: 2 }
        )
        assert.deepStrictEqual(response, applied)
        const stored = yield* texts
        assert.deepStrictEqual(Object.keys(stored).sort(), [...names].sort())
        for (const { en } of Object.values(stored)) assert.include(["edited", "imported"], en)
      })
    )

    it.effect("whose language is deleted while it is read waits for another one", () =>
      Effect.gen(function* () {
        const { project, owner, texts } = yield* seedFixture
        const authority = authorityOf(project.id, owner)
        const text: ImportText = { languageId: 999_999, text: "1", isPlural: false, mode: { kind: "force" } }
        const importing = importKeysAtOnce({
          authority,
          branchId: null,
          options,
          screenshots: [],
          keys: [{ ...emptyKey, name: "a", texts: [text] }]
        })
        assert.deepStrictEqual(yield* Effect.flip(importing), domainError("existing_language_not_selected"))
        assert.deepStrictEqual(yield* texts, {})
      })
    )

    it.effect("of one user is not seen by another project", () =>
      Effect.gen(function* () {
        const { push, project, texts } = yield* seedFixture
        const other = yield* seedFixture
        yield* seed.useNamespaces(project.id)
        yield* push({ "web/en.json": { a: "1" } })
        yield* other.push({ "en.json": { a: "2" } }, { removeOtherKeys: true })
        assert.deepStrictEqual(yield* texts, { "web:a": { en: "1" } })
        assert.deepStrictEqual(yield* other.texts, { a: { en: "2" } })
      })
    )
  })
}
