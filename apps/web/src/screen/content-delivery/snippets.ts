import type { ContentDelivery } from "./delivery-body.ts"

interface Snippet {
  /** Name of the library, for people. */
  readonly name: string
  readonly text: string
}

type Published = Pick<ContentDelivery, "publicUrl" | "format" | "fileStructureTemplate" | "zip" | "lastPublishedFiles">

/** Formats that the SDK of Tolgee reads. */
const sdkFormats: ReadonlySet<string> = new Set(["JSON", "JSON_TOLGEE"])

/** Returns code that reads the published files, for the libraries that know the format and the paths. */
export const snippetsOf = (delivery: Published, languageTags: ReadonlyArray<string>): ReadonlyArray<Snippet> => {
  const { publicUrl, format, fileStructureTemplate, zip, lastPublishedFiles } = delivery
  if (publicUrl === null) return []
  const [language = "en"] = languageTags
  const text = (value: unknown) => JSON.stringify(value)
  // Libraries expect the default paths.
  const hasUsualPaths = !zip && (fileStructureTemplate ?? "") === ""
  const [file] = lastPublishedFiles
  return [
    ...(hasUsualPaths && sdkFormats.has(format)
      ? [
          {
            name: "@tolgee/web",
            text: [
              'import { BackendFetch, Tolgee } from "@tolgee/web"',
              "",
              "const tolgee = Tolgee()",
              `  .use(BackendFetch({ prefix: ${text(publicUrl)}, fallbackOnFail: true }))`,
              `  .init({ language: ${text(language)}, availableLanguages: [${languageTags.map(text).join(", ")}] })`,
              "await tolgee.run()"
            ].join("\n")
          }
        ]
      : []),
    ...(hasUsualPaths && format === "JSON_I18NEXT"
      ? [
          {
            name: "i18next",
            text: [
              'import i18next from "i18next"',
              'import HttpBackend from "i18next-http-backend"',
              "",
              "await i18next.use(HttpBackend).init({",
              `  lng: ${text(language)},`,
              `  backend: { loadPath: ${text(`${publicUrl}/{{lng}}.json`)} }`,
              "})"
            ].join("\n")
          }
        ]
      : []),
    ...(file === undefined
      ? []
      : [
          {
            name: "fetch",
            text: [
              `const response = await fetch(${text(addressOf(publicUrl, file))})`,
              file.endsWith(".json") ? "const texts = await response.json()" : "const file = await response.blob()"
            ].join("\n")
          }
        ])
  ]
}

/** Returns the address of a published file. */
export const addressOf = (publicUrl: string, path: string): string =>
  `${publicUrl}/${path.split("/").map(encodeURIComponent).join("/")}`
