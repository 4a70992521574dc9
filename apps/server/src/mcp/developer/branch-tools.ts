import type { BranchModel } from "@dragoman/api"
import { Effect, Schema } from "effect"
import { api, projectPath } from "../tool/call-api.ts"
import { Id, listed, optional, type Page, pageFields, pageOf, projectField, required, tool } from "../tool/tool.ts"

const showBranch = ({ id, name, isDefault, isProtected, state }: BranchModel) => ({
  id,
  name,
  isDefault,
  isProtected,
  state
})

/** Branches of projects that use them. */
export const branchTools = [
  tool({
    name: "list_branches",
    title: "List branches",
    description: "Lists the branches of a project.",
    effect: "read",
    fields: {
      ...projectField,
      search: optional(Schema.String, "Only branches whose name contains this text."),
      ...pageFields
    },
    run: ({ search, ...input }) =>
      Effect.map(
        api.get<Page<"branches", BranchModel>>(`${projectPath(input)}/branches`, { search, ...pageOf(input) }),
        (branches) => listed(branches, "branches", showBranch)
      )
  }),
  tool({
    name: "create_branch",
    title: "Create a branch",
    description: "Creates a branch with copies of the keys of another one.",
    effect: "write",
    fields: {
      ...projectField,
      name: required(Schema.String, "Name: 2 to 100 of the characters a-z 0-9 . - _ /."),
      originBranchId: required(Id, "Id of the branch whose keys are copied; list_branches has it.")
    },
    run: ({ projectId, ...branch }) =>
      Effect.map(api.post<BranchModel>(`${projectPath({ projectId })}/branches`, branch), showBranch)
  }),
  tool({
    name: "delete_branch",
    title: "Delete a branch",
    description: "Deletes a branch with its content, for good. Ask the user before you call this tool.",
    effect: "destroy",
    fields: {
      ...projectField,
      branchName: required(Schema.String.check(Schema.isMinLength(1)), "Name of the branch.")
    },
    run: Effect.fnUntraced(function* ({ branchName, ...project }) {
      const { id } = yield* api.get<BranchModel>(`${projectPath(project)}/branches/find`, { name: branchName })
      yield* api.delete(`${projectPath(project)}/branches/${id}`)
      return { deletedBranch: branchName }
    })
  })
]
