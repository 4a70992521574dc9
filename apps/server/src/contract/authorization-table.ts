import { describeDemand } from "../platform/documentation/describe-demand.ts"
import { type CallerKind, callerKinds } from "./caller-kinds.ts"
import { type ContractEndpoint, contractEndpoints } from "./contract-endpoints.ts"
import { expectedRefusal } from "./expected-answer.ts"

/** `docs/authorization.md`: every endpoint of the contract against every kind of caller. */
export const printAuthorizationTable = (): string =>
  [
    "# Who may call what",
    "",
    "Made from the contract: each endpoint says what it demands, and the tests send every request of this table.",
    "To renew the file: `npm run exec node apps/server/src/contract/print-authorization.ts`.",
    "",
    "The callers stand in one organization with base permission `VIEW` and one project of it. A check mark is a request",
    "that reaches the operation, a number the status of the error. 404 means that the caller does not learn whether it",
    "exists. Without a credential every endpoint that is not open to everybody answers 401.",
    "",
    ...callerKinds.map(({ name }, index) => `${index + 1}. ${name}`),
    "",
    "Access tokens (1 to 12, without 3) are super tokens: the password was entered lately.",
    ...[...new Set(contractEndpoints.map(({ group }) => group))].flatMap((group) => [
      "",
      `## ${titleOf(group)}`,
      "",
      `| endpoint | ${callerKinds.map((_, index) => index + 1).join(" | ")} | demand |`,
      `|---|${callerKinds.map(() => "---|").join("")}---|`,
      ...contractEndpoints.filter((endpoint) => endpoint.group === group).map(printRow)
    ]),
    ""
  ].join("\n")

const printRow = (endpoint: ContractEndpoint): string =>
  `| \`${endpoint.title}\` | ${callerKinds.map((caller) => printCell(endpoint, caller)).join(" | ")} | ${describeDemand(endpoint.demand).join(" ")} |`

const printCell = ({ demand }: ContractEndpoint, caller: CallerKind): string => {
  const error = expectedRefusal(demand, caller)
  if (error === null) return "✓"
  return error.kind === "code" ? String(error.status) : "400"
}

/** `scopeInfo` → `Scope info`. */
const titleOf = (group: string): string => {
  const words = group.replace(/([A-Z])/g, " $1").toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
