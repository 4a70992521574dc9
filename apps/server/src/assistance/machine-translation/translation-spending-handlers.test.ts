import { noUsage } from "@dragoman/domain/machine-translation"
import { assert, layer } from "@effect/vitest"
import { Clock, Effect, Exit } from "effect"
import { clientOf } from "../../testing/client.ts"
import { seed } from "../../testing/seed.ts"
import { send } from "../../testing/send.ts"
import { layerTestServer } from "../../testing/test-server.ts"
import { layerTestServerPostgres } from "../../testing/test-server-postgres.ts"
import { BudgetExceeded, reserveCost, settleCost } from "./spending.ts"

let fixtures = 0

/** A project of an organization with an owner, and a translator. Days are those of the test's clock. */
const seedFixture = Effect.gen(function* () {
  const name = `Money ${++fixtures}`
  const owner = yield* seed.user({ username: `${name} owner` })
  const translator = yield* seed.user({ username: `${name} translator` })
  const organization = yield* seed.organization({ name, owner, basePermission: "NONE" })
  const { id } = yield* seed.project({ organization: organization.id, name, languages: ["en"] })
  yield* seed.directPermission({ project: id, user: translator, permission: { scopes: ["translations.edit"] } })
  const credential = yield* seed.accessToken(owner)
  const translatorCredential = yield* seed.accessToken(translator)
  const client = yield* clientOf(credential)
  const payer = { organizationId: organization.id, projectId: id }
  const path = `/v2/projects/${id}`
  const organizationPath = `/v2/organizations/${organization.id}`
  const budgetReached = Effect.map(client.notification.list({ query: { allTypes: true } }), ({ _embedded }) =>
    _embedded.notificationModelList
      .filter(({ type }) => type === "TRANSLATION_BUDGET_REACHED")
      .map(({ params }) => params)
  )
  const paid = (cost: number) => ({
    service: "DEEPL" as const,
    provider: "",
    usage: { ...noUsage, characters: 1_000 },
    cost
  })
  return { payer, path, organizationPath, client, credential, translatorCredential, budgetReached, paid }
})

const unit = 1_000_000

/** Runs an effect at a time, which the server does not have. */
const at = <A, E, R>(time: number, effect: Effect.Effect<A, E, R>) =>
  Effect.provideService(
    effect,
    Clock.Clock,
    Object.assign(Object.create(Clock.Clock.defaultValue()) as Clock.Clock, {
      currentTimeMillis: Effect.succeed(time),
      currentTimeMillisUnsafe: () => time
    })
  )

for (const [engine, layerServer] of [
  ["SQLite", layerTestServer()],
  ["PostgreSQL", layerTestServerPostgres()]
] as const) {
  layer(layerServer, { excludeTestServices: true, timeout: "60 seconds" })(
    `budgets of machine translation on ${engine}`,
    (it) => {
      it.effect("reject what they do not allow, and announce large shares", () =>
        Effect.gen(function* () {
          const { payer, path, organizationPath, credential, translatorCredential, budgetReached, paid } =
            yield* seedFixture
          const set = yield* send(credential, "PUT", `${path}/machine-translation-budget`, { perDay: 10 })
          assert.deepInclude(set.body, { perDay: 10, perMonth: null, spentToday: 0, spentThisMonth: 0 })
          const reserved = yield* reserveCost(payer, 9 * unit)
          const { scope, period, left } = yield* Effect.flip(reserveCost(payer, 2 * unit)).pipe(
            Effect.map((error) => (error instanceof BudgetExceeded ? error : assert.fail("no budget was exceeded")))
          )
          assert.deepStrictEqual([scope, period, left], ["PROJECT", "DAY", unit])
          assert.deepStrictEqual(yield* budgetReached, [{ scope: "PROJECT", period: "DAY", percent: 80 }])
          // It was cheaper than estimated, which leaves more.
          yield* settleCost(reserved, paid(2 * unit))
          yield* settleCost(yield* reserveCost(payer, 8 * unit), null)
          const { body } = yield* send(credential, "GET", `${path}/machine-translation-budget`)
          assert.deepInclude(body, { spentToday: 2, spentThisMonth: 2 })
          const balance = { creditBalance: 8, bucketSize: 0, extraCreditBalance: 0 }
          assert.deepStrictEqual(
            yield* send(translatorCredential, "GET", `${path}/machine-translation-credit-balance`),
            {
              status: 200,
              body: balance
            }
          )
          yield* send(credential, "PUT", `${organizationPath}/machine-translation-budget`, { perMonth: 5.5 })
          assert.deepStrictEqual(
            yield* send(credential, "GET", `${organizationPath}/machine-translation-credit-balance`),
            { status: 200, body: { creditBalance: 3, bucketSize: 5, extraCreditBalance: 0 } }
          )
        })
      )

      it.effect("begin again each day and each month", () =>
        Effect.gen(function* () {
          const { payer, path, credential } = yield* seedFixture
          yield* send(credential, "PUT", `${path}/machine-translation-budget`, { perDay: 1, perMonth: 1.5 })
          const reserve = (time: number, cost: number) => Effect.exit(at(time, reserveCost(payer, cost)))
          const results = [
            yield* reserve(Date.UTC(2026, 0, 30, 12), unit),
            yield* reserve(Date.UTC(2026, 0, 30, 23, 59, 59), 1),
            yield* reserve(Date.UTC(2026, 0, 31, 0), unit / 2),
            yield* reserve(Date.UTC(2026, 0, 31, 0), 1),
            yield* reserve(Date.UTC(2026, 1, 1, 0), unit)
          ]
          assert.deepStrictEqual(results.map(Exit.isSuccess), [true, false, true, false, true])
        })
      )

      it.effect("are not exceeded by requests at the same time", () =>
        Effect.gen(function* () {
          const { payer, path, credential } = yield* seedFixture
          yield* send(credential, "PUT", `${path}/machine-translation-budget`, { perDay: 3 })
          const results = yield* Effect.all(
            Array.from({ length: 10 }, () => Effect.exit(reserveCost(payer, unit))),
            { concurrency: "unbounded" }
          )
          assert.strictEqual(results.filter(Exit.isSuccess).length, 3)
        })
      )

      it.effect("are listed with usage by day, and only for those who may see it", () =>
        Effect.gen(function* () {
          const { payer, path, organizationPath, credential, translatorCredential, paid } = yield* seedFixture
          yield* settleCost(yield* at(Date.UTC(2026, 2, 3), reserveCost(payer, unit)), paid(unit / 4))
          const usage = {
            day: "2026-03-03",
            service: "DEEPL",
            provider: null,
            requests: 1,
            characters: 1_000,
            inputTokens: 0,
            cachedTokens: 0,
            outputTokens: 0,
            cost: 0.25
          }
          const usages = { status: 200, body: { _embedded: { usages: [usage] } } }
          assert.deepStrictEqual(
            yield* send(credential, "GET", `${path}/machine-translation-usage?from=2026-03-01&to=2026-03-31`),
            usages
          )
          assert.deepStrictEqual(
            yield* send(
              credential,
              "GET",
              `${organizationPath}/machine-translation-usage?from=2026-03-03&to=2026-03-03`
            ),
            usages
          )
          assert.deepStrictEqual(
            yield* send(credential, "GET", `${path}/machine-translation-usage?from=2026-03-04&to=2026-12-31`),
            { status: 200, body: { _embedded: { usages: [] } } }
          )
          assert.strictEqual(
            (yield* send(translatorCredential, "GET", `${path}/machine-translation-usage`)).status,
            403
          )
          assert.strictEqual(
            (yield* send(credential, "GET", `${path}/machine-translation-usage?from=yesterday`)).status,
            400
          )
        })
      )

      it.effect("are amounts that are not negative", () =>
        Effect.gen(function* () {
          const { path, credential } = yield* seedFixture
          for (const [field, value] of [
            ["perDay", -1],
            ["perMonth", 1e12]
          ] as const) {
            const { status, body } = yield* send(credential, "PUT", `${path}/machine-translation-budget`, {
              [field]: value
            })
            assert.strictEqual(status, 400)
            assert.deepInclude(body, {
              STANDARD_VALIDATION: { [field]: "must be between 0 and 1000000000" }
            })
          }
        })
      )
    }
  )
}
