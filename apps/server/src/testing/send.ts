import { Effect } from "effect"
import { TestServer } from "./test-server.ts"

export type TestCredential =
  | { readonly accessToken: string }
  | { readonly apiKey: string }
  | { readonly session: string }
  | null

/** The headers that authenticate a request. */
export const credentialHeaders = (credential: TestCredential): Record<string, string> => {
  if (credential === null) return {}
  if ("accessToken" in credential) return { authorization: `Bearer ${credential.accessToken}` }
  return "session" in credential
    ? {
        // A server whose public address begins with https takes the second one alone.
        cookie: `dragoman_session=${credential.session}; __Host-dragoman_session=${credential.session}`,
        "x-dragoman-console": "1"
      }
    : { "x-api-key": credential.apiKey }
}

export interface TestResponse {
  readonly status: number
  /**
   * Parsed JSON; the text when it is none, "" when there is no body. Without the explanation of a 403, which says in words
   * what the code and the parameters say: `sendExplained` has it.
   */
  readonly body: unknown
}

/** One request of which the answer is wanted with the explanation of a 403. */
export const sendExplained = (credential: TestCredential, method: string, path: string, body?: unknown) =>
  sendWhole(credential, method, path, body === undefined ? null : JSON.stringify(body), "application/json")

/** One request as it goes over the wire, for what the typed client cannot say or would hide. */
export const send = (credential: TestCredential, method: string, path: string, body?: unknown) =>
  body === undefined
    ? sendBody(credential, method, path, null)
    : sendBody(credential, method, path, typeof body === "string" ? body : JSON.stringify(body), "application/json")

/** One request with any body; a form brings its own content type. */
export const sendBody = (...request: Parameters<typeof sendWhole>) =>
  Effect.map(sendWhole(...request), ({ status, body }): TestResponse => {
    if (status !== 403 || typeof body !== "object" || body === null || !("explanation" in body)) return { status, body }
    const { explanation: _, ...rest } = body
    return { status, body: rest }
  })

const sendWhole = Effect.fnUntraced(function* (
  credential: TestCredential,
  method: string,
  path: string,
  body: FormData | string | null,
  contentType?: string
) {
  const { baseUrl } = yield* TestServer
  return yield* Effect.promise(async (): Promise<TestResponse> => {
    const response = await fetch(`${baseUrl}${path}`, {
      method,
      headers: {
        ...credentialHeaders(credential),
        ...(contentType === undefined ? {} : { "content-type": contentType })
      },
      body
    })
    // A stream of events has no end that anybody could wait for.
    if (response.headers.get("content-type")?.startsWith("text/event-stream") === true) {
      await response.body?.cancel()
      return { status: response.status, body: "" }
    }
    return { status: response.status, body: parsed(await response.text()) }
  })
})

/** `{code, params}` as an error is written. */
export const error = (status: number, code: string, params: unknown = null): TestResponse => ({
  status,
  body: { code, params }
})

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
