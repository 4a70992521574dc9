import { useQueryClient } from "@tanstack/react-query"
import { getRouteApi, useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { OrganizationModel } from "../../base/api/contract.ts"
import { upload } from "../../base/api/upload.ts"
import { useText } from "../../base/texts/text.ts"
import { PermissionSummary } from "../../feature/permission/permission-summary.tsx"
import { useFields } from "../../widget/form/fields.ts"
import { Form } from "../../widget/form/form.tsx"
import { PictureField } from "../../widget/form/picture-field.tsx"
import { withSlugMessage } from "../../widget/form/slug-message.ts"
import { useSubmit } from "../../widget/form/submit.ts"
import { SubmitButton } from "../../widget/form/submit-button.tsx"
import { lazyDialog } from "../../widget/toast/lazy-dialog.tsx"
import { showToast } from "../../widget/toast/toast.ts"
import { Button } from "../../widget/ui/button.tsx"
import { Callout } from "../../widget/ui/callout.tsx"
import { Section } from "../../widget/ui/section.tsx"
import styles from "./organization.module.css"
import { OrganizationEnd } from "./organization-end.tsx"
import { OrganizationFields, organizationBody } from "./organization-fields.tsx"
import { OrganizationFrame, useOrganization, useOrganizationRole } from "./organization-frame.tsx"
import { organizationKey, organizationQuery, organizationsKey } from "./organization-queries.ts"

const BasePermissionDialog = lazyDialog(() => import("./base-permission-dialog.tsx"), "BasePermissionDialog")

const route = getRouteApi("/user/organizations/$slug/settings")

/** Settings of an organization: name, base permission, leaving and deleting it. */
export const OrganizationSettingsScreen = () => {
  const organization = useOrganization(route.useParams().slug)
  return organization === undefined ? null : <OrganizationSettings organization={organization} />
}

interface OrganizationSettingsProps {
  readonly organization: OrganizationModel
}

const OrganizationSettings = ({ organization }: OrganizationSettingsProps) => {
  const t = useText()
  const client = useQueryClient()
  const { needsOwner } = useOrganizationRole(organization)
  const [isChangingBase, setChangingBase] = useState(false)
  const { name, slug, avatar, basePermissions } = organization
  const params = { organization: slug }
  const readAgain = () => client.invalidateQueries({ queryKey: organizationKey(slug) })
  return (
    <OrganizationFrame organization={organization} title={t("settings.title")}>
      <div className={styles["narrow"]}>
        {needsOwner !== null && <Callout kind="info">{needsOwner}</Callout>}
        <PictureField
          name={name}
          picture={avatar}
          disabledReason={needsOwner}
          onSet={async (form) => {
            await upload("avatar", "setOfOrganization", { params, form })
            await readAgain()
          }}
          onRemove={async () => {
            await call("avatar", "removeOfOrganization", { params })
            await readAgain()
          }}
        />
        <ProfileForm key={slug} organization={organization} needsOwner={needsOwner} />
        <Section title={t("organization.base-permission")} hint={t("organization.base-permission-hint")}>
          <p>
            <strong>
              <PermissionSummary permission={basePermissions} />
            </strong>
          </p>
          <Button disabledReason={needsOwner} onPress={() => setChangingBase(true)}>
            {t("organization.change-base")}
          </Button>
        </Section>
        <OrganizationEnd organization={organization} needsOwner={needsOwner} />
      </div>
      {isChangingBase && <BasePermissionDialog organization={organization} onClose={() => setChangingBase(false)} />}
    </OrganizationFrame>
  )
}

interface ProfileFormProps extends OrganizationSettingsProps {
  readonly needsOwner: string | null
}

const ProfileForm = ({ organization, needsOwner }: ProfileFormProps) => {
  const t = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const { name, slug, description } = organization
  const texts = useFields({ name, slug, description: description ?? "" })
  const form = useSubmit(async () => {
    const request = { params: { organization: slug }, payload: organizationBody(texts.values) }
    const saved = await call("organization", "edit", request)
    client.setQueryData(organizationQuery(saved.slug).queryKey, saved)
    showToast({ kind: "done", text: t("account.saved") })
    // The address has the slug.
    await navigate({ to: "/organizations/$slug/settings", params: { slug: saved.slug }, replace: true })
    for (const queryKey of [organizationsKey, ["projects"], ["project"]]) await client.invalidateQueries({ queryKey })
  })
  const { message, fields } = withSlugMessage(form)
  return (
    <Form onSubmit={form.submit} message={message}>
      <OrganizationFields
        form={texts}
        messages={fields}
        slugHint={t("settings.slug-hint")}
        isReadOnly={needsOwner !== null}
      />
      <SubmitButton isBusy={form.isBusy} disabledReason={needsOwner}>
        {t("action.save")}
      </SubmitButton>
    </Form>
  )
}
