import type { Plugin } from "vite"

/** The chunk that begins to read the texts; it imports no other one. */
export const firstTextsChunk = {
  name: "first-texts",
  test: /src[\\/](app[\\/]first-texts|base[\\/](preference[\\/]stored-preferences|texts[\\/](console-language|load-texts)))\.ts$/
} as const

/** Lets the page run that chunk as soon as it is there: so the texts are read beside all other scripts, not after them. */
export const firstTextsPlugin = (): Plugin => ({
  name: "dragoman-first-texts",
  apply: "build",
  transformIndexHtml: {
    order: "post",
    handler(_, { bundle = {} }) {
      const chunk = Object.values(bundle).find(
        (output) => output.type === "chunk" && output.name === firstTextsChunk.name
      )
      if (chunk === undefined) throw new Error("The build has no chunk for the first texts.")
      const src = `/${chunk.fileName}`
      return [
        { tag: "script", attrs: { type: "module", async: true, crossorigin: true, src }, injectTo: "head-prepend" }
      ]
    }
  }
})
