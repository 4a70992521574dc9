import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { defaultBranch } from "../database/content-place.ts"
import { KeyRepository } from "../key/key-repository.ts"
import { NamespaceRepository } from "../namespace/namespace-repository.ts"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { inFixture, layerProjectFixture } from "../testing/project-fixture.ts"
import { TranslationRepository } from "../translation/translation-repository.ts"
import { ImportConflictRepository } from "./import-conflict-repository.ts"
import { ImportRepository } from "./import-repository.ts"
import { ImportSettingsRepository } from "./import-settings-repository.ts"
import { ImportStagingRepository } from "./import-staging-repository.ts"
import { StagedKeyRepository } from "./staged-key-repository.ts"

const layerRepositories = Layer.mergeAll(
  ImportRepository.layer,
  ImportConflictRepository.layer,
  ImportSettingsRepository.layer,
  ImportStagingRepository.layer,
  StagedKeyRepository.layer,
  KeyRepository.layer,
  NamespaceRepository.layer,
  TranslationRepository.layer
)

const byName = { offset: 0, limit: 50, sort: [{ property: "keyName", direction: "asc" }], search: undefined } as const

/** A project with English, and the texts that it has: by key, those in the namespace `web` with `web:` before it. */
const seedProject = Effect.fnUntraced(function* (texts: Readonly<Record<string, string | null>>) {
  const sql = yield* SqlClient.SqlClient
  const keys = yield* KeyRepository
  const namespaces = yield* NamespaceRepository
  const translations = yield* TranslationRepository
  const [project] = yield* sql<{ id: number }>`
    INSERT INTO project ${sql.insert({ organization_id: 1, name: "P", slug: "p", created_at: 0 })} RETURNING id`
  const projectId = project?.id ?? 0
  const [english] = yield* sql<{ id: number }>`
    INSERT INTO language ${sql.insert({ project_id: projectId, name: "en", tag: "en", created_at: 0 })} RETURNING id`
  const languageId = english?.id ?? 0
  const [web] = yield* namespaces.insert(projectId, ["web"])
  const names = Object.keys(texts)
  const keyIds = yield* keys.insert(
    defaultBranch(projectId),
    names.map((name) => ({
      name: name.replace("web:", ""),
      namespaceId: name.startsWith("web:") ? (web?.id ?? null) : null,
      description: null,
      customValues: null,
      isPlural: name.includes("plural"),
      pluralArgumentName: name.includes("plural") ? "n" : null,
      maxCharLimit: null
    })),
    0
  )
  yield* translations.save(
    projectId,
    names.map((name, at) => ({
      keyId: keyIds[at] ?? 0,
      languageId,
      text: texts[name] ?? null,
      state: texts[name] == null ? ("UNTRANSLATED" as const) : ("TRANSLATED" as const),
      outdated: false,
      auto: false,
      mtProvider: null,
      promptId: null
    }))
  )
  const keyId = (name: string) => keyIds[names.indexOf(name)] ?? 0
  return { owner: { ...defaultBranch(projectId), userId: 1, apiKeyId: 0 }, languageId, keyId }
}, Effect.orDie)

/** A file of an import with one language. */
const stageFile = Effect.fnUntraced(function* (
  importId: number,
  existingLanguageId: number | null,
  texts: Readonly<Record<string, string>>,
  namespace: string | null = null
) {
  const staging = yield* ImportStagingRepository
  const file = { importId, name: "en.json", namespace, detectedNamespace: null, format: "JSON_ICU", formatReason: "{}" }
  const fileId = yield* staging.insertFile(file)
  const languageId = yield* staging.insertLanguage({ fileId, name: "en", existingLanguageId, isRepeated: false })
  const rest = { customValues: null, codeReferences: null, formatData: null, pluralArgumentName: null }
  const names = Object.keys(texts)
  const ids = yield* staging.insertKeys(
    fileId,
    names.map((name) => ({ name, description: `${fileId} ${name}`, ...rest }))
  )
  yield* staging.insertTranslations(
    names.map((name, at) => ({
      keyId: ids.get(name) ?? 0,
      languageId,
      value: texts[name] ?? "",
      isPlural: false,
      isOutdated: false,
      isSelected: true,
      line: at + 1,
      column: 7
    }))
  )
  return { fileId, languageId, ids }
})

/** Rows of all tables that this transaction has read. */
const rowsRead = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ rows: string }>`
    SELECT sum(COALESCE(seq_tup_read, 0) + COALESCE(idx_tup_fetch, 0)) AS rows FROM pg_stat_xact_user_tables`
).pipe(Effect.map(([read]) => Number(read?.rows)))

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("conflicts of imports on %s", (engine, layerTest) => {
  const layerFixture = layerRepositories.pipe(Layer.provideMerge(layerProjectFixture(layerTest)))
  layer(layerFixture, { timeout: "60 seconds" })((it) => {
    it.effect.skipIf(engine === "SQLite")("of a large import are found with a few rows read for each key", () =>
      inFixture(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const conflicts = yield* ImportConflictRepository
          const staging = yield* ImportStagingRepository
          const keyCount = 500
          const textsOf = (version: string) =>
            Object.fromEntries(Array.from({ length: keyCount }, (_, at) => [`key${at}`, `${version} of ${at}`]))
          const { owner, languageId } = yield* seedProject(textsOf("Old"))
          const importId = yield* staging.insertImport(owner, 1)
          const file = yield* stageFile(importId, languageId, textsOf("New"))
          yield* staging.publish(owner, importId)
          yield* conflicts.refreshStatistics(owner.projectId)
          const found = sql<{ count: bigint }>`
            SELECT count(*) AS count FROM import_translation WHERE conflict_translation_id IS NOT NULL`
          for (const find of [
            conflicts.detect([file.languageId], false),
            conflicts.detectAgain([file.languageId], false),
            conflicts.markImportedKeys([file.fileId], false)
          ]) {
            const before = yield* rowsRead
            yield* find
            assert.isBelow((yield* rowsRead) - before, 20 * keyCount)
            assert.strictEqual(Number((yield* found)[0]?.count), keyCount)
          }
        })
      )
    )

    it.effect("are other letters in the key of the same name and namespace; an empty text is as none", () =>
      inFixture(
        Effect.gen(function* () {
          const imports = yield* ImportRepository
          const conflicts = yield* ImportConflictRepository
          const staging = yield* ImportStagingRepository
          const { owner, languageId } = yield* seedProject({
            a: "A",
            same: "S",
            none: null,
            erased: "E",
            "web:a": "W",
            "web:only": "O",
            plural: "P"
          })
          const importId = yield* staging.insertImport(owner, 1)
          const texts = { a: "B", same: "S", none: "", erased: "", only: "X", plural: "p" }
          const plain = yield* stageFile(importId, languageId, texts)
          const web = yield* stageFile(importId, languageId, { a: "W", only: "X" }, "web")
          const absent = yield* stageFile(importId, languageId, { a: "B" }, "absent")
          const unpaired = yield* stageFile(importId, null, { a: "B" })
          const files = [plain, web, absent, unpaired]
          yield* staging.publish(owner, importId)
          yield* conflicts.detect(
            files.map((file) => file.languageId),
            false
          )
          yield* conflicts.count(importId)
          const found = yield* Effect.forEach(files, (file) =>
            Effect.map(imports.listTranslations(file.languageId, { ...byName, only: "conflicts" }), ({ rows }) =>
              rows.map(({ keyName, conflict }) => [keyName, conflict?.text])
            )
          )
          assert.deepStrictEqual(found, [
            [
              ["a", "A"],
              ["plural", "P"]
            ],
            [["only", "O"]],
            [],
            []
          ])
          assert.deepStrictEqual(
            (yield* conflicts.listPlural(plain.languageId, 0, 10)).map(({ value, existingText, argumentName }) => [
              value,
              existingText,
              argumentName
            ]),
            [["p", "P", "n"]]
          )
          const { rows } = yield* imports.listTranslations(plain.languageId, { ...byName, only: null })
          assert.lengthOf(rows, 6)
          assert.deepStrictEqual(
            rows.map(({ existingKey }) => existingKey?.isPlural),
            [false, false, false, undefined, true, false]
          )
          yield* conflicts.reset([plain.languageId])
          assert.deepStrictEqual(yield* conflicts.list(plain.languageId, 0, 10), [])
          assert.lengthOf(yield* conflicts.list(web.languageId, 0, 10), 1)
        })
      )
    )

    it.effect("leave out empty texts on both sides, unless empty values are to erase; disabled ones take no text", () =>
      inFixture(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const imports = yield* ImportRepository
          const conflicts = yield* ImportConflictRepository
          const staging = yield* ImportStagingRepository
          const { owner, languageId, keyId } = yield* seedProject({
            a: "A",
            none: null,
            erased: "E",
            off: null,
            both: null
          })
          yield* sql`UPDATE translation SET state = 'DISABLED' WHERE key_id IN ${sql.in([keyId("off"), keyId("both")])}`
          const importId = yield* staging.insertImport(owner, 1)
          const file = yield* stageFile(importId, languageId, { a: "B", none: "N", erased: "", off: "X", both: "" })
          yield* staging.publish(owner, importId)
          const found = Effect.map(
            imports.listTranslations(file.languageId, { ...byName, only: "conflicts" }),
            ({ rows }) => rows.map(({ keyName }) => keyName)
          )
          yield* conflicts.detect([file.languageId], false)
          assert.deepStrictEqual(yield* found, ["a", "off"])
          yield* conflicts.resolve(file.languageId, true, [
            { id: (yield* conflicts.list(file.languageId, 0, 1))[0]?.id ?? 0, textHash: "h" }
          ])
          yield* conflicts.detectEmptyValues([file.languageId])
          assert.deepStrictEqual(yield* found, ["a", "erased", "off"])
          yield* conflicts.resetEmptyValues([file.languageId])
          assert.deepStrictEqual(yield* found, ["a", "off"])
          // The decisions about the others stay.
          yield* conflicts.count(importId)
          const language = Option.getOrThrow(yield* imports.findLanguage(owner, file.languageId))
          assert.strictEqual(language.resolvedCount, 1)
          yield* conflicts.reset([file.languageId])
          yield* conflicts.detect([file.languageId], true)
          assert.deepStrictEqual(yield* found, ["a", "erased", "off"])
        })
      )
    )

    it.effect("are counted as decided once, and no longer counted when their key goes away", () =>
      inFixture(
        Effect.gen(function* () {
          const imports = yield* ImportRepository
          const conflicts = yield* ImportConflictRepository
          const staging = yield* ImportStagingRepository
          const keys = yield* KeyRepository
          const { owner, languageId, keyId } = yield* seedProject({ a: "A", b: "B", c: "C" })
          const importId = yield* staging.insertImport(owner, 1)
          const file = yield* stageFile(importId, languageId, { a: "1", b: "2", c: "3", d: "4" })
          yield* staging.publish(owner, importId)
          yield* conflicts.detect([file.languageId], false)
          yield* conflicts.count(importId)
          const counts = Effect.map(imports.findLanguage(owner, file.languageId), (found) => {
            const { totalCount, conflictCount, resolvedCount } = Option.getOrThrow(found)
            return [totalCount, conflictCount, resolvedCount]
          })
          assert.deepStrictEqual(yield* counts, [4, 3, 0])
          const [a, b] = yield* conflicts.list(file.languageId, 0, 2)
          assert.deepStrictEqual((yield* conflicts.list(file.languageId, b?.keyId ?? 0, 2)).length, 1)
          assert.deepStrictEqual([a?.existingText, a?.existingState], ["A", "TRANSLATED"])
          const { rows } = yield* imports.listTranslations(file.languageId, { ...byName, only: null })
          const idOf = (name: string) => rows.find(({ keyName }) => keyName === name)?.id ?? 0
          const decided = ["a", "b", "d"].map((name) => ({ id: idOf(name), textHash: "h" }))
          yield* conflicts.resolve(file.languageId, false, decided)
          yield* conflicts.resolve(file.languageId, true, decided)
          assert.deepStrictEqual(yield* counts, [4, 3, 2])
          const left = yield* imports.listTranslations(file.languageId, { ...byName, only: "unresolved" })
          assert.deepStrictEqual(
            left.rows.map(({ keyName }) => keyName),
            ["c"]
          )
          yield* keys.remove(owner.projectId, [keyId("a"), keyId("c")], 1, 5)
          assert.deepStrictEqual(yield* counts, [4, 1, 1])
          yield* keys.erase(owner.projectId, [keyId("b")])
          assert.deepStrictEqual(yield* counts, [4, 0, 0])
          yield* conflicts.count(importId)
          assert.deepStrictEqual(yield* counts, [4, 0, 0])
          const gone = yield* imports.findTranslation(file.languageId, idOf("a"))
          assert.deepStrictEqual(gone, Option.some({ id: idOf("a"), conflict: null }))
          assert.isTrue(Option.isNone(yield* imports.findTranslation(file.languageId + 1, idOf("a"))))
        })
      )
    )

    it.effect("of keys that are left out are neither shown nor counted", () =>
      inFixture(
        Effect.gen(function* () {
          const imports = yield* ImportRepository
          const conflicts = yield* ImportConflictRepository
          const staging = yield* ImportStagingRepository
          const { owner, languageId } = yield* seedProject({ a: "A", "web:b": "B" })
          const importId = yield* staging.insertImport(owner, 1)
          const plain = yield* stageFile(importId, languageId, { a: "1", b: "2" })
          const web = yield* stageFile(importId, languageId, { a: "1", b: "2" }, "web")
          const shown = (languageId: number) =>
            Effect.map(imports.listTranslations(languageId, { ...byName, only: null }), ({ rows }) =>
              rows.map(({ keyName }) => keyName)
            )
          yield* conflicts.markImportedKeys(yield* imports.listFileIds(importId), false)
          assert.deepStrictEqual([yield* shown(plain.languageId), yield* shown(web.languageId)], [["a"], ["b"]])
          yield* conflicts.markImportedKeys([web.fileId], true)
          assert.deepStrictEqual([yield* shown(plain.languageId), yield* shown(web.languageId)], [["a"], ["a", "b"]])
        })
      )
    )

    it.effect("of one key in several files go with the value that was staged first", () =>
      inFixture(
        Effect.gen(function* () {
          const imports = yield* ImportRepository
          const conflicts = yield* ImportConflictRepository
          const staging = yield* ImportStagingRepository
          const { owner, languageId } = yield* seedProject({})
          const importId = yield* staging.insertImport(owner, 1)
          const first = yield* stageFile(importId, languageId, { a: "1", b: "2" })
          const second = yield* stageFile(importId, languageId, { x: "0", b: "2", a: "1" })
          const apart = yield* stageFile(importId, languageId, { a: "1" }, "web")
          yield* staging.publish(owner, importId)
          const settle = Effect.gen(function* () {
            yield* conflicts.settleCollisions(importId)
            yield* conflicts.count(importId)
            const { rows } = yield* imports.listLanguages(importId, {
              offset: 0,
              limit: 9,
              sort: [{ property: "id", direction: "asc" }]
            })
            return rows.map(({ totalCount, fileIssueCount }) => `${totalCount}/${fileIssueCount}`)
          })
          const issues = imports.listIssues(second.fileId, 2, {
            offset: 0,
            limit: 9,
            sort: [{ property: "id", direction: "asc" }]
          })
          assert.deepStrictEqual(yield* settle, ["2/0", "1/2", "1/0"])
          const found = yield* issues
          assert.deepStrictEqual(
            found.map(({ type, lineNumber, columnNumber, parameters }) => [
              type,
              lineNumber,
              columnNumber,
              JSON.parse(parameters).map(({ value }: { value: string }) => value)
            ]),
            [
              [
                "TRANSLATION_DEFINED_IN_ANOTHER_FILE",
                2,
                7,
                [`${first.ids.get("b")}`, `${first.languageId}`, "b", "en"]
              ],
              ["TRANSLATION_DEFINED_IN_ANOTHER_FILE", 3, 7, [`${first.ids.get("a")}`, `${first.languageId}`, "a", "en"]]
            ]
          )
          // Settled conflicts stay as they are.
          assert.deepStrictEqual(yield* settle, ["2/0", "1/2", "1/0"])
          assert.deepStrictEqual(yield* issues, found)
          yield* imports.pair(first.languageId, null)
          assert.deepStrictEqual(yield* settle, ["2/0", "3/0", "1/0"])
          yield* imports.pair(first.languageId, languageId)
          yield* imports.setNamespace(first.fileId, "web")
          assert.deepStrictEqual(yield* settle, ["2/0", "3/0", "0/1"])
          assert.deepStrictEqual(yield* imports.listNamespaces(importId), ["web"])
          assert.deepStrictEqual(yield* imports.listLanguageIds([first.fileId, apart.fileId]), [
            first.languageId,
            apart.languageId
          ])
        })
      )
    )

    it.effect("end when the keys of an import are read: each comes once, with all that is said about it", () =>
      inFixture(
        Effect.gen(function* () {
          const conflicts = yield* ImportConflictRepository
          const staging = yield* ImportStagingRepository
          const staged = yield* StagedKeyRepository
          const { owner, languageId } = yield* seedProject({})
          const importId = yield* staging.insertImport(owner, 1)
          const first = yield* stageFile(importId, languageId, { a: "1", b: "2" })
          const second = yield* stageFile(importId, null, { c: "3", b: "4" })
          const web = yield* stageFile(importId, languageId, { a: "5" }, "web")
          const other = yield* staging.insertImport(owner, 2)
          yield* stageFile(other, languageId, { z: "9" })
          yield* conflicts.count(importId)
          assert.strictEqual(yield* staged.count(importId), 4)
          const ranges = yield* staged.listRanges(importId)
          assert.deepStrictEqual(
            ranges.map(({ fileId, namespace }) => [fileId, namespace]),
            [
              [first.fileId, null],
              [second.fileId, null],
              [web.fileId, "web"]
            ]
          )
          const names = yield* Effect.forEach(ranges, (range) =>
            Effect.map(staged.listFirst(importId, range), (rows) => rows.map(({ name }) => name))
          )
          assert.deepStrictEqual(names, [["a", "b"], ["c"], ["a"]])
          const rows = yield* staged.listAll(importId, null, ["b", "a"])
          assert.deepStrictEqual(
            rows.map(({ id, name, description }) => [id, name, description]),
            [
              [first.ids.get("a") ?? 0, "a", `${first.fileId} a`],
              [first.ids.get("b") ?? 0, "b", `${first.fileId} b`],
              [second.ids.get("b") ?? 0, "b", `${second.fileId} b`]
            ]
          )
          assert.deepStrictEqual(
            (yield* staged.listTexts(rows.map(({ id }) => id))).map((text) => [text.languageId, text.value]),
            [
              [languageId, "1"],
              [languageId, "2"],
              [null, "4"]
            ]
          )
        })
      )
    )

    it.effect("follow settings, which every user has in every project", () =>
      inFixture(
        Effect.gen(function* () {
          const settings = yield* ImportSettingsRepository
          const { owner } = yield* seedProject({})
          const defaults = { overrideKeyDescriptions: false, createNewKeys: true, importEmptyValues: false }
          const changed = { overrideKeyDescriptions: true, createNewKeys: false, importEmptyValues: true }
          assert.deepStrictEqual(yield* settings.get(owner), defaults)
          yield* settings.save(owner, changed)
          assert.deepStrictEqual(yield* settings.get(owner), changed)
          assert.deepStrictEqual(yield* settings.get({ ...owner, userId: 2 }), defaults)
          yield* settings.save(owner, defaults)
          assert.deepStrictEqual(yield* settings.get(owner), defaults)
        })
      )
    )
  })
})
