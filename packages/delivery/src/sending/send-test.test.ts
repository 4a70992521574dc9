import { endpointRules } from "@dragoman/domain/webhook"
import { assert, it } from "@effect/vitest"
import { Effect } from "effect"
import { Webhook } from "standardwebhooks"
import { localRules } from "../testing/local-rules.ts"
import { testSecret, testSecrets } from "../testing/outbox-fixture.ts"
import { respondWith, startReceiver } from "../testing/receiver.ts"
import { isTolgeeSignature } from "../testing/verify-tolgee-signature.ts"
import { DeliverySender } from "./delivery-sender.ts"
import { sendTest } from "./send-test.ts"

it.live("a test call sends the test event, signed like a delivery, with a new id each time", () =>
  Effect.gen(function* () {
    const receiver = yield* startReceiver(respondWith(200))
    const test = { projectId: 1000000001, webhookConfigurationId: 1000044001, url: receiver.url, secrets: testSecrets }
    assert.isTrue((yield* sendTest(test)).isDelivered)
    assert.isTrue((yield* sendTest(test)).isDelivered)
    const expected = '{"webhookConfigId":1000044001,"projectId":1000000001,"eventType":"TEST","activityData":null}'
    for (const { body, headers } of receiver.requests) {
      assert.strictEqual(body, expected)
      assert.isTrue(isTolgeeSignature(headers["tolgee-signature"], body, testSecret))
      new Webhook(testSecret).verify(body, headers as Record<string, string>)
      assert.match(String(headers["webhook-id"]), /^[^.]+$/)
    }
    assert.strictEqual(new Set(receiver.requests.map(({ headers }) => headers["webhook-id"])).size, 2)
  }).pipe(Effect.provide(DeliverySender.layer({ rules: localRules, timeoutMillis: 1_000 })))
)

it.live("a test call reports why it failed, and reaches no address that a delivery may not reach", () =>
  Effect.gen(function* () {
    const receiver = yield* startReceiver(respondWith(200))
    const outcome = yield* sendTest({
      projectId: 1,
      webhookConfigurationId: 2,
      url: receiver.url,
      secrets: testSecrets
    })
    assert.deepInclude(outcome, { isDelivered: false, status: null })
    assert.include(outcome.error ?? "", "may not reach")
    assert.strictEqual(receiver.requests.length, 0)
  }).pipe(Effect.provide(DeliverySender.layer({ rules: endpointRules({}), timeoutMillis: 1_000 })))
)
