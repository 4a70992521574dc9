import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { SqlClient, Statement } from "effect/sql"
import { layerTestPostgres, layerTestSqlite } from "../testing/engines.ts"
import { inFixture, layerProjectFixture } from "../testing/project-fixture.ts"
import { AccessRepository } from "./access-repository.ts"

const owner = 1
const member = 2
const stranger = 3

const seedProject = Effect.fnUntraced(function* () {
  const sql = yield* SqlClient.SqlClient
  const [row] = yield* sql<{ id: number }>`
    INSERT INTO project ${sql.insert({ organization_id: 1, name: "Web", slug: "web", created_at: 0 })} RETURNING id`
  return row?.id ?? 0
})

describe.each([
  ["SQLite", layerTestSqlite],
  ["PostgreSQL", layerTestPostgres]
] as const)("access on %s", (engine, layerTest) => {
  const layerFixture = AccessRepository.layer.pipe(Layer.provideMerge(layerProjectFixture(layerTest)))
  layer(layerFixture, { timeout: "60 seconds" })((it) => {
    it.effect("a project comes with the user's role and direct permission, also when there is neither", () =>
      inFixture(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const access = yield* AccessRepository
          const project = yield* seedProject()
          yield* sql`INSERT INTO direct_permission ${sql.insert({
            project_id: project,
            user_id: member,
            type: "TRANSLATE",
            translate_language_ids: "[7]",
            created_at: 0
          })}`
          const factsOf = (userId: number) =>
            Effect.map(access.findProject(project, userId), (found) => {
              const { organizationRole, directPermission } = Option.getOrThrow(found)
              return [organizationRole, directPermission?.type, directPermission?.translateLanguageIds]
            })
          assert.deepStrictEqual(yield* factsOf(owner), ["OWNER", undefined, undefined])
          assert.deepStrictEqual(yield* factsOf(member), ["MEMBER", "TRANSLATE", [7]])
          assert.deepStrictEqual(yield* factsOf(stranger), [null, undefined, undefined])
        })
      )
    )

    it.effect("users come with their role in an organization, also when they have none", () =>
      inFixture(
        Effect.gen(function* () {
          const access = yield* AccessRepository
          const users = yield* access.listOrganizationUsers(1, [stranger, owner, member, 999_999])
          assert.deepStrictEqual(users.map(({ userId, role }) => [userId, role]).toSorted(), [
            [owner, "OWNER"],
            [member, "MEMBER"],
            [stranger, null]
          ])
        })
      )
    )

    it.effect("deleted projects and organizations are not there", () =>
      inFixture(
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const access = yield* AccessRepository
          const project = yield* seedProject()
          yield* sql`UPDATE project SET deleted_at = 1 WHERE id = ${project}`
          assert.isTrue(Option.isNone(yield* access.findProject(project, owner)))
          yield* sql`UPDATE organization SET deleted_at = 1 WHERE id = 1`
          assert.isTrue(Option.isNone(yield* access.findOrganization(1, owner)))
        })
      )
    )

    if (engine === "SQLite") {
      it.effect("what every request asks is found by indexes alone", () =>
        Effect.gen(function* () {
          const access = yield* AccessRepository
          const plans: Array<string> = []
          const explain: Statement.Transformer = (statement, sql) => {
            const [text, parameters] = statement.compile()
            return text.startsWith("EXPLAIN")
              ? Effect.succeed(statement)
              : Effect.map(
                  Effect.orDie(sql.unsafe<{ detail: string }>(`EXPLAIN QUERY PLAN ${text}`, parameters)),
                  (rows) => {
                    plans.push(...rows.map((row) => row.detail))
                    return statement
                  }
                )
          }
          yield* Effect.all([
            access.findUser(member),
            access.findByApiKey("hash"),
            access.findByAccessToken("hash"),
            access.findBySession("hash"),
            access.findProject(1, member),
            access.findOrganization(1, stranger),
            access.findOrganization("acme", stranger)
          ]).pipe(Effect.provideService(Statement.CurrentTransformer, explain))
          assert.isAtLeast(plans.length, 10)
          assert.deepStrictEqual(
            // A subquery has lines of its own below.
            plans.filter((detail) => !/^(?:SEARCH|CORRELATED SCALAR SUBQUERY)/.test(detail)),
            []
          )
        })
      )
    }
  })
})
