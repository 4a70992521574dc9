import { RateLimited } from "@dragoman/api"
import { type DomainError, errorCodes } from "@dragoman/domain/error"
import { translationTextMaxUtf16Units } from "@dragoman/domain/translation"
import { Cause, Context, Effect, type Fiber, Option, Schema } from "effect"
import { RateLimiter, userLimit } from "../../platform/http/rate-limiter.ts"
import { authenticateClient } from "../../realtime/authenticate-client.ts"
import { ProjectEvents } from "../../realtime/project-events.ts"
import type { WebsocketClient, WebsocketEnd, WebsocketSession } from "../../realtime/serve-websocket.ts"
import { type PreviewPlace, previewText, readPreviewPlace } from "./preview-text.ts"

/** Limits of previews. A client that types nothing for `idleMillis` connects again with its next text. */
export const PreviewLimits = Context.Reference("@dragoman/server/assistance/quality-check/PreviewLimits", {
  defaultValue: () => ({ ofUser: 20, textsPerSecond: 20, idleMillis: 600_000 })
})

const secondMillis = 1_000

const rejected: WebsocketEnd = { code: 1008, reason: "Not accepted" }
const tooMany: WebsocketEnd = { code: 1013, reason: "Too many connections" }
const idle: WebsocketEnd = { code: 1000, reason: "Idle" }

const Opening = Schema.fromJsonString(
  Schema.Struct({
    token: Schema.String,
    projectId: Schema.Int,
    keyId: Schema.optional(Schema.NullOr(Schema.Int)),
    languageTag: Schema.String
  })
)
const decodeOpening = Schema.decodeUnknownOption(Opening)
const decodeText = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ text: Schema.String })))

type PreviewServices =
  | Effect.Services<ReturnType<typeof authenticateClient>>
  | Effect.Services<ReturnType<typeof previewText>>
  | ProjectEvents
  | RateLimiter

/**
 * Checks texts while a translator types them. The first message authenticates the client and names the place; each later one
 * is a text, and stops the check of the text before it.
 */
export const makePreviewSession = Effect.fnUntraced(function* (
  client: WebsocketClient,
  connectionsByUser: Map<number, number>,
  limits: Context.Service.Shape<typeof PreviewLimits>
) {
  const services = yield* Effect.context<PreviewServices>()
  const projectEvents = yield* ProjectEvents
  const rateLimiter = yield* RateLimiter
  let isOpened = false
  let place: PreviewPlace | null = null
  let running: Fiber.Fiber<void> | null = null
  let isEnded = false
  let release = () => {}
  let secondStartedAt = 0
  let textsOfSecond = 0
  let idleTimer: NodeJS.Timeout | undefined

  const send = (message: object): void => client.send([JSON.stringify(message)])
  const end = (): void => {
    isEnded = true
    clearTimeout(idleTimer)
    running?.interruptUnsafe()
    release()
    release = () => {}
  }
  const closeNow = (websocketEnd: WebsocketEnd): void => {
    if (isEnded) return
    end()
    client.close(websocketEnd)
  }
  const failNow = (message: string, websocketEnd = rejected): void => {
    if (isEnded) return
    send({ type: "error", message })
    closeNow(websocketEnd)
  }

  /** Acquires one of the connections of the user; false: there is none left. */
  const acquire = (userId: number): boolean => {
    const count = connectionsByUser.get(userId) ?? 0
    if (count >= limits.ofUser) return false
    connectionsByUser.set(userId, count + 1)
    release = () => {
      const others = (connectionsByUser.get(userId) ?? 1) - 1
      if (others > 0) connectionsByUser.set(userId, others)
      else connectionsByUser.delete(userId)
    }
    return true
  }

  const open = Effect.fnUntraced(function* (message: string) {
    const opening = Option.getOrNull(decodeOpening(message))
    if (opening === null) return failNow(`The first message must be ${openingExample}`)
    const { token, projectId, keyId = null, languageTag } = opening
    const caller = yield* authenticateClient(client.network, credentialOf(token))
    if (caller === null) return failNow("Unauthenticated")
    client.authenticated()
    yield* rateLimiter.consume(userLimit, caller.userId)
    if (!acquire(caller.userId)) return failNow(`More than ${limits.ofUser} previews of one user`, tooMany)
    const wanted = { caller, projectId, keyId, languageTag }
    yield* readPreviewPlace(wanted)
    // The subscription receives no events: it ends with the access of the caller.
    const subscription = yield* projectEvents.subscribe(
      projectId,
      { caller, topics: [], receive: () => {}, end: (reason) => failNow(endMessages[reason]) },
      null
    )
    if (typeof subscription === "string") return failNow(endMessages[subscription])
    const releaseUser = release
    release = () => {
      subscription.unsubscribe()
      releaseUser()
    }
    if (isEnded) return end()
    place = wanted
    restartIdleTimer()
  })

  const restartIdleTimer = (): void => {
    clearTimeout(idleTimer)
    idleTimer = setTimeout(() => closeNow(idle), limits.idleMillis).unref()
  }

  const isDropped = (): boolean => {
    const now = performance.now()
    if (now - secondStartedAt >= secondMillis) {
      secondStartedAt = now
      textsOfSecond = 0
    }
    textsOfSecond += 1
    return textsOfSecond > limits.textsPerSecond
  }

  const preview = (placeOfText: PreviewPlace, text: string) =>
    previewText(placeOfText, text).pipe(
      Effect.andThen((results) =>
        Effect.sync(() => {
          for (const result of results) send({ type: "result", ...result })
          send({ type: "done" })
        })
      ),
      Effect.catch((error) => Effect.sync(() => send({ type: "error", message: errorText(error) }))),
      Effect.catchCause((cause) =>
        Cause.hasInterruptsOnly(cause)
          ? Effect.void
          : Effect.andThen(
              Effect.logError("Checking a text for its preview failed", cause),
              Effect.sync(() => send({ type: "error", message: "Unexpected error" }))
            )
      )
    )

  const receiveText = (placeOfText: PreviewPlace, message: string): void => {
    restartIdleTimer()
    if (isDropped()) return
    const text = Option.getOrNull(decodeText(message))?.text
    running?.interruptUnsafe()
    if (text === undefined) send({ type: "error", message: 'A message must be {"text": "…"}' })
    else if (text.length > translationTextMaxUtf16Units) {
      send({ type: "error", message: `The text has more than ${translationTextMaxUtf16Units} characters` })
    } else running = Effect.runForkWith(services)(preview(placeOfText, text))
  }

  const receive = Effect.fnUntraced(function* (message: string) {
    if (isEnded) return
    if (place !== null) return receiveText(place, message)
    isOpened = true
    yield* open(message).pipe(
      Effect.catch((error) => Effect.sync(() => failNow(errorText(error)))),
      Effect.provideContext(services)
    )
  })
  const session: WebsocketSession = { receive, isConnected: () => isOpened, end }
  return session
})

const openingExample = '{"token": "…", "projectId": 1, "keyId": null, "languageTag": "de"}'

const endMessages = { unauthenticated: "Unauthenticated", forbidden: "Forbidden", failed: "Unexpected error" } as const

const errorText = (error: DomainError | RateLimited): string => {
  if (error instanceof RateLimited) return "Too many requests"
  return error.kind === "code" ? errorCodes[error.code] : "Unexpected error"
}

/** Clients of Tolgee send an access token, which has three parts; keys have no dots. */
const credentialOf = (token: string): Parameters<typeof authenticateClient>[1] =>
  token.includes(".")
    ? { authorization: `Bearer ${token}`, apiKeyHeader: undefined }
    : { authorization: undefined, apiKeyHeader: token }
