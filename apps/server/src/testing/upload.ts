import { Effect } from "effect"
import { sendBody, type TestCredential } from "./send.ts"

export interface SeedFile {
  /** With directories, as clients send it. */
  readonly name: string
  readonly content: string | Uint8Array
}

/** One multipart request with the files as parts named `part`, and the parameters as the CLI sends them. */
export const upload = Effect.fnUntraced(function* (
  credential: TestCredential,
  path: string,
  files: ReadonlyArray<SeedFile>,
  params?: unknown,
  part = "files"
) {
  const form = new FormData()
  if (params !== undefined) form.append("params", typeof params === "string" ? params : JSON.stringify(params))
  for (const { name, content } of files) {
    const bytes = typeof content === "string" ? content : Uint8Array.from(content)
    // Browsers send a type for files that they know.
    form.append(part, new Blob([bytes], { type: name.endsWith(".json") ? "application/json" : "" }), name)
  }
  return yield* sendBody(credential, "POST", path, form)
})
