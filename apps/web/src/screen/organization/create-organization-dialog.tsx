import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { call } from "../../base/api/call.ts"
import { useText } from "../../base/texts/text.ts"
import { useFields } from "../../widget/form/fields.ts"
import { FormDialog } from "../../widget/form/form-dialog.tsx"
import { withSlugMessage } from "../../widget/form/slug-message.ts"
import { useSubmit } from "../../widget/form/submit.ts"
import { OrganizationFields, organizationBody } from "./organization-fields.tsx"
import { organizationsKey } from "./organization-queries.ts"

/** A new organization, which belongs to me. */
export const CreateOrganizationDialog = ({ onClose }: { readonly onClose: () => void }) => {
  const t = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const texts = useFields({ name: "", slug: "", description: "" })
  const form = useSubmit(async () => {
    const { slug } = await call("organization", "create", { payload: organizationBody(texts.values) })
    await client.invalidateQueries({ queryKey: organizationsKey })
    onClose()
    await navigate({ to: "/organizations/$slug", params: { slug } })
  })
  const { message, fields } = withSlugMessage(form)
  return (
    <FormDialog
      title={t("organization.create")}
      action={t("organization.create")}
      form={{ ...form, message }}
      onClose={onClose}
    >
      <OrganizationFields form={texts} messages={fields} slugHint={t("organization.slug-hint")} isNew />
    </FormDialog>
  )
}
