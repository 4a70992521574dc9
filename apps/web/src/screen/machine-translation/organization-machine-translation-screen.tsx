import { getRouteApi } from "@tanstack/react-router"
import type { OrganizationModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { Callout } from "../../widget/ui/callout.tsx"
import { OrganizationFrame, useOrganization, useOrganizationRole } from "../organization/organization-frame.tsx"
import { BudgetSection } from "./budget-form.tsx"
import { LlmProviderSection } from "./llm-provider-section.tsx"
import styles from "./machine-translation.module.css"
import { UsageSection } from "./usage-section.tsx"

const route = getRouteApi("/user/organizations/$slug/machine-translation")

/** Language models, budget and usage of an organization. */
export const OrganizationMachineTranslationScreen = () => {
  const organization = useOrganization(route.useParams().slug)
  return organization === undefined ? null : <OrganizationMachineTranslation organization={organization} />
}

const OrganizationMachineTranslation = ({ organization }: { readonly organization: OrganizationModel }) => {
  const t = useText()
  const { needsOwner } = useOrganizationRole(organization)
  const owner = { organization: organization.slug }
  return (
    <OrganizationFrame organization={organization} title={t("machine-translation.title")}>
      {needsOwner !== null ? (
        <Callout kind="info">{needsOwner}</Callout>
      ) : (
        <div className={styles["wide"]}>
          <LlmProviderSection key={organization.slug} slug={organization.slug} />
          <div className={styles["narrow"]}>
            <BudgetSection key={organization.slug} owner={owner} />
          </div>
          <UsageSection owner={owner} />
        </div>
      )}
    </OrganizationFrame>
  )
}
