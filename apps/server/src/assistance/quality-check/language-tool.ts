import { createHash } from "node:crypto"
import { endpointRules } from "@dragoman/domain/network"
import type { ProseProblem } from "@dragoman/formats/check"
import { type GuardedRequest, HostUnreachable, makeGuardedFetch } from "@dragoman/network"
import { Context, Data, Effect, Layer, Metric, Schedule, Schema, Semaphore } from "effect"
import { Settings } from "../../platform/settings/settings.ts"

/** A text in one language, without anything that is no prose. */
export interface Prose {
  readonly languageTag: string
  readonly text: string
}

/** Problems of a text; `rejected`: LanguageTool does not take it, and will not take it later. */
export type ProseReport = ReadonlyArray<ProseProblem> | "rejected"

/** Times of requests to LanguageTool; a reference for tests. Source: docs/checks.md#spelling-and-grammar. */
export const LanguageToolTimes = Context.Reference("@dragoman/server/assistance/quality-check/LanguageToolTimes", {
  defaultValue: () => ({ requestMillis: 60_000, retryMillis: 100, outageMillis: 60_000 })
})

const requestsMax = 2
const attemptsMax = 3
/** Problems and texts that are remembered; a text without a problem takes about 150 bytes, a problem about 300. */
const rememberedMax = 50_000
/** Languages of a LanguageTool server change when it is replaced. */
const languagesMillis = 3_600_000

const Languages = Schema.Array(Schema.Struct({ code: Schema.String, longCode: Schema.optional(Schema.String) }))
const Matches = Schema.Struct({
  matches: Schema.Array(
    Schema.Struct({
      message: Schema.String,
      offset: Schema.Int,
      length: Schema.Int,
      replacements: Schema.Array(Schema.Struct({ value: Schema.String })),
      rule: Schema.Struct({ id: Schema.String, category: Schema.Struct({ id: Schema.String }) })
    })
  )
})

const requests = Metric.counter("dragoman_language_tool_requests_total", {
  description: "Texts sent to LanguageTool, by outcome: checked, rejected, failed (the text is sent again later).",
  incremental: true
})
const outcomes = ["checked", "rejected", "failed"] as const
const requestsOf = (outcome: (typeof outcomes)[number]) => Metric.withAttributes(requests, { outcome })

/** The request failed. `isRejected`: it will fail again. */
class RequestFailed extends Data.TaggedError("RequestFailed")<{
  readonly reason: string
  readonly isRejected: boolean
}> {}

/** Checks spelling and grammar by a LanguageTool server, and remembers the results. */
export class LanguageTool extends Context.Service<
  LanguageTool,
  {
    /** Whether the operator has named a server. */
    readonly isConfigured: boolean
    /** Returns the remembered problems of a text; undefined: it has not been checked. */
    readonly peek: (prose: Prose) => ProseReport | undefined
    /** Checks texts that are not remembered; returns whether all of them are now. Does nothing during an outage. */
    readonly check: (texts: ReadonlyArray<Prose>) => Effect.Effect<boolean>
    /** Whether the last request failed, a short time ago. */
    readonly isPaused: () => boolean
    /** Returns whether an outage is over. */
    readonly hasRecovered: Effect.Effect<boolean>
  }
>()("@dragoman/server/assistance/quality-check/LanguageTool") {
  static readonly layer = Layer.effect(
    LanguageTool,
    Effect.gen(function* () {
      const { languageToolUrl } = yield* Settings
      const { requestMillis, retryMillis, outageMillis } = yield* LanguageToolTimes
      const fetchGuarded = yield* makeGuardedFetch({
        // The operator names the server, which is usually a private one.
        rules: endpointRules({ allow: ["*"], ports: ["*"] }),
        timeoutMillis: requestMillis
      })
      const semaphore = yield* Semaphore.make(requestsMax)
      const remembered = makeMemory()
      let languages: { readonly at: number; readonly list: typeof Languages.Type } | null = null
      let pausedUntil = Number.NEGATIVE_INFINITY
      let hasFailed = false
      if (languageToolUrl !== null) {
        for (const outcome of outcomes) yield* Metric.update(requestsOf(outcome), 0)
      }

      const fetchJson = Effect.fnUntraced(function* <A>(
        path: string,
        request: GuardedRequest,
        schema: Schema.Codec<A, unknown>
      ) {
        const response = yield* Effect.tryPromise({
          try: async () => {
            const answer = await fetchGuarded(`${languageToolUrl}${path}`, request)
            return { status: answer.status, body: answer.ok ? ((await answer.json()) as unknown) : null }
          },
          catch: (error) =>
            // An error of JSON quotes the response, which may quote a text.
            new RequestFailed({
              reason: error instanceof HostUnreachable ? error.message : "the response is no JSON",
              isRejected: false
            })
        })
        if (response.status >= 300) {
          const isRejected = response.status >= 400 && response.status < 500 && response.status !== tooManyRequests
          return yield* new RequestFailed({ reason: `status ${response.status}`, isRejected })
        }
        return yield* Schema.decodeUnknownEffect(schema)(response.body).pipe(
          Effect.mapError(() => new RequestFailed({ reason: "the response has another form", isRejected: false }))
        )
      })

      const withRetries = <A>(request: Effect.Effect<A, RequestFailed>): Effect.Effect<A, RequestFailed> =>
        Effect.retry(request, {
          times: attemptsMax - 1,
          while: ({ isRejected }) => !isRejected,
          schedule: Schedule.spaced(retryMillis)
        })

      const listLanguages = Effect.gen(function* () {
        const now = performance.now()
        if (languages !== null && now - languages.at < languagesMillis) return languages.list
        const list = yield* withRetries(
          fetchJson("/v2/languages", { method: "GET", headers: {}, body: null }, Languages)
        )
        languages = { at: now, list }
        return list
      })

      const request = Effect.fnUntraced(function* ({ languageTag, text }: Prose) {
        const language = languageOf(yield* listLanguages, languageTag)
        if (language === null) return []
        const body = new URLSearchParams({ text, language }).toString()
        const headers = { "content-type": "application/x-www-form-urlencoded", accept: "application/json" }
        const { matches } = yield* withRetries(fetchJson("/v2/check", { method: "POST", headers, body }, Matches))
        return matches.flatMap(toProblem)
      })

      const checkOne = (prose: Prose) =>
        Effect.suspend(() => {
          // Another check may have got it meanwhile.
          if (remembered.get(prose) !== undefined) return Effect.succeed(true)
          if (performance.now() < pausedUntil) return Effect.succeed(false)
          return request(prose).pipe(
            Effect.tap((problems) => {
              remembered.set(prose, problems)
              hasFailed = false
              return Metric.update(requestsOf("checked"), 1)
            }),
            Effect.as(true),
            Effect.catch((error) => failed(prose, error))
          )
        }).pipe(semaphore.withPermit)

      const failed = Effect.fnUntraced(function* (prose: Prose, { reason, isRejected }: RequestFailed) {
        yield* Metric.update(requestsOf(isRejected ? "rejected" : "failed"), 1)
        const facts = { host: hostOf(languageToolUrl ?? ""), reason, language: prose.languageTag }
        if (isRejected) {
          remembered.set(prose, "rejected")
          yield* Effect.logWarning("LanguageTool rejected a text", facts)
          return true
        }
        // The first of several requests that fail at the same time tells the log.
        if (performance.now() >= pausedUntil) yield* Effect.logWarning("LanguageTool failed; retrying later", facts)
        pausedUntil = performance.now() + outageMillis
        hasFailed = true
        return false
      })

      return LanguageTool.of({
        isConfigured: languageToolUrl !== null,
        peek: remembered.get,
        check: Effect.fn("LanguageTool.check")(function* (texts) {
          if (languageToolUrl === null) return false
          const results = yield* Effect.forEach(texts, checkOne, { concurrency: requestsMax })
          return results.every((isKnown) => isKnown)
        }),
        isPaused: () => performance.now() < pausedUntil,
        hasRecovered: Effect.gen(function* () {
          if (!hasFailed || performance.now() < pausedUntil) return false
          languages = null
          const isUp = yield* Effect.match(listLanguages, { onFailure: () => false, onSuccess: () => true })
          hasFailed = !isUp
          return isUp
        })
      })
    })
  )
}

const tooManyRequests = 429

/** The language of LanguageTool for a tag: the same one, else the first variant of its language; null: none. */
const languageOf = (languages: typeof Languages.Type, languageTag: string): string | null => {
  const tag = languageTag.replaceAll("_", "-").toLowerCase()
  const primary = tag.split("-")[0]
  const codes = languages.map(({ code, longCode }) => ({ code, longCode: longCode ?? code }))
  const found =
    codes.find(({ longCode }) => longCode.toLowerCase() === tag) ??
    codes.find(({ code }) => code.toLowerCase() === tag) ??
    codes.find(({ code }) => code.toLowerCase() === primary)
  return found?.longCode ?? null
}

const spellingRule = /SPELLER_RULE|MORFOLOGIK_RULE|HUNSPELL_RULE/
/** Other checks of the server look at these. */
const ignoredCategories = new Set(["CASING", "PUNCTUATION_PARAGRAPH_END", "PUNCTUATION_PARAGRAPH_END2"])

const toProblem = ({
  message,
  offset,
  length,
  replacements,
  rule
}: (typeof Matches.Type)["matches"][number]): ReadonlyArray<ProseProblem> => {
  const isSpelling = rule.category.id === "TYPOS" || spellingRule.test(rule.id)
  if (!isSpelling && ignoredCategories.has(rule.category.id)) return []
  const [only, other] = replacements
  return [
    {
      type: isSpelling ? "SPELLING" : "GRAMMAR",
      start: offset,
      end: offset + length,
      sentence: message,
      // One of several suggestions is a guess.
      replacement: only !== undefined && other === undefined ? only.value : null
    }
  ]
}

/** Remembers reports by a digest of language and text; the ones that were not used for longest are forgotten first. */
const makeMemory = () => {
  const reports = new Map<string, ProseReport>()
  let size = 0
  const keyOf = ({ languageTag, text }: Prose): string =>
    createHash("sha256").update(`${languageTag}\n${text}`).digest("base64")
  const sizeOf = (report: ProseReport): number => 1 + (report === "rejected" ? 0 : report.length)
  const remove = (key: string, report: ProseReport): void => {
    reports.delete(key)
    size -= sizeOf(report)
  }
  const set = (prose: Prose, report: ProseReport): void => {
    const key = keyOf(prose)
    const before = reports.get(key)
    if (before !== undefined) remove(key, before)
    reports.set(key, report)
    size += sizeOf(report)
    for (const [oldest, old] of reports) {
      if (size <= rememberedMax) return
      remove(oldest, old)
    }
  }
  const get = (prose: Prose): ProseReport | undefined => {
    const key = keyOf(prose)
    const report = reports.get(key)
    if (report !== undefined) {
      reports.delete(key)
      reports.set(key, report)
    }
    return report
  }
  return { get, set }
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : url)
