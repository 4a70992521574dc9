import { Effect } from "effect"
import { sendBody, type TestCredential } from "./send.ts"

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
    const bytes = typeof content === "string" ? content : Uint8Array.from(content)
    // As browsers do: a type for files that they know.
    form.append("files", new Blob([bytes], { type: name.endsWith(".json") ? "application/json" : "" }), name)
  }
  return yield* sendBody(credential, "POST", path, form)
})
