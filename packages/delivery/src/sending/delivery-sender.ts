import { randomUUID } from "node:crypto"
import {
  type EndpointRules,
  type SignBody,
  signatureHeaders,
  signingSecrets,
  type WebhookSecrets,
  webhookBody
} from "@dragoman/domain/webhook"
import { Clock, Context, Duration, Effect, Layer } from "effect"
import { AddressResolver } from "./address-resolver.ts"
import { EndpointConnector, GuardedConnections, parseEndpointTarget } from "./guarded-connection.ts"
import {
  type DeliveryOutcome,
  deliveryOutcome,
  loggedRequestHeaders,
  type NoResponseReason,
  post,
  type SendResult
} from "./post.ts"
import { makeSignBody } from "./sign-body.ts"

export interface SendRequest {
  /** As stored. */
  readonly url: string
  readonly secrets: WebhookSecrets
  /** Stays the same over all attempts of a delivery. */
  readonly messageId: string
  /** The exact bytes that are signed and sent. */
  readonly body: Uint8Array
}

export interface SenderOptions {
  readonly rules: EndpointRules
  /** Total time of one attempt, from the lookup of the address to the end of the response. */
  readonly timeoutMillis: number
}

/** One attempt: sign, check the address, send. */
export class DeliverySender extends Context.Service<
  DeliverySender,
  {
    /** One HTTP POST, no retry. Every behaviour of the endpoint is a result, not an error. */
    readonly send: (request: SendRequest) => Effect.Effect<SendResult>
  }
>()("@dragoman/delivery/sending/DeliverySender") {
  /** The sender on the resolver and the connector that are given to it. */
  static readonly layerReplaceable = (options: SenderOptions) =>
    Layer.effect(
      DeliverySender,
      Effect.gen(function* () {
        const connections = yield* GuardedConnections
        const { timeoutMillis } = options
        const sign = makeSignBody()
        const noResponse = (reason: NoResponseReason, detail: string | null): SendResult => ({
          kind: "noResponse",
          reason,
          detail
        })
        return DeliverySender.of({
          send: Effect.fnUntraced(function* (request) {
            const target = parseEndpointTarget(request.url)
            if (target === null) return noResponse("malformedUrl", null)
            return yield* Effect.timed(connections.poolFor(target)).pipe(
              Effect.flatMap(([passed, pool]) =>
                Effect.flatMap(Clock.currentTimeMillis, (now) => {
                  const headers = requestHeaders(request, target.authorization, now, sign)
                  const sent = post(pool, {
                    path: target.path,
                    headers,
                    body: request.body,
                    timeoutMillis: Math.max(1, timeoutMillis - Math.round(Duration.toMillis(passed)))
                  })
                  return Effect.map(
                    sent,
                    (result): SendResult => ({ ...result, requestHeaders: loggedRequestHeaders(headers) })
                  )
                })
              ),
              Effect.catchTags({
                PortBlocked: ({ port }) => Effect.succeed(noResponse("portBlocked", String(port))),
                AddressBlocked: ({ host }) => Effect.succeed(noResponse("addressBlocked", host)),
                HostNotFound: ({ host }) => Effect.succeed(noResponse("hostNotFound", host)),
                TimeoutError: () => Effect.succeed(noResponse("timedOut", `${timeoutMillis} ms`))
              }),
              // For example a secret that cannot sign: this delivery fails, others continue.
              Effect.catchDefect((defect) =>
                Effect.as(Effect.logError("Webhook request failed with a defect", defect), noResponse("failed", null))
              )
            )
          })
        })
      })
    ).pipe(Layer.provide(GuardedConnections.layer(options)))

  /** The sender on the resolver of the system and on real sockets. */
  static readonly layer = (options: SenderOptions) =>
    DeliverySender.layerReplaceable(options).pipe(Layer.provide([AddressResolver.layer, EndpointConnector.layer]))
}

/** Both signatures come from one reading of the clock (epoch milliseconds). Source: docs/reference/webhooks.md#signatures. */
const requestHeaders = (
  { secrets, messageId, body }: SendRequest,
  authorization: string | null,
  now: number,
  sign: SignBody
): Readonly<Record<string, string>> => ({
  "content-type": "application/json",
  accept: "*/*",
  "user-agent": "Dragoman-Webhooks",
  ...signatureHeaders({
    secrets: signingSecrets(secrets, now),
    messageId,
    timestampMillis: now,
    body,
    sign
  }),
  ...(authorization === null ? {} : { authorization })
})

export interface TestDelivery {
  readonly projectId: number
  readonly webhookConfigurationId: number
  readonly url: string
  readonly secrets: WebhookSecrets
}

/**
 * Sends a test event and waits for the response: signed and guarded like a real delivery, nothing stored, no state moved, no
 * retry. Source: docs/reference/webhooks.md#test-requests.
 */
export const sendTest = Effect.fn("sendTest")(function* ({
  projectId,
  webhookConfigurationId,
  url,
  secrets
}: TestDelivery) {
  const sender = yield* DeliverySender
  const event = { webhookConfigId: webhookConfigurationId, projectId, eventType: "TEST", activityData: null } as const
  const body = Buffer.from(webhookBody(event))
  const outcome: DeliveryOutcome = deliveryOutcome(
    yield* sender.send({ url, secrets, body, messageId: `msg_${webhookConfigurationId}_test_${randomUUID()}` })
  )
  return outcome
})
