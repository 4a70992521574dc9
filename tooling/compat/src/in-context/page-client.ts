import { assert } from "vitest"
import { makePng } from "../testing/make-png.ts"

export interface PageResponse<Body> {
  readonly status: number
  readonly headers: Headers
  readonly body: Body
}

/** Sends as a page of another origin does, and reads only what a browser would let it read. */
export type PageClient = <Body = unknown>(
  method: "GET" | "POST" | "PUT" | "DELETE",
  path: string,
  body?: object | FormData
) => Promise<PageResponse<Body>>

export const pageClient =
  (address: string, headers: Readonly<Record<string, string>>): PageClient =>
  async <Body>(method: string, path: string, body?: object | FormData) => {
    const isForm = body instanceof FormData
    const response = await fetch(`${address}${path}`, {
      method,
      headers: { origin: "null", ...headers, ...(isForm ? {} : { "content-type": "application/json" }) },
      ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) })
    })
    assert.strictEqual(response.headers.get("access-control-allow-origin"), "*", `${method} ${path}`)
    const text = await response.text()
    return { status: response.status, headers: response.headers, body: (text === "" ? null : JSON.parse(text)) as Body }
  }

/** The answer's body; fails unless it was done. */
export const done = async <Body>(response: Promise<PageResponse<Body>>, status = 200): Promise<Body> => {
  const { body, ...rest } = await response
  assert.strictEqual(rest.status, status, JSON.stringify(body))
  return body
}

/** A picture for `POST /v2/image-upload`, as browsers send it. `location`: in which drawing it was taken. */
export const pictureForm = (width: number, height: number, location?: string): FormData => {
  const form = new FormData()
  form.append("image", new Blob([makePng(width, height)], { type: "image/png" }), "screen.png")
  if (location !== undefined) {
    form.append("info", new Blob([JSON.stringify({ location })], { type: "application/json" }))
  }
  return form
}

export interface Listed<Name extends string, Item> {
  readonly _embedded?: Readonly<Record<Name, ReadonlyArray<Item>>>
  readonly page?: { readonly totalElements: number }
}

export interface Position {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface Screenshot {
  readonly id: number
  readonly filename: string
  readonly fileUrl: string
  readonly location: string | null
  readonly width: number
  readonly height: number
  readonly keyReferences: ReadonlyArray<{
    readonly keyName: string
    readonly keyNamespace: string | null
    readonly position: Position | null
    readonly originalText: string | null
  }>
}

export interface ListedKey {
  readonly keyId: number
  readonly keyName: string
  readonly keyNamespace: string | null
  readonly keyIsPlural: boolean
  readonly keyPluralArgName: string | null
  readonly keyDescription: string | null
  readonly keyMaxCharLimit: number | null
  readonly keyTags: ReadonlyArray<{ readonly name: string }>
  readonly screenshots: ReadonlyArray<Screenshot> | null
  readonly translations: Readonly<
    Record<string, { readonly id: number | null; readonly text: string | null; readonly state: string }>
  >
  readonly tasks: ReadonlyArray<unknown> | null
}

export interface ListedKeys extends Listed<"keys", ListedKey> {
  readonly selectedLanguages: ReadonlyArray<{ readonly tag: string }>
  readonly nextCursor: string | null
}
