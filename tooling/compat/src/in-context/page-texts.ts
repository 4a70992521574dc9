import * as published from "@tolgee/web"
import type { CliFixture } from "../cli/cli-fixture.ts"

/** The part of the SDK that tests use: `NodeNext` does not find its own declarations. */
interface Sdk {
  readonly Tolgee: () => Chain
  readonly DevTools: () => unknown
  readonly BackendFetch: (options: { readonly prefix: string }) => unknown
}

interface Chain {
  readonly use: (plugin: unknown) => Chain
  readonly init: (options: object) => SdkInstance
}

interface SdkInstance {
  readonly run: () => Promise<void>
  readonly changeLanguage: (language: string) => Promise<void>
  readonly t: (request: { readonly key: string; readonly ns?: string; readonly noWrap: boolean }) => string
}

/** One request of the SDK, and how it was answered. */
export interface SdkRequest {
  /** Path with its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  readonly status: number
  /** `X-Tolgee-Version` of the answer. */
  readonly version: string | null
}

export interface PageTexts {
  /** Returns the text that the page shows; the key when there is none. */
  readonly text: (key: string, ns?: string) => string
  readonly changeLanguage: (language: string) => Promise<void>
  readonly requests: ReadonlyArray<SdkRequest>
}

interface Options {
  readonly apiKey?: string
  readonly projectId?: number
  readonly language?: string
  readonly fallbackLanguage?: string
  readonly ns?: ReadonlyArray<string>
  readonly defaultNs?: string
  readonly filterTag?: ReadonlyArray<string>
  /** Files that the production backend finds, by path: `/i18n/en.json`. */
  readonly shipped?: Readonly<Record<string, object>>
}

/** The published SDK as a page in development has it: texts from the server, else those that were shipped with the page. */
export const loadTexts = async (
  { address, key }: CliFixture,
  { shipped = {}, ...options }: Options
): Promise<PageTexts> => {
  const requests: Array<SdkRequest> = []
  const send = async (input: string | URL | Request, init: RequestInit = {}): Promise<Response> => {
    const url = String(input)
    if (!url.startsWith(address)) {
      const found = shipped[url]
      return found === undefined ? new Response("", { status: 404 }) : Response.json(found)
    }
    const response = await fetch(url, init)
    requests.push({
      path: url.slice(address.length),
      headers: Object.fromEntries(new Headers(init.headers)),
      status: response.status,
      version: response.headers.get("x-tolgee-version")
    })
    return response
  }
  const { Tolgee, DevTools, BackendFetch } = published as unknown as Sdk
  const tolgee = Tolgee()
    .use(DevTools())
    .use(BackendFetch({ prefix: "/i18n" }))
    .init({ apiUrl: address, apiKey: key, language: "en", fetch: send, ...options })
  await tolgee.run()
  return {
    // Removes the invisible marks by which the in-context tools find a text in the page.
    text: (key, ns) => tolgee.t({ key, ...(ns === undefined ? {} : { ns }), noWrap: true }),
    changeLanguage: tolgee.changeLanguage,
    requests
  }
}
