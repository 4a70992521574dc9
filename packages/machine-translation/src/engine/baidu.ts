import { createHash, randomUUID } from "node:crypto"
import { Effect, Schema } from "effect"
import type { EngineConfig } from "../translation-engine.ts"
import { type EngineHttp, errorOfCode, formHeaders, urlOf } from "./engine-http.ts"
import { type EngineProtocol, utf8BytesOf } from "./engine-protocol.ts"

const host = "https://fanyi-api.baidu.com"

/** Codes that differ from language tags. Source: https://fanyi-api.baidu.com/doc/21 */
const codeByTag: Readonly<Record<string, string>> = {
  "zh-Hant": "cht",
  lzh: "wyw",
  ja: "jp",
  ko: "kor",
  fr: "fra",
  es: "spa",
  ar: "ara",
  bg: "bul",
  et: "est",
  da: "dan",
  fi: "fin",
  ro: "rom",
  sl: "slo",
  sv: "swe",
  vi: "vie"
}

const codeOf = (tag: string): string => codeByTag[tag] ?? tag

const Translated = Schema.Union([
  Schema.Struct({ trans_result: Schema.Array(Schema.Struct({ dst: Schema.String })) }),
  Schema.Struct({ error_code: Schema.Union([Schema.String, Schema.Number]) })
])

/** Baidu's general text translation, line by line. Source: https://fanyi-api.baidu.com/doc/21 */
export const makeBaiduProtocol = (
  config: Extract<EngineConfig, { readonly engine: "BAIDU" }>,
  http: EngineHttp
): EngineProtocol => {
  const { appId, appSecret, action } = config

  const send = Effect.fnUntraced(function* (lines: ReadonlyArray<string>, from: string, to: string) {
    const q = lines.join("\n")
    const salt = randomUUID()
    const sign = createHash("md5").update(`${appId}${q}${salt}${appSecret}`).digest("hex")
    const fields = { q, from, to, appid: appId, salt, sign, action: action ? "1" : "0" }
    const result = yield* http.send(
      {
        method: "POST",
        url: urlOf(config.url ?? host, "/api/trans/vip/translate"),
        headers: formHeaders,
        body: new URLSearchParams(fields).toString()
      },
      Translated,
      () => null
    )
    if ("trans_result" in result) return result.trans_result.map(({ dst }) => dst)
    // Errors come with status 200.
    return yield* http.fail(
      errorOfCode(reasonByCode, String(result.error_code)) ?? { reason: "refused_content", code: null }
    )
  })

  return {
    maskSyntax: "SIGN",
    textsMax: 100,
    sizeMax: 6_000,
    sizeOf: (text) => utf8BytesOf(text) + 1,
    translate: Effect.fnUntraced(function* ({ texts, sourceTag, targetTag }) {
      const linesByText = texts.map((text) => text.split("\n"))
      const sent = linesByText.flat().filter((line) => line.trim() !== "")
      const answers = yield* send(
        sent.map((line) => line.trim()),
        codeOf(sourceTag),
        codeOf(targetTag)
      )
      if (answers.length !== sent.length) {
        return yield* http.fail({ reason: "damaged", code: `${answers.length} of ${sent.length} lines` })
      }
      const next = answers.values()
      const translateLine = (line: string) =>
        line.trim() === "" ? line : line.replace(line.trim(), () => next.next().value ?? "")
      return linesByText.map((lines) => lines.map(translateLine).join("\n"))
    }),
    // Baidu has no request without a text: this one counts a single character.
    check: Effect.asVoid(send(["a"], "en", "zh"))
  }
}

/** Source: https://fanyi-api.baidu.com/doc/21, list of error codes. */
const reasonByCode = {
  20003: "refused_content",
  52001: "unavailable",
  52002: "unavailable",
  52003: "wrong_credentials",
  54001: "wrong_credentials",
  54003: "rate_limited",
  54004: "quota_exhausted",
  54005: "rate_limited",
  58000: "wrong_credentials",
  58001: "unsupported_language",
  58002: "wrong_credentials",
  58003: "wrong_credentials",
  90107: "wrong_credentials"
} as const
