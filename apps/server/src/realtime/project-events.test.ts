import { AccessRepository, ActivityRepository } from "@dragoman/store"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { CommitSignal } from "../change/commit-signal.ts"
import { seed } from "../testing/seed.ts"
import { layerTestServer } from "../testing/test-server.ts"
import { PollMillis, ProjectEvents } from "./project-events.ts"

const nextTurn = Effect.promise<void>(() => new Promise((resolve) => setImmediate(resolve)))

const isTrue = (condition: () => boolean) => Effect.repeat(nextTurn, { until: condition })

/** Events of a project with one subscriber; counts reads of the project and of the permissions. */
const seedSubscriber = Effect.fnUntraced(function* (pollMillis: number) {
  const name = `Rest ${pollMillis}`
  const owner = yield* seed.user({ username: name })
  const organization = yield* seed.organization({ name, owner })
  const project = yield* seed.project({ organization: organization.id, name })
  const asked = { project: 0, permissions: 0 }
  const activities = yield* ActivityRepository
  const access = yield* AccessRepository
  const counted = Layer.mergeAll(
    Layer.succeed(PollMillis, pollMillis),
    Layer.succeed(ActivityRepository, {
      ...activities,
      listAfter: (...page) =>
        Effect.andThen(
          Effect.sync(() => ++asked.project),
          activities.listAfter(...page)
        )
    }),
    Layer.succeed(AccessRepository, {
      ...access,
      listProjectUsers: (...users) =>
        Effect.andThen(
          Effect.sync(() => ++asked.permissions),
          access.listProjectUsers(...users)
        )
    }),
    CommitSignal.layer
  )
  const services = yield* Layer.build(Layer.fresh(ProjectEvents.layer).pipe(Layer.provideMerge(Layer.fresh(counted))))
  const { events, signal } = yield* Effect.all({ events: ProjectEvents, signal: CommitSignal }).pipe(
    Effect.provideContext(services)
  )
  const credential = { kind: "JWT", issuedAtSeconds: 0, expiresAtSeconds: 9e9 } as const
  const subscriber = {
    userId: owner,
    username: "",
    name: "",
    avatarHash: null,
    serverRole: "USER",
    emailVerified: true,
    needsSuperToken: true,
    accountType: "LOCAL",
    credential: { ...credential, superUntil: null, generation: 0, acting: null }
  } as const
  const isSubscribed = yield* events.subscribe(
    project.id,
    { caller: subscriber, topics: [], receive: () => {}, end: () => {} },
    null
  )
  assert.isObject(isSubscribed)
  return { asked, change: signal.publish({ projectId: project.id, deliveries: 0 }) }
})

layer(layerTestServer({ webhookDispatcher: "external" }), { excludeTestServices: true })(
  "a project with a subscriber",
  (it) => {
    it.effect("is read once for each signal of a change", () =>
      Effect.gen(function* () {
        const { asked, change } = yield* seedSubscriber(3_600_000)
        yield* isTrue(() => asked.project >= 1)
        for (const count of [2, 3]) {
          yield* change
          yield* isTrue(() => asked.project >= count)
          for (let turn = 0; turn < 100; turn++) yield* nextTurn
          assert.strictEqual(asked.project, count)
        }
        // Without an event, only the subscription checked permissions.
        assert.strictEqual(asked.permissions, 1)
      })
    )

    it.effect("has its permissions checked once in each poll", () =>
      Effect.gen(function* () {
        const { asked } = yield* seedSubscriber(5)
        for (let looks = 2; looks < 8; looks++) {
          yield* isTrue(() => asked.project >= looks)
          // The subscription checked as well.
          assert.isAtMost(asked.permissions, asked.project + 1)
        }
        assert.isAbove(asked.permissions, 1)
      })
    )
  }
)
