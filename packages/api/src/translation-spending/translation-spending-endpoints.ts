import { Schema } from "effect"
import { HttpApiEndpoint } from "effect/http-api"
import { organization, project, requires } from "../access/requirement.ts"
import { described, endpointGroup } from "../endpoint-group.ts"
import { field } from "../field.ts"
import { organizationIdOrSlug, projectId } from "../identifier/path-parameters.ts"
import {
  CreditBalanceModel,
  TranslationBudgetBody,
  TranslationBudgetModel,
  TranslationUsageListModel
} from "./translation-spending-model.ts"

const p = "/v2/projects/:projectId"
const o = "/v2/organizations/:organization"
const ofProject = { projectId }
const ofOrganization = { organization: organizationIdOrSlug }
const loggedInOrToken = { credentials: ["JWT", "PAT"] } as const
const entering = requires(project([]))
const editing = requires(project(["project.edit"]))
const member = requires(organization("MEMBER", loggedInOrToken))
const owner = requires(organization("OWNER", loggedInOrToken))

const Day = Schema.String.check(Schema.isPattern(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/))
const days = {
  from: field(Schema.optional(Day), "First day (UTC), as `2026-08-01`; absent: the first day of this month."),
  to: field(Schema.optional(Day), "Last day (UTC), as `2026-08-31`; absent: today.")
}

/** Usage, cost and budgets of machine translation. */
export const TranslationSpendingEndpoints = endpointGroup(
  "translationSpending",
  HttpApiEndpoint.get("getBalanceOfProject", `${p}/machine-translation-credit-balance`, {
    params: ofProject,
    success: CreditBalanceModel
  }).pipe(entering, described("Returns the amount that machine translation may still cost in a project.")),
  HttpApiEndpoint.get("getBalanceOfOrganization", `${o}/machine-translation-credit-balance`, {
    params: ofOrganization,
    success: CreditBalanceModel
  }).pipe(member, described("Returns the amount that machine translation may still cost in an organization.")),
  HttpApiEndpoint.get("getBudgetOfProject", `${p}/machine-translation-budget`, {
    params: ofProject,
    success: TranslationBudgetModel
  }).pipe(editing, described("Returns the budget of a project for machine translation.")),
  HttpApiEndpoint.put("setBudgetOfProject", `${p}/machine-translation-budget`, {
    params: ofProject,
    payload: TranslationBudgetBody,
    success: TranslationBudgetModel
  }).pipe(
    editing,
    described(
      "Sets the budget of a project for machine translation. Requests beyond it are rejected before they are sent."
    )
  ),
  HttpApiEndpoint.get("getBudgetOfOrganization", `${o}/machine-translation-budget`, {
    params: ofOrganization,
    success: TranslationBudgetModel
  }).pipe(member, described("Returns the budget of an organization for machine translation in all its projects.")),
  HttpApiEndpoint.put("setBudgetOfOrganization", `${o}/machine-translation-budget`, {
    params: ofOrganization,
    payload: TranslationBudgetBody,
    success: TranslationBudgetModel
  }).pipe(
    owner,
    described(
      "Sets the budget of an organization for machine translation. Requests beyond it are rejected before they are sent."
    )
  ),
  HttpApiEndpoint.get("listUsageOfProject", `${p}/machine-translation-usage`, {
    params: ofProject,
    query: days,
    success: TranslationUsageListModel
  }).pipe(editing, described("Lists the usage of machine translation in a project by day, service and provider.")),
  HttpApiEndpoint.get("listUsageOfOrganization", `${o}/machine-translation-usage`, {
    params: ofOrganization,
    query: days,
    success: TranslationUsageListModel
  }).pipe(owner, described("Lists the usage of machine translation in an organization by day, service and provider."))
)
