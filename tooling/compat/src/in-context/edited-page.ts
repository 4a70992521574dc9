import { once } from "node:events"
import { readFileSync } from "node:fs"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { basename, dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { bundleForBrowser } from "@dragoman/release/bundle-for-browser"
import { repository } from "@dragoman/release/repository"

/** Settings of a page: where its texts come from. */
export interface PageSettings {
  readonly apiUrl: string
  readonly apiKey: string
  readonly language?: string
  readonly projectId?: number
}

/** Settings of a page in production: the address of published files, and the texts for the time without it. */
export interface ProductionSettings {
  readonly prefix: string
  readonly bundled: Readonly<Record<string, string>>
}

/** A web site whose pages show texts by the published SDK with its in-context tools. */
export interface EditedSite {
  /** The address of a page with an element for each key; the key is its `data-key`. */
  readonly page: (keys: ReadonlyArray<string>, settings: PageSettings | ProductionSettings) => string
  /** The address of the page that docs/in-context.md has people write. */
  readonly documentedPage: (settings: PageSettings) => string
  readonly close: () => void
}

export const startSite = async (): Promise<EditedSite> => {
  const script = await bundlePage()
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "/", "http://127.0.0.1")
    const [type, content] = url.pathname.endsWith(".js")
      ? ["text/javascript", url.pathname === "/page.js" ? script : readFileSync(packedScript(url.pathname))]
      : ["text/html", url.pathname === "/" ? html(url.searchParams.getAll("key")) : documented(url.searchParams)]
    response.setHeader("content-type", `${type}; charset=utf-8`)
    response.end(content)
  })
  server.listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const address = `http://127.0.0.1:${port}`
  return {
    documentedPage: ({ apiUrl, apiKey }) => `${address}/guide?${new URLSearchParams({ apiUrl, apiKey })}`,
    page: (keys, settings) => {
      const query = new URLSearchParams([...keys.map((key) => ["key", key]), ["settings", JSON.stringify(settings)]])
      return `${address}/?${query}`
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}

/** A script of the package: `/node_modules/@tolgee/web/dist/<file>`. */
const packedScript = (path: string): string => {
  const entry = fileURLToPath(import.meta.resolve("@tolgee/web"))
  return join(dirname(entry), basename(path))
}

const documented = (settings: URLSearchParams): string => {
  const guide = readFileSync(join(repository, "docs", "in-context.md"), "utf8")
  const [, page = ""] = /^```html\n(.*?)^```$/ms.exec(guide) ?? []
  return page
    .replace("http://127.0.0.1:8080", settings.get("apiUrl") ?? "")
    .replace("tgpak_…", settings.get("apiKey") ?? "")
}

const html = (keys: ReadonlyArray<string>): string => `<!doctype html>
<link rel="icon" href="data:,">
<style>p { font: 24px sans-serif; margin: 16px }</style>
${keys.map((key) => `<p><span data-key="${key}"></span></p>`).join("\n")}
<script type="module" src="/page.js"></script>`

/** All of it in one file: nothing is loaded from anywhere else. */
const bundlePage = (): Promise<string> =>
  bundleForBrowser(
    `
      import { BackendFetch, DevTools, Tolgee } from "@tolgee/web"
      const { prefix, bundled, ...settings } = JSON.parse(new URLSearchParams(location.search).get("settings"))
      const tolgee =
        prefix === undefined
          ? Tolgee().use(DevTools()).init({ language: "en", ...settings })
          : Tolgee()
              .use(BackendFetch({ prefix, fallbackOnFail: true }))
              .init({ language: "en", availableLanguages: ["en"], staticData: { en: async () => bundled } })
      const show = () => {
        for (const element of document.querySelectorAll("[data-key]")) {
          element.textContent = tolgee.t(element.dataset.key)
        }
      }
      tolgee.on("update", show)
      await tolgee.run()
      show()
    `,
    import.meta.dirname
  )
