import { useQuery } from "@tanstack/react-query"
import { call } from "../../base/api/call.ts"
import { queryClient } from "../../base/api/query-client.ts"
import { upload } from "../../base/api/upload.ts"
import { useText } from "../../base/texts/text.ts"
import { useActingReason } from "../../feature/session/acting.ts"
import { serverConfigurationQuery } from "../../feature/session/server-configuration.ts"
import { leave, userQuery, useUser } from "../../feature/session/session.ts"
import { ConfirmedAction } from "../../widget/form/confirmed-action.tsx"
import { useFields } from "../../widget/form/fields.ts"
import { Form } from "../../widget/form/form.tsx"
import { PictureField } from "../../widget/form/picture-field.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { SubmitButton } from "../../widget/form/submit-button.tsx"
import { showToast } from "../../widget/toast/toast.ts"
import { TextField } from "../../widget/ui/text-field.tsx"
import { PendingAddress } from "../email-verification/pending-address.tsx"
import styles from "./account.module.css"
import { AccountFrame } from "./account-frame.tsx"

/** Name, user name and picture; deleting the account. */
export const ProfileScreen = () => {
  const t = useText()
  const { emailAwaitingVerification } = useUser()
  const needsEmailVerification = useQuery(serverConfigurationQuery).data?.needsEmailVerification === true
  return (
    <AccountFrame title={t("account.profile")}>
      <div className={styles["narrow"]}>
        <Picture />
        {emailAwaitingVerification !== null && needsEmailVerification && (
          <PendingAddress email={emailAwaitingVerification} />
        )}
        <ProfileForm />
        <DeleteAccount />
      </div>
    </AccountFrame>
  )
}

const readUserAgain = () => queryClient.fetchQuery({ ...userQuery, staleTime: 0 })

const Picture = () => {
  const user = useUser()
  return (
    <PictureField
      name={user.name || user.username}
      picture={user.avatar}
      onSet={async (form) => {
        await upload("avatar", "setOfUser", { form })
        await readUserAgain()
      }}
      onRemove={async () => {
        await call("avatar", "removeOfUser", {})
        await readUserAgain()
      }}
    />
  )
}

const ProfileForm = () => {
  const t = useText()
  const user = useUser()
  // The API calls the user name `email`.
  const { values, change, bind } = useFields({ name: user.name, email: user.username, currentPassword: "" })
  const { name, email, currentPassword } = values
  const actingReason = useActingReason()
  const isRenamed = email !== user.username
  const needsEmailVerification = useQuery(serverConfigurationQuery).data?.needsEmailVerification === true
  const { submit, fields, message, isBusy } = useSubmit(async () => {
    const edited = await call("user", "edit", { payload: { name, email, ...(isRenamed ? { currentPassword } : {}) } })
    await readUserAgain()
    // A new address that waits for its verification is not the user name yet.
    change({ email: edited.username, currentPassword: "" })
    showToast({ kind: "done", text: t("account.saved") })
  })
  return (
    <Form onSubmit={submit} message={message}>
      <TextField label={t("account.name")} autoComplete="name" {...bind("name", fields)} />
      <TextField label={t("login.username")} autoComplete="username" {...bind("email", fields)} />
      {isRenamed && (
        <TextField
          label={t("account.current-password")}
          type="password"
          autoComplete="current-password"
          {...bind("currentPassword", fields)}
        />
      )}
      {isRenamed && needsEmailVerification && <p>{t("email-verification.change-hint")}</p>}
      <SubmitButton isBusy={isBusy} disabledReason={actingReason}>
        {t("action.save")}
      </SubmitButton>
    </Form>
  )
}

const DeleteAccount = () => {
  const t = useText()
  const user = useUser()
  const actingReason = useActingReason()
  return (
    <ConfirmedAction
      title={t("account.delete")}
      hint={t("account.delete-hint")}
      question={t("account.delete")}
      typed={user.username}
      isDangerous
      disabledReason={actingReason ?? (user.deletable ? null : t("account.not-deletable"))}
      onConfirm={async () => {
        await call("user", "delete", {})
        leave()
      }}
    >
      <OwnedOrganizations />
    </ConfirmedAction>
  )
}

/** Organizations that would be left without an owner. */
const OwnedOrganizations = () => {
  const t = useText()
  const owned = useQuery({
    queryKey: ["single-owned-organizations"],
    queryFn: async ({ signal }) =>
      (await call("user", "listSingleOwnedOrganizations", {}, { signal }))._embedded?.organizations ?? []
  })
  if (owned.data === undefined || owned.data.length === 0) return null
  const names = new Intl.ListFormat(t.language).format(owned.data.map(({ name }) => name))
  return <p>{t("account.delete-organizations", { names })}</p>
}
