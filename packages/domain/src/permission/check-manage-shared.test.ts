import { assert, describe, it } from "vitest"
import { domainError } from "../error/domain-error.ts"
import { checkManageShared, type ManageSharedFacts } from "./check-manage-shared.ts"
import type { OrganizationRole, ServerRole } from "./role.ts"

describe("glossaries and memories of an organization are managed", () => {
  const editing: ManageSharedFacts["scopesInProjects"][number] = ["keys.view", "project.edit"]
  const viewing: ManageSharedFacts["scopesInProjects"][number] = ["keys.view", "translations.edit"]

  it.each<[string, OrganizationRole | null, ServerRole, ManageSharedFacts["scopesInProjects"], boolean]>([
    ["by owners, wherever they are assigned", "OWNER", "USER", [viewing], true],
    ["by owners, assigned to no project", "OWNER", "USER", [], true],
    ["by server administrators", null, "ADMIN", [], true],
    ["by members who edit the one project", "MEMBER", "USER", [editing], true],
    ["by members who edit every project", "MEMBER", "USER", [editing, editing], true],
    ["not by members who edit only some of the projects", "MEMBER", "USER", [editing, viewing], false],
    ["not by members who do not see one of the projects", "MEMBER", "USER", [editing, []], false],
    ["not by members, assigned to no project", "MEMBER", "USER", [], false],
    ["not by guests of a project", null, "USER", [editing], false],
    ["not by strangers", null, "USER", [], false]
  ])("%s", (_, role, serverRole, scopesInProjects, isAllowed) => {
    assert.deepStrictEqual(
      checkManageShared({ role, serverRole, scopesInProjects }),
      isAllowed ? null : domainError("operation_not_permitted", ["project.edit"])
    )
  })
})
