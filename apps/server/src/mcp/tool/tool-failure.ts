import { errorCodes } from "@dragoman/domain/error"
import type { InProcessResponse } from "../../platform/http/in-process-request.ts"

/** The failure of a tool, which the model reads. */
export interface ToolFailure {
  readonly _tag: "ToolFailure"
  /** Error code of the API; null: the tool failed without it. */
  readonly code: string | null
  readonly message: string
  /** Parameters of the code, which may hold texts of users; null: none. */
  readonly params: unknown
}

export const toolFailure = (message: string): ToolFailure => ({
  _tag: "ToolFailure",
  code: null,
  message,
  params: null
})

/** Reads the error of a response of the API. */
export const failureOfResponse = ({ status, text, headers }: InProcessResponse): ToolFailure => {
  if (status === 429) {
    return { ...toolFailure(`Too many requests: retry after ${headers["retry-after"]} seconds.`), code: "rate_limited" }
  }
  const body = parseBody(text)
  const [code, params] = codeOf(body)
  const sentence = (errorCodes as Readonly<Record<string, string>>)[code] ?? "The arguments are not valid."
  const explanation = typeof body["explanation"] === "string" ? ` ${body["explanation"]}` : ""
  return { _tag: "ToolFailure", code, message: `${sentence}${explanation}`, params }
}

/** Finds code and parameters in any of the shapes that errors have. Source: docs/api.md. */
const codeOf = (body: Readonly<Record<string, unknown>>): readonly [string, unknown] => {
  if (typeof body["code"] === "string") return [body["code"], body["params"] ?? null]
  const [kind = "unexpected_error_occurred", details = null] = Object.entries(body)[0] ?? []
  const [custom] = kind === "CUSTOM_VALIDATION" ? Object.entries(details as object) : []
  return custom ?? [kind, details]
}

const parseBody = (text: string): Readonly<Record<string, unknown>> => {
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === "object" && body !== null ? { ...body } : {}
  } catch {
    return {}
  }
}
