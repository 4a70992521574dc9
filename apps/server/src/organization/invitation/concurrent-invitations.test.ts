import { PostgresServer } from "@dragoman/store/testing"
import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { seed } from "../../testing/seed.ts"
import { error } from "../../testing/send.ts"
import { sendTo, startServer } from "../../testing/start-server.ts"

/** Two requests interleave differently each time. */
const rounds = 6

layer(PostgresServer.layer, { excludeTestServices: true, timeout: "60 seconds" })(
  "invitations on PostgreSQL, with two servers",
  (it) => {
    it.effect("to the same address at the same time: one is sent, the other is rejected", () =>
      Effect.gen(function* () {
        const { newDatabaseWithSchema } = yield* PostgresServer
        const url = yield* newDatabaseWithSchema
        const [one, other] = [yield* startServer(url), yield* startServer(url)]
        yield* Effect.gen(function* () {
          const owner = yield* seed.user({ username: "owner" })
          const organization = yield* seed.organization({ name: "Nautilus", owner })
          const project = yield* seed.project({ organization: organization.id, name: "Web", languages: ["en"] })
          const asOwner = yield* seed.accessToken(owner, { super: true })
          const places = [
            [`/v2/organizations/${organization.id}/invite`, { roleType: "MEMBER" }],
            [`/v2/projects/${project.id}/invite`, { type: "VIEW" }]
          ] as const
          for (const [path, body] of places) {
            for (let round = 0; round < rounds; round++) {
              const invite = (baseUrl: string) =>
                sendTo(baseUrl, asOwner, "PUT", path, { ...body, email: `invited${round}@example.com` })
              const responses = yield* Effect.all([invite(one.baseUrl), invite(other.baseUrl)], { concurrency: 2 })
              assert.deepStrictEqual(
                responses.filter(({ status }) => status !== 200),
                [error(400, "email_already_invited_or_member")],
                path
              )
            }
          }
        }).pipe(Effect.provideContext(one.services))
      })
    )
  }
)
