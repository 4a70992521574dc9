import { type DomainError, domainError } from "../error/domain-error.ts"
import type { Scope } from "../permission/scope.ts"
import {
  firstMessage,
  invalid,
  notBlank,
  notNull,
  type Optional,
  type Validated,
  valid,
  validateFields
} from "../validation/validation.ts"

/** CREATING: its keys are being copied, and no request reads or writes them; DELETED: they are being erased. */
export const branchStates = ["CREATING", "READY", "DELETED"] as const
export type BranchState = (typeof branchStates)[number]

/** A branch as far as requests that name it need. */
export interface Branch {
  readonly id: number
  readonly name: string
  /** Its keys say null in place of the id. */
  readonly isDefault: boolean
  readonly isProtected: boolean
  readonly state: BranchState
}

/** The branches of a project that are not deleted, and whether it uses them. */
interface ProjectBranches {
  readonly useBranching: boolean
  readonly branches: ReadonlyArray<Branch>
}

const nameMinUtf16Units = 2
const nameMaxUtf16Units = 100

/** Checks the name of a branch. Source: docs/branches.md#names. */
export const validateBranchName = (input: { readonly name?: Optional<string> }): Validated<string> => {
  const name = input.name ?? ""
  return validateFields({ name: nameMessage(name) }, name)
}

/** Checks the body that creates a branch. Source: docs/branches.md#creating. */
export const validateNewBranch = (input: {
  readonly name?: Optional<string>
  readonly originBranchId?: Optional<number>
}): Validated<{ readonly name: string; readonly originBranchId: number }> => {
  const { name, originBranchId } = { name: input.name ?? "", originBranchId: input.originBranchId ?? 0 }
  return validateFields(
    { name: nameMessage(name), originBranchId: notNull(input.originBranchId) },
    { name, originBranchId }
  )
}

const nameMessage = (name: string): string | null =>
  firstMessage(
    notBlank(name),
    name.length < nameMinUtf16Units ? "branch name is not valid" : null,
    name.length > nameMaxUtf16Units ? "max_length" : null,
    isBranchName(name) ? null : "branch name is not valid"
  )

const isBranchName = (name: string): boolean =>
  /^[a-z0-9.](?:[a-z0-9._/-]*[a-z0-9.])?$/.test(name) &&
  !name.includes("//") &&
  !name.includes("..") &&
  name.split("/").every((part) => !part.startsWith(".") && !part.endsWith(".lock"))

/**
 * Returns the id of the branch that a request names, as its keys say it: null for the default branch, which a blank name means
 * too. Fails with `feature_not_enabled_for_project` where the project has no branches, and with `branch_not_found`.
 */
export const chooseBranch = (
  { useBranching, branches }: ProjectBranches,
  name: string | null | undefined
): Validated<number | null> => {
  if (name === null || name === undefined || name.trim() === "") return valid(null)
  if (!useBranching) return invalid(domainError("feature_not_enabled_for_project", ["BRANCHING"]))
  const found = branches.find((branch) => branch.name === name && branch.state === "READY")
  if (found === undefined) return invalid(domainError("branch_not_found"))
  return valid(found.isDefault ? null : found.id)
}

/** Whether a writer with these scopes, expanded, may change protected branches. Source: docs/branches.md#protection. */
export const changesProtectedBranches = (scopes: ReadonlyArray<Scope>): boolean => scopes.includes("project.edit")

/**
 * Checks that keys of these branches may be written (null: the default branch). `changesProtected`: the writer may change
 * protected branches. null: they may.
 */
export const checkBranchWrites = (
  { useBranching, branches }: ProjectBranches,
  branchIds: ReadonlyArray<number | null>,
  changesProtected: boolean
): DomainError | null => {
  if (!useBranching) {
    return branchIds.some((id) => id !== null) ? domainError("feature_not_enabled_for_project", ["BRANCHING"]) : null
  }
  for (const id of branchIds) {
    const branch = branches.find((one) => (id === null ? one.isDefault : one.id === id))
    if (branch === undefined) {
      if (id === null) continue
      return domainError("branch_not_found")
    }
    if (branch.state !== "READY") return domainError("branch_not_found")
    if (branch.isProtected && !changesProtected) {
      return domainError("operation_not_permitted", ["branch.protected-modify"])
    }
  }
  return null
}

/** Checks that no other of the branches has the name. null: it is free. */
export const checkFreeName = (
  branches: ReadonlyArray<Branch>,
  name: string,
  exceptId: number | null
): DomainError | null =>
  branches.some((branch) => branch.name === name && branch.id !== exceptId)
    ? domainError("branch_already_exists")
    : null

/** Checks that a branch can be deleted. `branches`: those of its project that are not deleted. null: it can. */
export const checkBranchDeletion = (
  branch: Branch,
  branches: ReadonlyArray<{ readonly originBranchId: number | null }>
): DomainError | null => {
  if (branch.isDefault) return domainError("cannot_delete_default_branch")
  const hasChildren = branches.some(({ originBranchId }) => originBranchId === branch.id)
  return hasChildren ? domainError("cannot_delete_branch_with_children") : null
}
