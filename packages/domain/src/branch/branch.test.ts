import { assert, describe, it } from "vitest"
import { domainError, fieldErrors } from "../error/domain-error.ts"
import {
  type Branch,
  changesProtectedBranches,
  checkBranchDeletion,
  checkBranchWrites,
  checkFreeName,
  chooseBranch,
  validateBranchName,
  validateNewBranch
} from "./branch.ts"

describe("names of branches", () => {
  it.each(["main", "release/1.2", "fix_1", "a.b", "1-2", "x".repeat(100)])("%s is a name", (name) => {
    assert.deepStrictEqual(validateBranchName({ name }), { ok: true, value: name })
  })

  it.each([
    ["", "must not be blank"],
    ["a", "branch name is not valid"],
    ["Main", "branch name is not valid"],
    ["-a", "branch name is not valid"],
    ["a-", "branch name is not valid"],
    ["a//b", "branch name is not valid"],
    ["a..b", "branch name is not valid"],
    ["a/.b", "branch name is not valid"],
    ["a.lock", "branch name is not valid"],
    ["a.lock/b", "branch name is not valid"],
    ["a b", "branch name is not valid"],
    ["a\nb", "branch name is not valid"],
    ["x".repeat(101), "max_length"]
  ])("%j is none: %s", (name, message) => {
    assert.deepStrictEqual(validateBranchName({ name }), { ok: false, error: fieldErrors({ name: message }) })
  })
})

const branch = (id: number, name: string, changes: Partial<Branch> = {}): Branch => ({
  id,
  name,
  isDefault: false,
  isProtected: false,
  state: "READY",
  ...changes
})

const branches = [
  branch(1, "main", { isDefault: true }),
  branch(2, "release", { isProtected: true }),
  branch(3, "next"),
  branch(4, "new", { state: "CREATING" })
]
const project = { useBranching: true, branches }

describe("the branch that a request names", () => {
  it.each([
    [undefined, null],
    [null, null],
    ["", null],
    [" ", null],
    ["main", null],
    ["release", 2]
  ])("%j is the one with the id %j", (name, value) => {
    assert.deepStrictEqual(chooseBranch(project, name), { ok: true, value })
  })

  it.each(["none", "new", "Main"])("%s is not found", (name) => {
    assert.deepStrictEqual(chooseBranch(project, name), { ok: false, error: domainError("branch_not_found") })
  })

  it("is refused by a project without branches", () => {
    const error = domainError("feature_not_enabled_for_project", ["BRANCHING"])
    assert.deepStrictEqual(chooseBranch({ useBranching: false, branches }, "main"), { ok: false, error })
    assert.deepStrictEqual(chooseBranch({ useBranching: false, branches }, ""), { ok: true, value: null })
  })
})

describe("keys are written", () => {
  it("on protected branches with project.edit", () => {
    assert.isTrue(changesProtectedBranches(["keys.view", "project.edit"]))
    assert.isFalse(changesProtectedBranches(["keys.edit", "translations.edit"]))
  })

  it.each<readonly [string, ReadonlyArray<number | null>, boolean, unknown]>([
    ["on open branches", [null, 3], false, null],
    ["on no branch", [], false, null],
    ["on protected branches by those who may", [2], true, null],
    [
      "on no protected branch by others",
      [3, 2],
      false,
      domainError("operation_not_permitted", ["branch.protected-modify"])
    ],
    ["on no branch that is being created", [4], true, domainError("branch_not_found")],
    ["on no deleted branch", [5], true, domainError("branch_not_found")]
  ])("%s", (_, ids, changesProtected, error) => {
    assert.deepStrictEqual(checkBranchWrites(project, ids, changesProtected), error)
  })

  it("on the default branch alone while the project uses no branches", () => {
    const off = {
      useBranching: false,
      branches: [branch(1, "main", { isDefault: true, isProtected: true }), branch(3, "next")]
    }
    assert.strictEqual(checkBranchWrites(off, [null], false), null)
    assert.deepStrictEqual(
      checkBranchWrites(off, [3], true),
      domainError("feature_not_enabled_for_project", ["BRANCHING"])
    )
  })
})

describe("a new branch", () => {
  it("has a name and the branch that it is made from", () => {
    assert.deepStrictEqual(validateNewBranch({}), {
      ok: false,
      error: fieldErrors({ name: "must not be blank", originBranchId: "must not be null" })
    })
    const value = { name: "next", originBranchId: 1 }
    assert.deepStrictEqual(validateNewBranch(value), { ok: true, value })
  })

  it.each([
    ["next", null, false],
    ["next", 3, true],
    ["new", null, false],
    ["Next", null, true]
  ])("%s is free for the branch %j: %j", (name, id, isFree) => {
    assert.deepStrictEqual(checkFreeName(branches, name, id), isFree ? null : domainError("branch_already_exists"))
  })
})

describe("the deletion of a branch", () => {
  const family = [
    { ...branch(1, "main", { isDefault: true }), originBranchId: null },
    { ...branch(2, "release", { isProtected: true }), originBranchId: null },
    { ...branch(3, "fix"), originBranchId: 2 }
  ]

  it.each([
    ["the default branch", 0, "cannot_delete_default_branch"],
    ["a branch from which another one was made", 1, "cannot_delete_branch_with_children"],
    ["another branch", 2, null]
  ] as const)("%s: %j", (_, index, code) => {
    const chosen = family[index] ?? family[0]
    const expected = code === null ? null : domainError(code)
    assert.deepStrictEqual(chosen && checkBranchDeletion(chosen, family), expected)
  })
})
