import type { KeyCondition } from "@dragoman/domain/translation-list"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SqlClient } from "effect/sql"
import { ActivityRepository } from "../activity/activity-repository.ts"
import { BranchCompareRepository } from "../branch/branch-compare-repository.ts"
import { BranchCopyRepository } from "../branch/branch-copy-repository.ts"
import { defaultBranch } from "../database/content-place.ts"
import { Database } from "../database/database.ts"
import { ExportRepository } from "../export/export-repository.ts"
import { ImportConflictRepository } from "../import/import-conflict-repository.ts"
import { ImportRepository } from "../import/import-repository.ts"
import { ImportStagingRepository } from "../import/import-staging-repository.ts"
import { KeyNeighbourRepository } from "../key/key-neighbour-repository.ts"
import { KeyRepository } from "../key/key-repository.ts"
import { KeySearchRepository } from "../key/key-search-repository.ts"
import { KeyTrashRepository } from "../key-trash/key-trash-repository.ts"
import { LabelRepository } from "../label/label-repository.ts"
import { MemoryIndexRepository } from "../memory-index/memory-index-repository.ts"
import { QualityCheckRepository } from "../quality-check/quality-check-repository.ts"
import { findCandidateKeys } from "../search-index/search-candidates.ts"
import { CurrentSearchIndexSizes, SearchIndexRepository } from "../search-index/search-index-repository.ts"
import { StatsRepository } from "../stats/stats-repository.ts"
import { layerTestPostgres } from "../testing/engines.ts"
import { layerProjectFixture } from "../testing/project-fixture.ts"
import { TranslationRepository } from "../translation/translation-repository.ts"
import { TranslationListRepository } from "../translation-list/translation-list-repository.ts"
import { convertContent } from "./convert-content.ts"

const keysOfProject = 300

/** Projects 1 to 12 with English and German, in partitions of their own or with others. */
const seed = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`INSERT INTO project (id, organization_id, name, slug, created_at)
    SELECT n, 1, 'P' || n, 'p' || n, 0 FROM generate_series(1, 12) n`
  for (const [index, tag] of ["en", "de"].entries()) {
    yield* sql`INSERT INTO language (id, project_id, tag, name, created_at)
      SELECT id * 2 + ${index}, id, CAST(${tag} AS TEXT), CAST(${tag} AS TEXT), 0 FROM project`
  }
  yield* sql`UPDATE project SET base_language_id = id * 2`
  yield* sql`INSERT INTO memory (organization_id, project_id, name, default_penalty, write_only_reviewed, created_at)
    SELECT NULL, id, name, 0, 0, 0 FROM project`
  yield* sql`INSERT INTO translation_key (project_id, name, created_at)
    SELECT p.id, 'key ' || n, 0 FROM project p CROSS JOIN generate_series(1, ${keysOfProject}) n ORDER BY n, p.id`
  yield* sql`INSERT INTO translation (project_id, key_id, language_id, text, state)
    SELECT k.project_id, k.id, l.id, l.tag || ' of ' || k.name, 'TRANSLATED'
    FROM translation_key k JOIN language l ON l.project_id = k.project_id`
  yield* convertContent("partitioned")
  yield* SearchIndexRepository.use(({ build }) => build)
}).pipe(Effect.orDie)

const repositories = Layer.mergeAll(
  ActivityRepository.layer,
  BranchCompareRepository.layer,
  BranchCopyRepository.layer,
  ExportRepository.layer,
  ImportConflictRepository.layer,
  ImportRepository.layer,
  ImportStagingRepository.layer,
  KeyNeighbourRepository.layer,
  KeyRepository.layer,
  KeySearchRepository.layer,
  KeyTrashRepository.layer,
  LabelRepository.layer,
  MemoryIndexRepository.layer,
  QualityCheckRepository.layer,
  StatsRepository.layer,
  TranslationListRepository.layer,
  TranslationRepository.layer
)

const layerTest = repositories.pipe(
  Layer.provideMerge(
    Layer.tap(
      SearchIndexRepository.layer.pipe(Layer.provideMerge(layerProjectFixture(layerTestPostgres))),
      (services) => Effect.provideContext(seed, services)
    )
  )
)

/** How often each partition was scanned by this session, by name. */
const readScans = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const rows = yield* sql<{ name: string; scans: number }>`
    SELECT relname AS name, CAST(COALESCE(seq_scan, 0) + COALESCE(idx_scan, 0) AS BIGINT) AS scans
    FROM pg_stat_xact_user_tables WHERE relname ~ '^translation(_key)?_p[0-9]+$'`
  return new Map(rows.map(({ name, scans }) => [name, scans]))
})

const place = defaultBranch(5)
const { projectId } = place
const [english, german] = [10, 11]
const languageIds = [english, german]
const anyOf = (condition: object): KeyCondition => ({ kind: "anyOf", translations: [condition as never] })
const conditions: ReadonlyArray<KeyCondition> = [
  { kind: "search", text: "of key 1" },
  { kind: "textPattern", languageIds, pattern: ["", "key 2", ""], matches: false },
  { kind: "anyText", exists: false },
  { kind: "name", names: ["key 1"] },
  { kind: "edited", userIds: null, after: null, before: null } as never,
  anyOf({ kind: "state", languageId: german, state: "TRANSLATED" }),
  anyOf({ kind: "state", languageId: german, state: "UNTRANSLATED" })
]

const emptyContent = { customValues: null, isPlural: false, pluralArgumentName: null, maxCharLimit: null } as const
const content = { namespaceId: null, description: null, ...emptyContent }
const text = { state: "TRANSLATED", outdated: false, auto: false, mtProvider: null, promptId: null } as const

layer(layerTest, { timeout: "60 seconds" })("statements about one project", (it) => {
  it.effect("look into one partition of keys and one of translations", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const database = yield* Database
      const activity = yield* ActivityRepository
      const branches = yield* BranchCopyRepository
      const comparing = yield* BranchCompareRepository
      const exports = yield* ExportRepository
      const conflicts = yield* ImportConflictRepository
      const imports = yield* ImportRepository
      const staging = yield* ImportStagingRepository
      const keys = yield* KeyRepository
      const neighbours = yield* KeyNeighbourRepository
      const search = yield* KeySearchRepository
      const trash = yield* KeyTrashRepository
      const labels = yield* LabelRepository
      const memory = yield* MemoryIndexRepository
      const checks = yield* QualityCheckRepository
      const stats = yield* StatsRepository
      const list = yield* TranslationListRepository
      const translations = yield* TranslationRepository
      const rows = yield* sql<{ id: number; keyId: number; text: string }>`
        SELECT id, key_id, text FROM translation WHERE project_id = ${projectId} AND language_id = ${english} ORDER BY id`
      const keyIds = rows.slice(0, 50).map(({ keyId }) => keyId)
      const [one, two] = [rows[0], rows[1]]
      if (one === undefined || two === undefined) return assert.fail("The project has no texts")
      const order = [
        { property: "text", languageId: german, direction: "asc" },
        { property: "keyId", direction: "asc" }
      ] as never
      const filter = { place, keyIds: null, exceptKeyIds: [], tagIds: null, exceptTagIds: [], keyPrefix: "" }
      const selection = { place, trashed: false, languageIds, order }
      const [revision] = yield* sql<{ id: number }>`
        INSERT INTO activity_revision (project_id, type, created_at) VALUES (${projectId}, 'SET_TRANSLATIONS', 0) RETURNING id`
      const revisionId = revision?.id ?? 0

      const importId = yield* staging.insertImport({ ...place, userId: 1, apiKeyId: 0 }, 1)
      const detected = { namespace: null, detectedNamespace: null, format: "JSON_ICU", formatReason: "{}" }
      const fileId = yield* staging.insertFile({ importId, name: "en.json", ...detected })
      const language = { fileId, name: "en", existingLanguageId: english, isRepeated: false }
      const importLanguageId = yield* staging.insertLanguage(language)
      const rest = { codeReferences: null, formatData: null, customValues: null, pluralArgumentName: null }
      const staged = yield* staging.insertKeys(fileId, [{ name: "key 1", description: null, ...rest }])
      const value = { value: "other", isPlural: false, isOutdated: false, isSelected: true, line: 1, column: 1 }
      yield* staging.insertTranslations([{ keyId: staged.get("key 1") ?? 0, languageId: importLanguageId, ...value }])

      const memoryOf = Effect.gen(function* () {
        yield* memory.markPending(projectId, keyIds)
        yield* memory.listPendingMatches({ projectId, sourceTexts: [one.text], languageTags: ["de"] })
        const pending = yield* memory.takePending(1_000)
        const indexId = yield* memory.openIndex(1, "en")
        const sources = yield* memory.linkKeys(
          indexId,
          pending.map((key) => ({ keyId: key.keyId, projectId: key.projectId, text: key.text ?? "" }))
        )
        const sourceIds = sources.map(({ id }) => id)
        const matches = yield* memory.listMatches({ projectId, sourceIds, languageTags: ["de"] })
        assert.strictEqual(matches.length, keyIds.length)
        const request = { projectId, baseLanguageId: english, isPlural: false, excludedKeyId: 0, limit: 10 }
        yield* memory.listKeysWithText({ ...request, sourceId: sourceIds[0] ?? 0 })
      })
      const branchOf = Effect.gen(function* () {
        const branch = { projectId, name: "copy", originBranchId: null, authorId: 1, leasedUntil: 1_000 }
        const id = yield* branches.insert(branch, 0)
        const copying = Option.getOrThrow(yield* branches.extend(id, 1, 1_000))
        assert.strictEqual(yield* branches.copyKeys(id, copying, 20), 20)
        yield* branches.setPositions(projectId, yield* branches.listPositions(id))
        yield* branches.copyNotes(projectId, [{ id: two.keyId, originKeyId: one.keyId }])
      })
      const importOf = Effect.gen(function* () {
        yield* conflicts.detect([importLanguageId], false)
        yield* conflicts.detectAgain([importLanguageId], false)
        yield* conflicts.markImportedKeys([fileId], false)
        const [open] = yield* conflicts.list(importLanguageId, 0, 10)
        assert.isDefined(open)
        yield* conflicts.listPlural(importLanguageId, 0, 10)
        yield* imports.findTranslation(importLanguageId, open?.id ?? 0)
      })

      const operations: Readonly<Record<string, Effect.Effect<unknown, unknown, never>>> = {
        "the translation list": Effect.gen(function* () {
          yield* list.count(place)
          for (const condition of conditions) yield* list.selectIds({ ...selection, conditions: [condition] })
          yield* list.findAfter({ ...selection, conditions: [] }, ["de of key 2", one.keyId])
          yield* list.pageOfIds(place, false, { afterId: one.keyId, offset: 0, limit: 20 })
          yield* list.findSortValues(projectId, order, one.keyId)
          yield* list.listKeys(projectId, keyIds)
          yield* list.listTranslations(projectId, keyIds, languageIds)
        }),
        "the texts of an app": list.listNamedTexts({ place, namespaceId: null, tagNames: null, languageId: german }),
        "a search by the index": Effect.gen(function* () {
          const searched = { projectId, languageIds, size: 1_000 }
          const found = yield* findCandidateKeys(searched, [{ kind: "search", text: "of key 12" }])
          assert.isAbove(found?.length ?? 0, 0)
        }).pipe(
          Effect.provideService(SqlClient.SqlClient, sql),
          Effect.provideService(CurrentSearchIndexSizes, {
            databaseTextsMin: 0,
            projectTextsMin: 0,
            textsPerCandidate: 1
          })
        ),
        "the search for keys": search.listAfter({
          ...{ place, baseLanguageId: english, languageId: german, afterId: 0, limit: 100 }
        }),
        "an export": Effect.gen(function* () {
          yield* exports.listNamespaces(filter)
          yield* exports.listKeys(filter, [0], "original")
          yield* exports.listTexts(projectId, keyIds, languageIds)
          yield* exports.listFormatData(projectId, keyIds, languageIds)
          yield* exports.listCodeReferences(projectId, keyIds)
          yield* exports.listOutdated(projectId, keyIds, languageIds)
          yield* exports.listChangedSinceReview(projectId, keyIds, languageIds)
          yield* neighbours.save(projectId, [{ keyId: one.keyId, neighbourId: two.keyId, distance: 1 }])
          assert.lengthOf(yield* neighbours.listNames(projectId, keyIds, 10), 1)
        }),
        "reading texts": Effect.gen(function* () {
          yield* keys.find(projectId, keyIds)
          yield* keys.findPlaces(projectId, keyIds)
          yield* keys.findByName(place, [{ namespace: null, name: "key 3" }])
          yield* keys.listPositions(projectId, keyIds)
          yield* keys.listDisabled(place)
          yield* translations.list(projectId, keyIds, null)
          yield* translations.list(projectId, [one.keyId, keyIds.at(-1) ?? 0], languageIds)
          yield* labels.countOfLanguages(place)
          yield* comparing.findVersions(projectId, keyIds)
        }),
        "writing texts": Effect.gen(function* () {
          yield* translations.save(projectId, [
            { id: one.id, keyId: one.keyId, languageId: english, text: "new", ...text },
            { keyId: two.keyId, languageId: english, text: "new", ...text }
          ])
          const emptied = { ...text, text: null, state: "UNTRANSLATED" } as const
          yield* translations.save(projectId, [{ id: two.id, keyId: two.keyId, languageId: english, ...emptied }])
        }),
        "writing keys": Effect.gen(function* () {
          const [added = 0] = yield* keys.insert(place, [{ name: "added", ...content }], 0)
          yield* translations.save(projectId, [{ keyId: added, languageId: english, text: "new", ...text }])
          yield* keys.update(projectId, [{ id: added, name: "renamed", ...content }])
          yield* keys.setCodeReferences(projectId, [{ id: added, codeReferences: [] }])
          yield* keys.setNamespace(projectId, [added], null)
          yield* keys.remove(projectId, [added], 1, 1)
          yield* trash.restore(projectId, [added])
          yield* keys.erase(projectId, [added])
        }),
        statistics: Effect.gen(function* () {
          yield* stats.count(place, english)
          const uncounted = yield* stats.listUncounted(place, english, 0, 20)
          yield* stats.saveWordCounts(
            projectId,
            uncounted.map((row) => ({ ...row, words: 1 }))
          )
          yield* keys.refreshStatistics(projectId)
        }),
        "the activity": Effect.gen(function* () {
          const entity = {
            entityClass: "Key",
            entityId: one.keyId,
            kind: "MOD",
            description: {},
            modifications: {},
            relations: {}
          }
          yield* activity.insertAlike(projectId, revisionId, [{ keyIds, entity: entity as never }])
          yield* activity.describeKeys(projectId, revisionId, keyIds)
        }),
        "quality checks": Effect.gen(function* () {
          yield* checks.listKeys(projectId, keyIds)
          yield* checks.hasTexts(projectId, keyIds, languageIds)
          yield* checks.listCheckedTexts(projectId, [one.id])
          yield* checks.markTextsStale(projectId, [one.id])
          yield* checks.listStale(projectId, 0, 10)
          yield* checks.countOpen(place, german)
          yield* checks.countOfLanguages(place)
        }),
        "the translation memory": memoryOf,
        "the copy of a branch": branchOf,
        "an import": importOf
      }
      const looked: Record<string, ReadonlyArray<string>> = {}
      for (const [name, operation] of Object.entries(operations)) {
        const scanned = database.transaction(
          Effect.gen(function* () {
            // Small tables are planned as large ones.
            for (const way of ["hashjoin", "mergejoin", "seqscan"]) yield* sql`SET LOCAL ${sql(`enable_${way}`)} = off`
            const before = yield* readScans
            yield* operation
            const after = yield* readScans
            return yield* Effect.fail([...after].filter(([table, scans]) => scans > (before.get(table) ?? 0)))
          })
        )
        const tables = (yield* Effect.flip(scanned)) as ReadonlyArray<readonly [string, number]>
        looked[name] = tables.map(([table]) => table).toSorted()
      }
      const [own] = yield* sql<{ keys: string; texts: string }>`
        SELECT (SELECT CAST(CAST(tableoid AS regclass) AS TEXT) FROM translation_key WHERE id = ${one.keyId}) AS keys,
          (SELECT CAST(CAST(tableoid AS regclass) AS TEXT) FROM translation WHERE id = ${one.id}) AS texts`
      const places = [own?.keys, own?.texts]
      const others = Object.entries(looked).map(([name, tables]) => [
        name,
        tables.filter((table) => !places.includes(table))
      ])
      assert.deepStrictEqual(
        Object.fromEntries(others),
        Object.fromEntries(Object.keys(operations).map((name) => [name, []]))
      )
      assert.isEmpty(Object.keys(looked).filter((name) => looked[name]?.length === 0))
    })
  )
})
