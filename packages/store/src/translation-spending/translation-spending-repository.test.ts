import { noBudget, noUsage } from "@dragoman/domain/machine-translation"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Database } from "../database/database.ts"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { inFixture, layerProjectFixture } from "../testing/project-fixture.ts"
import { TranslationCacheRepository } from "../translation-cache/translation-cache-repository.ts"
import { TranslationSpendingRepository } from "./translation-spending-repository.ts"

const payer = { organizationId: 1, projectId: 1 }
const repositories = Layer.mergeAll(TranslationSpendingRepository.layer, TranslationCacheRepository.layer)

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("spending for machine translation on %s", (_, layerTest) => {
  layer(repositories.pipe(Layer.provideMerge(layerProjectFixture(layerTest))), { timeout: "60 seconds" })((it) => {
    it.effect("is counted for server, organization and project, by day and month", () =>
      inFixture(
        Effect.gen(function* () {
          const spending = yield* TranslationSpendingRepository
          yield* spending.add(payer, "2026-02-28", 5)
          yield* spending.add(payer, "2026-03-01", 10)
          const before = yield* spending.add({ organizationId: 1, projectId: 2 }, "2026-03-02", 20)
          assert.deepStrictEqual(
            before.map(({ scope, today, thisMonth }) => [scope, today, thisMonth]),
            [
              ["SERVER", 0, 10],
              ["ORGANIZATION", 0, 10],
              ["PROJECT", 0, 0]
            ]
          )
          assert.deepInclude(yield* spending.findOfOrganization(1, "2026-03-02"), { today: 20, thisMonth: 30 })
          // A request that cost less than was reserved.
          yield* spending.add(payer, "2026-03-01", -4)
          assert.deepInclude(yield* spending.findOfOrganization(1, "2026-03-01"), { today: 6, thisMonth: 6 })
        })
      )
    )

    it.effect("is never seen without what others add at the same time", () =>
      Effect.gen(function* () {
        const spending = yield* TranslationSpendingRepository
        const database = yield* Database
        const day = "2026-05-05"
        const add = database.transaction(
          Effect.gen(function* () {
            const before = yield* spending.add(payer, day, 1)
            return before[0]?.today
          })
        )
        const seen = yield* Effect.all(
          Array.from({ length: 20 }, () => add),
          { concurrency: "unbounded" }
        )
        assert.deepStrictEqual(
          seen.toSorted((one, other) => (one ?? 0) - (other ?? 0)),
          Array.from({ length: 20 }, (_, index) => index)
        )
        yield* database.transaction(spending.eraseBefore("2027-01-01"))
      })
    )

    it.effect("has usage by day, service and provider, also of a deleted project", () =>
      inFixture(
        Effect.gen(function* () {
          const spending = yield* TranslationSpendingRepository
          const day = "2026-03-01"
          const deepl = { day, service: "DEEPL", provider: "", usage: { ...noUsage, characters: 10 }, cost: 7 } as const
          yield* spending.count(payer, deepl)
          yield* spending.count({ organizationId: 1, projectId: 99 }, deepl)
          const usage = { characters: 0, inputTokens: 3, cachedTokens: 2, outputTokens: 1 }
          yield* spending.count(payer, { day, service: "PROMPT", provider: "gpt", usage, cost: 0 })
          const days = { from: "2026-03-01", to: "2026-03-31" }
          const none = { characters: 0, inputTokens: 0, cachedTokens: 0, outputTokens: 0 }
          const prompt = { day, service: "PROMPT", provider: "gpt", requests: 1, ...usage, cost: 0 } as const
          assert.deepStrictEqual(yield* spending.listUsage({ organizationId: 1 }, days), [
            { day, service: "DEEPL", provider: "", requests: 2, ...none, characters: 20, cost: 14 },
            prompt
          ])
          assert.deepInclude(yield* spending.listUsage({ projectId: 1 }, days), prompt)
          yield* spending.eraseBefore("2026-03-02")
          assert.deepStrictEqual(yield* spending.listUsage({ organizationId: 1 }, days), [])
        })
      )
    )

    it.effect("has a budget of an organization, and one of a project", () =>
      inFixture(
        Effect.gen(function* () {
          const spending = yield* TranslationSpendingRepository
          const sql = yield* SqlClient.SqlClient
          yield* sql`INSERT INTO project ${sql.insert({ id: 1, organization_id: 1, name: "One", slug: "one", created_at: 0 })}`
          assert.deepStrictEqual(yield* spending.findBudget({ projectId: 1 }), noBudget)
          yield* spending.setBudget({ projectId: 1 }, { perDay: 5, perMonth: null })
          yield* spending.setBudget({ projectId: 1 }, { perDay: 6, perMonth: 9_007_199_254_740_991 })
          yield* spending.setBudget({ organizationId: 1 }, { perDay: null, perMonth: 0 })
          const spendings = yield* spending.list(payer, "2026-03-02")
          assert.deepStrictEqual(
            spendings.map(({ budget }) => budget),
            [noBudget, { perDay: null, perMonth: 0 }, { perDay: 6, perMonth: 9_007_199_254_740_991 }]
          )
          yield* spending.setBudget({ projectId: 1 }, noBudget)
          assert.deepStrictEqual(yield* spending.findBudget({ projectId: 1 }), noBudget)
        })
      )
    )

    it.effect("is saved by kept answers, the oldest of which go first", () =>
      inFixture(
        Effect.gen(function* () {
          const cache = yield* TranslationCacheRepository
          yield* cache.keep([{ digest: "a", answer: "á" }], 10)
          yield* cache.keep([{ digest: "b", answer: "old" }], 20)
          yield* cache.keep([{ digest: "b", answer: "b" }], 30)
          assert.deepStrictEqual(yield* cache.find(["b", "c"]), [{ digest: "b", answer: "b" }])
          assert.strictEqual(yield* cache.eraseOldest(5, 10), 0)
          assert.strictEqual(yield* cache.eraseOldest(4, 1), 1)
          assert.deepStrictEqual(yield* cache.find(["a", "b"]), [{ digest: "b", answer: "b" }])
          assert.strictEqual(yield* cache.eraseBefore(30, 10), 0)
          assert.strictEqual(yield* cache.eraseBefore(31, 10), 1)
        })
      )
    )
  })
})
