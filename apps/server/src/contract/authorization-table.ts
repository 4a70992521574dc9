import { describeRequirement } from "@dragoman/api/describe-requirement"
import { allCallers, type CallerKind } from "./caller-kinds.ts"
import { type ContractEndpoint, contractEndpoints } from "./contract-endpoints.ts"
import { expectedError, scopeForOthers } from "./expected-error.ts"

/** `docs/authorization.md`: every endpoint of the contract against every kind of caller. */
export const printAuthorizationTable = (): string =>
  [
    "# Who may call what",
    "",
    "Generated from the requirements of the endpoints; the tests send every request of this table.",
    "To regenerate the file: `npm run exec node apps/server/src/contract/print-authorization.ts`.",
    "",
    "All callers are seen from one organization with base permission `VIEW` and one project in it. A check mark means that",
    "the request reaches the operation, `own` that it does for what belongs to the caller: own jobs and suggestions, and",
    "[open tasks](tasks.md#rights); a number is the status of the error. 404 also hides what the caller may not see.",
    "Without a credential, every endpoint that is not public responds with 401. For the last five callers the project is",
    "[public](permissions.md#public-projects); visitors have no role and no permission in it.",
    "",
    ...allCallers.map(({ name }, index) => `${index + 1}. ${name}`),
    "",
    "For callers 1 to 18, without 2, 3 and 5, and for caller 26, the password was entered just now.",
    ...[...new Set(contractEndpoints.map(({ group }) => group))].flatMap((group) => [
      "",
      `## ${titleOf(group)}`,
      "",
      `| endpoint | ${allCallers.map((_, index) => index + 1).join(" | ")} | requirement |`,
      `|---|${allCallers.map(() => "---|").join("")}---|`,
      ...contractEndpoints.filter((endpoint) => endpoint.group === group).map(printRow)
    ]),
    ""
  ].join("\n")

const printRow = (endpoint: ContractEndpoint): string =>
  `| \`${endpoint.title}\` | ${allCallers.map((caller) => printCell(endpoint, caller)).join(" | ")} | ${describeRequirement(endpoint.requirement).join(" ")} |`

const printCell = ({ requirement }: ContractEndpoint, caller: CallerKind): string => {
  const error = expectedError(requirement, caller)
  if (error === null) return scopeForOthers(requirement, caller) === null ? "✓" : "own"
  return error.kind === "code" ? String(error.status) : "400"
}

/** `scopeInfo` → `Scope info`. */
const titleOf = (group: string): string => {
  const words = group.replace(/([A-Z])/g, " $1").toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
