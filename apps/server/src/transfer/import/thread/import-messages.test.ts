import { assert, it } from "@effect/vitest"
import { Schema } from "effect"
import { ImportJobs } from "./import-messages.ts"

const access = {
  projectId: 1,
  organizationId: 2,
  caller: { userId: 3, credential: { kind: "JWT" } },
  computedPermission: {
    origin: "DIRECT",
    type: "EDIT",
    scopes: ["keys.create"],
    scopeBits: 0,
    translateLanguageIds: null,
    viewLanguageIds: [4],
    stateChangeLanguageIds: null
  },
  effectiveScopes: ["keys.create"]
}
const links = { address: "http://localhost", secured: null }
const body = { kind: "file", path: "/body" }
const { effectiveScopes: _, ...withoutScopes } = access

const isImportOfBody = Schema.is(ImportJobs.requests.get("importBody")?.payloadSchema ?? Schema.Never)

const cases: ReadonlyArray<readonly [name: string, operation: unknown, crosses: boolean]> = [
  ["keys with a complete access cross to the import thread", { operation: "keys", access }, true],
  ["an access without scopes does not", { operation: "keys", access: withoutScopes }, false],
  ["nor one with an unknown scope", { operation: "keys", access: { ...access, effectiveScopes: ["all"] } }, false],
  ["nor one without a user", { operation: "keys", access: { ...access, caller: null } }, false],
  ["nor an unknown operation", { operation: "erase", access }, false]
]

it.each(cases)("%s", (_name, operation, expected) => {
  assert.strictEqual(isImportOfBody({ operation, branch: null, body, links }), expected)
})
