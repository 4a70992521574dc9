import { useQuery, useQueryClient } from "@tanstack/react-query"
import { getRouteApi } from "@tanstack/react-router"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { OrganizationModel, OrganizationSsoModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { useUser } from "../../feature/session/session.ts"
import { useFields } from "../../widget/form/fields.ts"
import { Form } from "../../widget/form/form.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { SubmitButton } from "../../widget/form/submit-button.tsx"
import { showToast } from "../../widget/toast/toast.ts"
import { Checkbox } from "../../widget/ui/checkbox.tsx"
import { CommandBlock } from "../../widget/ui/command-block.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Section } from "../../widget/ui/section.tsx"
import { EmptyState } from "../../widget/ui/states.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import styles from "./organization.module.css"
import { OrganizationFrame, useOffersOrganizationSso, useOrganization } from "./organization-frame.tsx"

const route = getRouteApi("/user/organizations/$slug/single-sign-on")

/** Settings by which users of one domain log in with the identity provider of the organization. */
export const SingleSignOnScreen = () => {
  const organization = useOrganization(route.useParams().slug)
  return organization === undefined ? null : <SingleSignOn organization={organization} />
}

const ssoKey = (organization: string) => ["organization-sso", organization]

const SingleSignOn = ({ organization }: { readonly organization: OrganizationModel }) => {
  const t = useText()
  const { slug } = organization
  const isOffered = useOffersOrganizationSso()
  const sso = useQuery({
    queryKey: ssoKey(slug),
    enabled: isOffered === true,
    queryFn: async ({ signal }) =>
      // An organization without single sign-on has an empty body.
      ((await call("signIn", "getOrganizationSso", { params: { organization: slug } }, { signal })) ??
        null) as OrganizationSsoModel | null
  })
  return (
    <OrganizationFrame organization={organization} title={t("sso.title")}>
      <div className={styles["narrow"]}>
        <p>{t("sso.hint")}</p>
        {isOffered === false ? (
          <EmptyState title={t("sso.off")} hint={t("sso.off-hint")} />
        ) : (
          <QueryState query={sso} skeleton="160px">
            {(data) => <SsoForm key={slug} slug={slug} sso={data} />}
          </QueryState>
        )}
      </div>
    </OrganizationFrame>
  )
}

const listOf = (text: string): ReadonlyArray<string> =>
  text
    .split(/[\n,]/)
    .map((group) => group.trim())
    .filter((group) => group !== "")

const SsoForm = ({ slug, sso }: { readonly slug: string; readonly sso: OrganizationSsoModel | null }) => {
  const t = useText()
  const client = useQueryClient()
  const { globalServerRole } = useUser()
  const [enabled, setEnabled] = useState(sso?.enabled ?? false)
  const [force, setForce] = useState(sso?.force ?? false)
  const { values, change, bind } = useFields({
    domain: sso?.domain ?? "",
    clientId: sso?.clientId ?? "",
    clientSecret: "",
    issuer: sso?.issuer ?? "",
    authorizationUri: sso?.authorizationUri ?? "",
    tokenUri: sso?.tokenUri ?? "",
    groupsClaim: sso?.groupsClaim ?? "groups",
    ownerGroups: (sso?.ownerGroups ?? []).join(", "),
    memberGroups: (sso?.memberGroups ?? []).join(", ")
  })
  const { submit, fields, message, isBusy } = useSubmit(async () => {
    const { ownerGroups, memberGroups, ...texts } = values
    const payload = {
      ...texts,
      enabled,
      force,
      ownerGroups: listOf(ownerGroups),
      memberGroups: listOf(memberGroups)
    }
    const saved = await call("signIn", "setOrganizationSso", { params: { organization: slug }, payload })
    client.setQueryData(ssoKey(slug), saved)
    change({ clientSecret: "" })
    showToast({ kind: "done", text: t("account.saved") })
  })
  const isAdministrator = globalServerRole === "ADMIN"
  return (
    <Form onSubmit={submit} message={message}>
      <Checkbox isSelected={enabled} onChange={setEnabled}>
        {t("sso.enabled")}
      </Checkbox>
      <Checkbox isSelected={force} onChange={setForce}>
        {t("sso.force")}
      </Checkbox>
      <TextField
        label={t("sign-in.domain")}
        placeholder="example.com"
        isReadOnly={!isAdministrator}
        {...(isAdministrator ? {} : { hint: t("sso.domain-hint") })}
        {...bind("domain", fields)}
      />
      <Section title={t("sso.redirect-uri")} hint={t("sso.redirect-uri-hint")}>
        <CommandBlock text={`${window.location.origin}/login/auth_callback/sso`} copyLabel={t("sso.redirect-uri")} />
      </Section>
      <TextField label={t("sso.client-id")} autoComplete="off" {...bind("clientId", fields)} />
      <TextField
        label={t("sso.client-secret")}
        type="password"
        autoComplete="off"
        {...(sso?.clientSecretSet === true ? { hint: t("sso.client-secret-stored") } : {})}
        {...bind("clientSecret", fields)}
      />
      <TextField label={t("sso.issuer")} hint={t("sso.issuer-hint")} {...bind("issuer", fields)} />
      <TextField label={t("sso.authorization-uri")} {...bind("authorizationUri", fields)} />
      <TextField label={t("sso.token-uri")} {...bind("tokenUri", fields)} />
      <Section title={t("sso.groups")} hint={t("sso.groups-hint")}>
        <TextField label={t("sso.groups-claim")} {...bind("groupsClaim", fields)} />
        <TextField label={t("sso.owner-groups")} {...bind("ownerGroups", fields)} />
        <TextField label={t("sso.member-groups")} {...bind("memberGroups", fields)} />
      </Section>
      <SubmitButton isBusy={isBusy}>{t("action.save")}</SubmitButton>
    </Form>
  )
}
