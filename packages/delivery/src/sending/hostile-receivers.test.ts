import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { endingReceivers, type HostileAttempt, lastingReceivers, tryHostileReceivers } from "../testing/hostile-run.ts"
import { testSecrets } from "../testing/outbox-fixture.ts"
import { localRules, startTcpReceiver } from "../testing/receiver.ts"
import { DeliverySender, send } from "./delivery-sender.ts"

const shortTimeoutMillis = 300
/** Nothing here takes as long. */
const longTimeoutMillis = 20_000

/** The figure is half a second, as `npm run bench -- hostile` measures it; here only that it ends. */
const lateMillisMax = 3_000

const areTold = (attempts: ReadonlyArray<HostileAttempt>): void => {
  const logged = attempts.map(({ name, expected, status, error }) => [
    name,
    typeof expected === "number" ? (status ?? error) : error?.slice(0, expected.length)
  ])
  assert.deepStrictEqual(
    logged,
    attempts.map(({ name, expected }) => [name, expected])
  )
}

describe("whatever an endpoint does, others are still delivered, and", () => {
  it.live("an attempt that it keeps going ends in time", () =>
    Effect.gen(function* () {
      const attempts = yield* tryHostileReceivers(lastingReceivers, shortTimeoutMillis)
      areTold(attempts)
      for (const { name, durationMillis } of attempts) {
        assert.isBelow(durationMillis, shortTimeoutMillis + lateMillisMax, name)
      }
    })
  )

  it.live("an attempt that it spoils is logged correctly", () =>
    Effect.map(tryHostileReceivers(endingReceivers, longTimeoutMillis), areTold)
  )

  it.live("a response that it sends in advance belongs to no later request", () =>
    Effect.gen(function* () {
      const responseOf = (text: string) => `HTTP/1.1 200 OK\r\nContent-Length: ${text.length}\r\n\r\n${text}`
      let connections = 0
      const { url } = yield* startTcpReceiver((socket) => {
        socket.write(responseOf(`connection ${++connections}`) + responseOf("forged"))
      })
      const sending = send({ url, secrets: testSecrets, headers: [], messageId: "msg", body: Buffer.from("{}") })
      assert.deepInclude(yield* sending, { status: 200, excerpt: "connection 1" })
      assert.deepInclude(yield* sending, { status: 200, excerpt: "connection 2" })
    }).pipe(Effect.provide(DeliverySender.layer({ rules: localRules, timeoutMillis: longTimeoutMillis })))
  )
})
