import { Effect } from "effect"
import type { Answer, TestCredential } from "./send.ts"
import { TestServer } from "./test-server.ts"

export interface GivenFile {
  /** With directories, as clients send it. */
  readonly name: string
  readonly content: string | Uint8Array
}

/** One multipart request with the files as parts named `files`. */
export const upload = Effect.fnUntraced(function* (
  credential: TestCredential,
  path: string,
  files: ReadonlyArray<GivenFile>
) {
  const form = new FormData()
  for (const { name, content } of files) {
    form.append("files", new Blob([typeof content === "string" ? content : Uint8Array.from(content)]), name)
  }
  return yield* sendBody(credential, path, form)
})

/** A POST with any body, and the content type that goes with it. */
export const sendBody = Effect.fnUntraced(function* (
  credential: TestCredential,
  path: string,
  body: FormData | string | null,
  contentType?: string
) {
  const { baseUrl } = yield* TestServer
  return yield* Effect.promise(async (): Promise<Answer> => {
    const response = await fetch(`${baseUrl}${path}`, {
      method: "POST",
      headers: {
        ...(credential === null
          ? {}
          : "accessToken" in credential
            ? { authorization: `Bearer ${credential.accessToken}` }
            : { "x-api-key": credential.apiKey }),
        ...(contentType === undefined ? {} : { "content-type": contentType })
      },
      body
    })
    const text = await response.text()
    return { status: response.status, body: text.startsWith("{") ? JSON.parse(text) : text }
  })
})
