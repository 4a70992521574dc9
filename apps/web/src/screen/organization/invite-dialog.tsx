import type { OrganizationRole } from "@dragoman/domain/permission"
import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import { useText } from "../../base/texts/text.ts"
import { FormDialog } from "../../widget/form/form-dialog.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { RadioCards } from "../../widget/ui/radio-cards.tsx"
import {
  InvitationLinkDialog,
  InvitedEmailField,
  InvitedNameField,
  type MadeInvitation
} from "../member/invitation-link-dialog.tsx"
import { organizationKey } from "./organization-queries.ts"
import { roleText } from "./role-text.ts"

interface InviteDialogProps {
  readonly slug: string
  readonly onClose: () => void
}

/** An invitation to the organization, by a link. */
export const InviteDialog = ({ slug, onClose }: InviteDialogProps) => {
  const t = useText()
  const client = useQueryClient()
  const [name, setName] = useState("")
  const [role, setRole] = useState<OrganizationRole>("MEMBER")
  const [email, setEmail] = useState("")
  const [made, setMade] = useState<MadeInvitation | null>(null)
  const form = useSubmit(async () => {
    const payload = { roleType: role, name: name.trim() || null, email: email.trim() || null }
    const invitation = await call("invitation", "inviteToOrganization", { params: { organization: slug }, payload })
    setMade(invitation)
    await client.invalidateQueries({ queryKey: organizationKey(slug) })
  })
  if (made !== null) return <InvitationLinkDialog invitation={made} onClose={onClose} />
  return (
    <FormDialog title={t("member.invite")} action={t("invitation.make-link")} form={form} onClose={onClose}>
      <InvitedNameField value={name} onChange={setName} error={form.fields["name"]} />
      <InvitedEmailField value={email} onChange={setEmail} error={form.fields["email"]} />
      <RadioCards<OrganizationRole>
        label={t("server.role")}
        value={role}
        onChange={setRole}
        options={[
          { value: "MEMBER", title: t(roleText("MEMBER")), description: t("organization.role-MEMBER-hint") },
          { value: "OWNER", title: t(roleText("OWNER")), description: t("organization.role-OWNER-hint") }
        ]}
      />
    </FormDialog>
  )
}
