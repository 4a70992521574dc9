import { Effect } from "effect"
import { send, type TestCredential } from "../testing/send.ts"
import { upload } from "../testing/upload.ts"
import type { FixtureId } from "./writing-fixtures.ts"
import type { WritingOperation } from "./writing-operations.ts"

let numbers = 0

/** Sends the request of an operation in a world. `title`: method and path as in the contract. */
export const sendWritingOperation = Effect.fnUntraced(function* (
  credential: TestCredential,
  title: string,
  operation: Omit<WritingOperation, "as">,
  fixture: FixtureId
) {
  const n = ++numbers
  const [method = "", pattern = ""] = title.split(" ")
  const values: Readonly<Record<string, number | string>> = {
    projectId: fixture,
    organization: fixture,
    ...operation.path?.(fixture)
  }
  const { query = "" } = operation
  const named = pattern.replace(/:([A-Za-z]+)/g, (_, name: string) => String(values[name]))
  const path = named + (typeof query === "string" ? query : query(fixture))
  if (operation.files === undefined) return yield* send(credential, method, path, operation.body?.(fixture, n))
  const files = Object.entries(operation.files(n)).map(([name, content]) => ({
    name,
    content: typeof content === "string" ? content : JSON.stringify(content)
  }))
  return yield* upload(credential, path, files, operation.params, operation.filePart)
})
