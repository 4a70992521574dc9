import { createHmac, createSecretKey, type KeyObject, randomUUID } from "node:crypto"
import type { EndpointRules } from "@dragoman/domain/network"
import {
  digestEncodings,
  type SignBody,
  secretKey,
  signatureHeaders,
  signingSecrets,
  type WebhookHeader,
  type WebhookSecrets
} from "@dragoman/domain/webhook"
import { AddressResolver, EndpointConnector, isNoConnection, makeGuardedConnections } from "@dragoman/network"
import { Clock, Context, Effect, Layer } from "effect"
import { type Linked, makeLinkedList, unlinked } from "../linked-list.ts"
import { loggedRequestHeaders } from "./logged-headers.ts"
import { type DeliveryOutcome, deliveryOutcome, post, type SendResult } from "./post.ts"

export interface SendRequest {
  /** The stored text. */
  readonly url: string
  readonly secrets: WebhookSecrets
  /** Headers of the configuration; they replace those of this program with the same name. */
  readonly headers: ReadonlyArray<WebhookHeader>
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

/** Makes one attempt: signs, checks the address, sends. Plain callbacks, because thousands are made in a second (ADR 26). */
export class DeliverySender extends Context.Service<
  DeliverySender,
  {
    /**
     * Sends one HTTP POST. Every behaviour of the endpoint is a result, not an error. `done` is called once, possibly before this
     * returns, and not any more after the returned function, which ends the attempt.
     */
    readonly start: (request: SendRequest, done: (result: SendResult) => void) => () => void
  }
>()("@dragoman/delivery/sending/DeliverySender") {
  /** Makes a sender on the resolver and the connector of the context. */
  static readonly layerReplaceable = (options: SenderOptions) =>
    Layer.effect(
      DeliverySender,
      Effect.gen(function* () {
        const connections = yield* makeGuardedConnections(options)
        const clock = yield* Clock.clockWith(Effect.succeed)
        const services = yield* Effect.context<never>()
        const deadlines = makeDeadlines()
        const sign = makeSignBody()
        const { timeoutMillis } = options

        return DeliverySender.of({
          start: (request, done) => {
            const endpoint = connections.endpointOf(request.url)
            if (endpoint === null) {
              done({ kind: "noResponse", reason: "malformedUrl", detail: null })
              return () => {}
            }
            let headers: ReadonlyArray<string> | null = null
            let isDone = false
            /** Ends the step in progress: the lookup, then the request. */
            let endStep = () => {}
            const deadline: Deadline = {
              ...unlinked,
              endsAt: performance.now() + timeoutMillis,
              expire: () => {
                finish({ kind: "noResponse", reason: "timedOut", detail: `${timeoutMillis} ms` })
                endStep()
              }
            }
            const finish = (result: SendResult): void => {
              if (isDone) return
              isDone = true
              deadlines.remove(deadline)
              done(
                headers === null
                  ? result
                  : { ...result, requestHeaders: loggedRequestHeaders(headers, request.headers) }
              )
            }
            // For example a secret that cannot sign: this delivery fails, others continue.
            const die = (defect: unknown): void => {
              Effect.runForkWith(services)(Effect.logError("Webhook request failed with a defect", defect))
              finish({ kind: "noResponse", reason: "failed", detail: null })
            }
            deadlines.add(deadline)
            const endLookup = connections.find(
              endpoint,
              (found) => {
                if (isDone) return
                if (isNoConnection(found)) {
                  finish({ kind: "noResponse", ...found })
                  return
                }
                try {
                  const { path, authorization } = endpoint.target
                  const signed = requestHeaders(request, authorization, clock.currentTimeMillisUnsafe(), sign)
                  headers = signed
                  endStep = post(found, { path, headers: signed, body: request.body }, finish)
                } catch (defect) {
                  die(defect)
                }
              },
              die
            )
            if (headers === null) endStep = endLookup
            return () => {
              isDone = true
              deadlines.remove(deadline)
              endStep()
            }
          }
        })
      })
    )

  /** Makes a sender on the resolver of the system and on real sockets. */
  static readonly layer = (options: SenderOptions) =>
    DeliverySender.layerReplaceable(options).pipe(Layer.provide([AddressResolver.layer, EndpointConnector.layer]))
}

/** Makes one attempt as an effect; interruption ends it. */
export const send = (request: SendRequest): Effect.Effect<SendResult, never, DeliverySender> =>
  Effect.flatMap(DeliverySender, ({ start }) =>
    Effect.callback((resume) => Effect.sync(start(request, (result) => resume(Effect.succeed(result)))))
  )

/** Secrets whose keys are kept; the one that was used first is forgotten first. */
const secretsMax = 1_024

/** Signs with keys that are made once for each secret. Throws for a secret that cannot sign. */
const makeSignBody = (): SignBody => {
  const keysBySecret = new Map<string, { readonly tolgee: KeyObject; readonly standard: KeyObject }>()
  const keysOf = (secret: string) => {
    const known = keysBySecret.get(secret)
    if (known !== undefined) return known
    const keys = {
      tolgee: createSecretKey(secretKey(secret, "tolgee")),
      standard: createSecretKey(secretKey(secret, "standard"))
    }
    keysBySecret.set(secret, keys)
    const [oldest] = keysBySecret.keys()
    if (keysBySecret.size > secretsMax && oldest !== undefined) keysBySecret.delete(oldest)
    return keys
  }
  return (secret, scheme, prefix, body) =>
    createHmac("sha256", keysOf(secret)[scheme]).update(prefix).update(body).digest(digestEncodings[scheme])
}

/** Signs both signatures at one reading of the clock (epoch milliseconds). Source: docs/reference/webhooks.md#signatures. */
const requestHeaders = (
  { secrets, headers: own, messageId, body }: SendRequest,
  authorization: string | null,
  now: number,
  sign: SignBody
): ReadonlyArray<string> => {
  const signed = signatureHeaders({
    secrets: signingSecrets(secrets, now),
    messageId,
    timestampMillis: now,
    body,
    sign
  })
  const isOwn = (name: string) => own.some((header) => header.name.toLowerCase() === name)
  const headers = [
    "content-type",
    "application/json",
    "user-agent",
    "Dragoman-Webhooks",
    "Tolgee-Signature",
    signed["Tolgee-Signature"],
    "webhook-id",
    signed["webhook-id"],
    "webhook-timestamp",
    signed["webhook-timestamp"],
    "webhook-signature",
    signed["webhook-signature"]
  ]
  if (!isOwn("accept")) headers.push("accept", "*/*")
  if (authorization !== null && !isOwn("authorization")) headers.push("authorization", authorization)
  for (const { name, value } of own) headers.push(name, value)
  return headers
}

export interface TestDelivery extends Omit<SendRequest, "messageId"> {
  readonly webhookConfigurationId: number
}

/**
 * Sends a test event and waits for the response: signed and guarded like a real delivery, nothing stored, no state moved, no
 * retry. Source: docs/reference/webhooks.md#test-requests.
 */
export const sendTest = Effect.fn("sendTest")(function* ({ webhookConfigurationId, ...request }: TestDelivery) {
  const outcome: DeliveryOutcome = deliveryOutcome(
    yield* send({ ...request, messageId: `msg_${webhookConfigurationId}_test_${randomUUID()}` })
  )
  return outcome
})

/** An action that has to end in time. */
export interface Deadline extends Linked<Deadline> {
  /** Time of `performance.now()`. */
  readonly endsAt: number
  readonly expire: () => void
}

/** Keeps deadlines under one timer: a timer of its own for each of thousands of attempts in a second would cost more. */
export const makeDeadlines = () => {
  const pending = makeLinkedList<Deadline>()
  let timer: NodeJS.Timeout | undefined
  let expiresAt = Number.POSITIVE_INFINITY

  const arm = (endsAt: number): void => {
    clearTimeout(timer)
    expiresAt = endsAt
    // After a stall of this process, timers come before sockets: a response that has arrived in time is read first.
    if (pending.first() !== null) {
      timer = setTimeout(() => setImmediate(expire), Math.max(1, endsAt - performance.now()))
    }
  }

  const all = (): ReadonlyArray<Deadline> => {
    const deadlines: Array<Deadline> = []
    for (let deadline = pending.first(); deadline !== null; deadline = deadline.next) deadlines.push(deadline)
    return deadlines
  }

  const expire = (): void => {
    const now = performance.now()
    for (const deadline of all()) {
      if (deadline.endsAt > now || !deadline.isLinked) continue
      pending.remove(deadline)
      deadline.expire()
    }
    arm(Math.min(Number.POSITIVE_INFINITY, ...all().map(({ endsAt }) => endsAt)))
  }

  return {
    add: (deadline: Deadline): void => {
      pending.append(deadline)
      if (deadline.endsAt < expiresAt) arm(deadline.endsAt)
    },
    remove: (deadline: Deadline): void => {
      pending.remove(deadline)
      // A timer without deadlines would keep the process running.
      if (pending.first() === null) arm(Number.POSITIVE_INFINITY)
    }
  }
}
