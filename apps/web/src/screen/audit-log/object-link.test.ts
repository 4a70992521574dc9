import { assert, it } from "vitest"
import type { AuditEntryModel } from "../../base/api/contract.ts"
import { linkOf } from "./object-link.ts"

const organization = { id: 3, name: "Harbour company" }
const project = { id: 7, name: "Harbour booking" }
const object = (kind: NonNullable<AuditEntryModel["object"]>["kind"], currentName: string | null = "now") => ({
  kind,
  id: 12,
  name: "then",
  currentName
})

type Linked = Pick<AuditEntryModel, "object" | "organization" | "project">

it.each([
  ["a project leads to its screen", { object: object("PROJECT"), organization, project }, null, "/projects/12"],
  ["a webhook to its log", { object: object("WEBHOOK"), organization, project }, null, "/projects/7/webhooks/12"],
  [
    "a member of a project to its members",
    { object: object("USER"), organization, project },
    null,
    "/projects/7/members"
  ],
  [
    "a member of an organization to its members",
    { object: object("USER"), organization, project: null },
    "harbour",
    "/organizations/harbour/members"
  ],
  [
    "an account to the users of the server",
    { object: object("USER"), organization: null, project: null },
    null,
    "/server/users"
  ],
  ["what was deleted leads nowhere", { object: object("PROJECT", null), organization, project }, null, null],
  [
    "a webhook of a deleted project leads nowhere",
    { object: object("WEBHOOK"), organization, project: { id: 7, name: null } },
    null,
    null
  ],
  ["a session has no screen", { object: object("SESSION"), organization: null, project: null }, null, null],
  ["an entry without an object has no link", { object: null, organization, project }, null, null]
] satisfies ReadonlyArray<[string, Linked, string | null, string | null]>)("%s", (_, entry, slug, expected) => {
  assert.strictEqual(linkOf(entry as AuditEntryModel, slug), expected)
})
