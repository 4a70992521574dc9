import { isPassing } from "@dragoman/domain/machine-translation"
import type { EndpointRules } from "@dragoman/domain/network"
import { HostUnreachable, makeGuardedStreamFetch } from "@dragoman/network"
import { Clock, Effect, Queue, Random, Result, Stream } from "effect"
import type { LanguageModel, ModelAnswer, ModelConfig, ModelRequest } from "../language-model.ts"
import { TranslationFailed } from "../translation-failed.ts"
import { type AcceptedParameters, firstParameters, withoutRejected } from "./accepted-parameters.ts"
import { failureOf, type ProviderError, readProviderError } from "./model-failure.ts"
import { callOf } from "./model-request.ts"
import { usageOf } from "./model-usage.ts"
import { baseUrlOf, loadProviderModel, modelListOf } from "./provider-model.ts"
import { cleanAnswer, readFields } from "./read-answer.ts"
import { type ModelResponse, type ReadResponse, readParts, readWhole } from "./read-response.ts"

/** Time limit of an attempt for which none is configured. */
const attemptMillisDefault = 30_000
/** Pause after the first failed attempt that may pass; it doubles with each further one. */
const pauseMillis = 250
/** Longest pause before another attempt. A provider that asks for more fails, so that another one can be asked. */
const pauseMillisMax = 10_000
/** Time for which a server's parameters are remembered: it may be updated meanwhile. */
const rememberedMillis = 3_600_000
/** Number of configurations whose parameters are remembered. */
const rememberedMax = 1_000

/** Parameters that servers accepted, by configuration without its key; every model of a process shares them. */
const remembered = new Map<string, { readonly accepted: AcceptedParameters; readonly untilMillis: number }>()

/**
 * Makes the client of a language model on connections that the rules permit. Attempts that fail by limits and outages are repeated
 * within the time limits of the configuration, here and nowhere else: the SDK repeats none.
 */
export const makeLanguageModel = Effect.fnUntraced(function* (config: ModelConfig, rules: EndpointRules) {
  const fetch = yield* makeGuardedStreamFetch(rules)
  const baseUrl = baseUrlOf(config)
  const host = baseUrl !== null && URL.canParse(baseUrl) ? new URL(baseUrl).host : null
  const { apiKey: _, attemptMillis: __, ...parameters } = config
  const memoryKey = JSON.stringify(parameters)

  /** One attempt: further ones follow at once while the server rejects an optional parameter. */
  const attempt = Effect.fnUntraced(function* (request: ModelRequest, read: ReadResponse, isStream: boolean) {
    if (baseUrl === null || host === null) return yield* noAddress
    for (;;) {
      const nowMillis = yield* Clock.currentTimeMillis
      const known = remembered.get(memoryKey)
      const accepted = known !== undefined && known.untilMillis > nowMillis ? known.accepted : firstParameters(config)
      const outcome = yield* Effect.result(
        Effect.tryPromise({
          try: async (signal) => {
            const { model, options } = await loadProviderModel(config, baseUrl, fetch, accepted)
            return read(model, { ...callOf(request, config, accepted), ...options, abortSignal: signal })
          },
          catch: (error) => error
        })
      )
      if (Result.isSuccess(outcome)) return yield* answerOf(outcome.success, request, host)
      const error = readProviderError(outcome.failure, nowMillis)
      if (error === null) return yield* unreachable(outcome.failure, host)
      const changed = isAboutParameters(error) ? withoutRejected(accepted, { ...request, isStream }, error) : null
      if (changed === null) return yield* failureOf(error, host)
      remember(memoryKey, changed, nowMillis)
    }
  })

  /** Repeats attempts; `isRead` tells that a part of the answer was handed on, after which nothing can be repeated. */
  const run = Effect.fnUntraced(function* (
    request: ModelRequest,
    read: ReadResponse,
    { isStream, isRead }: { readonly isStream: boolean; readonly isRead: () => boolean }
  ) {
    for (let index = 0; ; index++) {
      const outcome = yield* Effect.result(
        attempt(request, read, isStream).pipe(
          Effect.timeoutOrElse({
            duration: config.attemptMillis[index] ?? attemptMillisDefault,
            orElse: () => noResponseInTime(host)
          })
        )
      )
      if (Result.isSuccess(outcome)) return outcome.success
      const failure = outcome.failure
      const jitter = 0.5 + (yield* Random.next)
      const pause = failure.retryMillis ?? pauseMillis * 2 ** index * jitter
      const isLast = index + 1 >= config.attemptMillis.length
      if (isLast || isRead() || !isPassing(failure.reason) || pause > pauseMillisMax) return yield* failure
      yield* Effect.sleep(pause)
    }
  })

  const check = Effect.gen(function* () {
    if (baseUrl === null || host === null) return yield* noAddress
    const { url, headers } = modelListOf(config, baseUrl)
    const failed = yield* Effect.tryPromise({
      try: async (signal) => {
        const response = await fetch(url, { headers, signal })
        if (response.ok) {
          await response.json()
          return null
        }
        const responseHeaders = Object.fromEntries(response.headers)
        return { statusCode: response.status, responseHeaders, responseBody: await response.text() }
      },
      catch: (error) => unreachable(error, host)
    })
    // Small compatible servers do not list their models.
    if (failed === null || (failed.statusCode === 404 && config.url !== null)) return
    const error = readProviderError(failed, yield* Clock.currentTimeMillis)
    if (error !== null) return yield* failureOf(error, host)
  })

  return {
    check,
    answer: (request) => run(request, readWhole, { isStream: false, isRead: () => false }),
    stream: (request) =>
      Stream.callback<string | ModelAnswer, TranslationFailed>((queue) => {
        let isRead = false
        const read = readParts(request.isJson, (part) => {
          isRead = true
          Queue.offerUnsafe(queue, part)
        })
        return run(request, read, { isStream: true, isRead: () => isRead }).pipe(
          Effect.flatMap((answer) => Queue.offer(queue, answer)),
          Effect.flatMap(() => Queue.end(queue))
        )
      })
  } satisfies LanguageModel as LanguageModel
})

/** Servers call an unknown parameter a bad request, or one that cannot be processed. */
const isAboutParameters = ({ status }: ProviderError): boolean => status === 400 || status === 422

const remember = (key: string, accepted: AcceptedParameters, nowMillis: number): void => {
  remembered.delete(key)
  const [oldest] = remembered.keys()
  if (remembered.size >= rememberedMax && oldest !== undefined) remembered.delete(oldest)
  remembered.set(key, { accepted, untilMillis: nowMillis + rememberedMillis })
}

const answerOf = (
  { text: written, finish, usage }: ModelResponse,
  request: ModelRequest,
  host: string
): Effect.Effect<ModelAnswer, TranslationFailed> => {
  const text = cleanAnswer(written)
  const json = request.isJson ? readFields(text) : null
  const fail = (reason: TranslationFailed["reason"], sentence: string) =>
    Effect.fail(new TranslationFailed({ reason, detail: `${host}: ${sentence}`, retryMillis: null }))
  if (finish === "content-filter") return fail("refused_content", "the model refused to answer.")
  if (finish === "length") {
    return fail("cut_off", "the answer was cut off at the limit of tokens: raise the limit, or shorten the text.")
  }
  if (text.trim() === "") return fail("empty_answer", "the model answered nothing.")
  if (request.isJson && json === null) return fail("no_json", "the model did not answer in JSON: use a larger model.")
  return Effect.succeed({ text, json, ...usageOf(usage, request, written) })
}

const noAddress = new TranslationFailed({
  reason: "rejected_request",
  detail: "The URL of the language model is missing or malformed: set it.",
  retryMillis: null
})

const noResponseInTime = (host: string | null) =>
  Effect.fail(
    new TranslationFailed({ reason: "unavailable", detail: `${host} did not answer in time.`, retryMillis: null })
  )

/** Explains a failure without a provider's error. Only our own messages are known to be without keys and texts. */
const unreachable = (error: unknown, host: string): TranslationFailed =>
  new TranslationFailed({
    reason: "unavailable",
    detail: error instanceof HostUnreachable ? error.message : `${host} broke off, or answered what it should not.`,
    retryMillis: null
  })
