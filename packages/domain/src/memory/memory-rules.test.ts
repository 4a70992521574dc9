import { assert, describe, it } from "vitest"
import { domainError, fieldErrors } from "../error/domain-error.ts"
import {
  type AssignmentInput,
  checkAssignedLanguages,
  checkShared,
  type MemoryInput,
  mergeAssignments,
  validateAssignment,
  validateEntry,
  validateEntryGroup,
  validateMemory
} from "./memory-rules.ts"

const terms = { name: "Terms", sourceLanguageTag: "en" }

describe("the body of a memory", () => {
  it.each([
    ["needs a name", { ...terms, name: " " }, { name: "must not be blank" }],
    ["has a name of 100 at most", { ...terms, name: "x".repeat(101) }, { name: "size must be between 1 and 100" }],
    ["needs a language", { name: "Terms" }, { sourceLanguageTag: "must not be blank" }],
    ["has one language", { ...terms, sourceLanguageTag: "en,de" }, { sourceLanguageTag: "can not contain coma" }],
    [
      "has a tag of 20 at most",
      { ...terms, sourceLanguageTag: "x".repeat(21) },
      { sourceLanguageTag: "size must be between 1 and 20" }
    ],
    [
      "has no bonus as a penalty",
      { ...terms, defaultPenalty: -1 },
      { defaultPenalty: "must be greater than or equal to 0" }
    ],
    [
      "checks each assignment",
      { ...terms, assignedProjects: [{ projectId: 1 }, { penalty: 101 }] },
      {
        "assignedProjects[1].projectId": "must not be null",
        "assignedProjects[1].penalty": "must be less than or equal to 100"
      }
    ]
  ] satisfies ReadonlyArray<[string, MemoryInput, Record<string, string>]>)("%s", (_, input, messages) => {
    assert.deepStrictEqual(validateMemory(input), { ok: false, error: fieldErrors(messages) })
  })

  it("assigns a project once", () => {
    const assignedProjects = [{ projectId: 7 }, { projectId: 8 }, { projectId: 7 }, { projectId: 7 }]
    assert.deepStrictEqual(validateMemory({ ...terms, assignedProjects }), {
      ok: false,
      error: domainError("translation_memory_duplicate_project_assignment", [7])
    })
  })

  it("has defaults: no penalty, all states, the projects of before; assigned ones read and write", () => {
    assert.deepStrictEqual(validateMemory({ ...terms, name: " Terms " }), {
      ok: true,
      value: { ...terms, defaultPenalty: 0, writeOnlyReviewed: false, assignedProjects: null }
    })
    const validated = validateMemory({ ...terms, assignedProjects: [{ projectId: 7 }] })
    assert.deepStrictEqual(validated.ok && validated.value.assignedProjects, [
      { projectId: 7, readAccess: true, writeAccess: true, penalty: null }
    ])
  })
})

describe("assignments", () => {
  it.each([
    ["have a priority of 0 at least", { priority: -1 }, { priority: "must be greater than or equal to 0" }],
    ["have a penalty of 100 at most", { penalty: 101 }, { penalty: "must be less than or equal to 100" }]
  ] satisfies ReadonlyArray<[string, AssignmentInput, Record<string, string>]>)("%s", (_, input, messages) => {
    assert.deepStrictEqual(validateAssignment(input), { ok: false, error: fieldErrors(messages) })
  })

  it("keep their priority when they stay, and come last when they are new", () => {
    const use = { readAccess: true, writeAccess: false, penalty: null }
    const before = [{ ...use, projectId: 1, priority: 4 }]
    const wanted = [
      { ...use, projectId: 2 },
      { ...use, projectId: 1, penalty: 5 },
      { ...use, projectId: 3 }
    ]
    assert.deepStrictEqual(
      mergeAssignments(
        wanted,
        before,
        new Map([
          [1, 9],
          [2, 6]
        ])
      ).map(({ projectId, priority, penalty }) => [projectId, priority, penalty]),
      [
        [2, 6, null],
        [1, 4, 5],
        [3, 1, null]
      ]
    )
  })

  it.each([
    ["the same language in another case", ["EN", "en"], null],
    ["another language", ["en", "de"], "de"],
    ["another region", ["en-US"], "en-US"],
    ["no base language", [null], null]
  ] as const)("of projects with %s", (name, tags, other) => {
    const error = domainError("translation_memory_base_language_mismatch", ["Terms", "en", other])
    const isFine = name === "the same language in another case"
    assert.deepStrictEqual(checkAssignedLanguages(terms, tags), isFine ? null : error)
  })

  it("are of shared memories only", () => {
    assert.isNull(checkShared({ type: "SHARED" }))
    assert.deepStrictEqual(checkShared({ type: "PROJECT" }), domainError("cannot_modify_project_translation_memory"))
  })
})

describe("an entry", () => {
  const entry = { sourceText: "Port", targetText: "Přístav", targetLanguageTag: "cs" }

  it.each([
    ["needs all of its fields", {}, ["sourceText", "targetLanguageTag", "targetText"]],
    ["has no blank text", { ...entry, targetText: "\n" }, ["targetText"]],
    ["has a text of 10000 at most", { ...entry, sourceText: "x".repeat(10_001) }, ["sourceText"]],
    ["has one language", { ...entry, targetLanguageTag: "cs,sk" }, ["targetLanguageTag"]]
  ] as const)("%s", (_, input, fields) => {
    const validated = validateEntry(input)
    assert.isFalse(validated.ok)
    if (validated.ok || validated.error.kind !== "standardValidation") assert.fail("another error")
    assert.deepStrictEqual(Object.keys(validated.error.messages).sort(), [...fields])
  })

  it("keeps white space, and takes texts up to the limit", () => {
    const long = { ...entry, sourceText: "x".repeat(10_000), targetText: " a " }
    assert.deepStrictEqual(validateEntry(long), { ok: true, value: long })
  })

  it("comes once for each language of a source, in any case", () => {
    const { sourceText, ...czech } = entry
    const twice = { sourceText, translations: [czech, { ...czech, targetLanguageTag: "CS", targetText: "Kotviště" }] }
    assert.deepStrictEqual(validateEntryGroup(twice), {
      ok: false,
      error: domainError("translation_memory_entry_duplicate_target_language")
    })
    assert.deepStrictEqual(validateEntryGroup({ sourceText, translations: [czech] }), { ok: true, value: [entry] })
  })
})
