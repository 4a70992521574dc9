import { once } from "node:events"
import { createServer, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import type { ErrorCode } from "@dragoman/domain/error"
import { LanguageRepository, TranslationRepository } from "@dragoman/store"
import { Effect, Layer } from "effect"
import {
  TextTranslator,
  type TranslationFailure,
  type TranslationPlace
} from "../assistance/machine-translation/text-translator.ts"

type Answer =
  | { readonly text: string }
  | { readonly code: ErrorCode; readonly detail: string }
  | { readonly end: ErrorCode }

/** The prompt that the translator says it used. */
export const testPromptId = 12

/** Requests at once of one translation. */
const concurrency = 2

/**
 * A server on this machine that translates `Hello` into `[de] Hello`. A text with `fails` gets a failure, one with `ends` a failure
 * after which no further text of the language is translated.
 */
export const startTranslationServer = Effect.gen(function* () {
  const asked: Array<string> = []
  const aborted: Array<string> = []
  const waiting = new Set<() => void>()
  let isHolding = false
  const server = createServer((request, response) => {
    const chunks: Array<Buffer> = []
    request.on("data", (chunk: Buffer) => chunks.push(chunk))
    request.on("end", () => {
      const { text, tag } = JSON.parse(Buffer.concat(chunks).toString()) as {
        readonly text: string
        readonly tag: string
      }
      asked.push(`${tag} ${text}`)
      response.on("close", () => {
        if (!response.writableFinished) aborted.push(`${tag} ${text}`)
      })
      if (isHolding) waiting.add(() => respond(response, tag, text))
      else respond(response, tag, text)
    })
  })
  yield* Effect.acquireRelease(
    Effect.promise(() => once(server.listen(0, "127.0.0.1"), "listening")),
    () =>
      Effect.sync(() => {
        server.closeAllConnections()
        server.close()
      })
  )
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** Language tag and text of each request, in their order. */
    asked,
    /** Requests that the client ended. */
    aborted,
    /** From now on requests wait. */
    hold: () => {
      isHolding = true
    },
    /** Responds to the requests that wait, and to later ones at once. */
    release: () => {
      isHolding = false
      for (const go of waiting) go()
      waiting.clear()
    }
  }
})
export type TranslationServer = Effect.Success<typeof startTranslationServer>

const respond = (response: ServerResponse, tag: string, text: string) => {
  const answer: Answer = text.includes("ends")
    ? { end: "mt_service_not_enabled" }
    : text.includes("fails")
      ? { code: "translation_failed", detail: "The model answered with nothing." }
      : { text: `[${tag}] ${text}` }
  response.end(JSON.stringify(answer))
}

/** A translator that asks this server for each text. */
export const layerTestTranslator = ({ url }: TranslationServer) =>
  Layer.effect(
    TextTranslator,
    Effect.gen(function* () {
      const languages = yield* LanguageRepository
      const translations = yield* TranslationRepository
      return TextTranslator.of({
        translate: Effect.fnUntraced(function* ({ projectId, places, prompt, onAnswer }) {
          const ended = new Map<number, TranslationFailure>()
          const all = yield* languages.listOfProject(projectId)
          const contextDescription = prompt === null ? null : `From ${prompt.providerName}`
          const baseId = all.find(({ base }) => base)?.id ?? 0
          const baseRows = yield* translations.list(projectId, [...new Set(places.map(({ keyId }) => keyId))], [baseId])
          const translate = Effect.fnUntraced(function* ({ keyId, languageId }: TranslationPlace) {
            const baseText = baseRows.find((row) => row.keyId === keyId)?.text ?? ""
            const tag = all.find(({ id }) => id === languageId)?.tag ?? ""
            const answer = yield* Effect.promise(async (signal): Promise<Answer> => {
              const response = await fetch(url, {
                method: "POST",
                body: JSON.stringify({ text: baseText, tag }),
                signal
              })
              return JSON.parse(await response.text())
            })
            const place = { keyId, languageId }
            if ("end" in answer) {
              const failure = { code: answer.end, detail: null }
              ended.set(languageId, failure)
              return yield* onAnswer({ ...place, ...failure })
            }
            return yield* "code" in answer
              ? onAnswer({ ...place, ...answer })
              : onAnswer({
                  ...place,
                  baseText,
                  text: answer.text,
                  service: "LIBRETRANSLATE",
                  promptId: testPromptId,
                  contextDescription
                })
          })
          yield* Effect.forEach(places, translate, { concurrency, discard: true })
          return ended
        })
      })
    })
  )
