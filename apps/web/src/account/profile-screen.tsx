import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { FileTrigger } from "react-aria-components"
import { call } from "../api/call.ts"
import { queryClient } from "../api/query-client.ts"
import { upload } from "../api/upload.ts"
import { ConfirmDialog } from "../form/confirm-dialog.tsx"
import { Form } from "../form/form.tsx"
import { useSubmit } from "../form/submit.ts"
import { leave, userQuery, useUser } from "../session/session.ts"
import { useText } from "../texts/text.ts"
import { showToast } from "../toast/toast.ts"
import { Avatar } from "../ui/avatar.tsx"
import { Button } from "../ui/button.tsx"
import { errorSentence } from "../ui/error-details.tsx"
import { TextField } from "../ui/text-field.tsx"
import styles from "./account.module.css"
import { AccountFrame } from "./account-frame.tsx"

const pictureTypes = ["image/png", "image/jpeg", "image/gif", "image/webp"]

/** Name, user name and picture; deleting the account. */
export const ProfileScreen = () => {
  const t = useText()
  return (
    <AccountFrame title={t("account.profile")}>
      <div className={styles["narrow"]}>
        <Picture />
        <ProfileForm />
        <DeleteAccount />
      </div>
    </AccountFrame>
  )
}

const readUserAgain = () => queryClient.fetchQuery({ ...userQuery, staleTime: 0 })

const Picture = () => {
  const t = useText()
  const user = useUser()
  const change = async (write: () => Promise<unknown>) => {
    try {
      await write()
      await readUserAgain()
      showToast({ kind: "done", text: t("account.saved") })
    } catch (error) {
      showToast({ kind: "failed", text: errorSentence(error, t), error })
    }
  }
  const set = (files: FileList | null) => {
    const file = files?.[0]
    if (file === undefined) return
    const form = new FormData()
    form.append("avatar", file)
    return change(() => upload("avatar", "setOfUser", { form }))
  }
  return (
    <div className={styles["picture"]}>
      <Avatar name={user.name || user.username} picture={user.avatar} size="large" />
      <FileTrigger acceptedFileTypes={pictureTypes} onSelect={set}>
        <Button>{t("account.choose-picture")}</Button>
      </FileTrigger>
      {user.avatar !== null && (
        <Button kind="quiet" onPress={() => change(() => call("avatar", "removeOfUser", {}))}>
          {t("account.remove-picture")}
        </Button>
      )}
    </div>
  )
}

const ProfileForm = () => {
  const t = useText()
  const user = useUser()
  const [name, setName] = useState(user.name)
  const [username, setUsername] = useState(user.username)
  const [currentPassword, setCurrentPassword] = useState("")
  const isRenamed = username !== user.username
  const { submit, fields, message, isBusy } = useSubmit(async () => {
    await call("user", "edit", { payload: { name, email: username, ...(isRenamed ? { currentPassword } : {}) } })
    await readUserAgain()
    setCurrentPassword("")
    showToast({ kind: "done", text: t("account.saved") })
  })
  return (
    <Form onSubmit={submit} message={message}>
      <TextField label={t("account.name")} autoComplete="name" value={name} onChange={setName} error={fields["name"]} />
      <TextField
        label={t("login.username")}
        autoComplete="username"
        value={username}
        onChange={setUsername}
        error={fields["email"]}
      />
      {isRenamed && (
        <TextField
          label={t("account.current-password")}
          type="password"
          autoComplete="current-password"
          value={currentPassword}
          onChange={setCurrentPassword}
          error={fields["currentPassword"]}
        />
      )}
      <div className={styles["submit"]}>
        <Button kind="primary" type="submit" isPending={isBusy}>
          {t("action.save")}
        </Button>
      </div>
    </Form>
  )
}

const DeleteAccount = () => {
  const t = useText()
  const user = useUser()
  const [isAsking, setAsking] = useState(false)
  const owned = useQuery({
    queryKey: ["single-owned-organizations"],
    queryFn: async ({ signal }) =>
      (await call("user", "listSingleOwnedOrganizations", {}, { signal }))._embedded?.organizations ?? [],
    enabled: isAsking
  })
  const remove = async () => {
    await call("user", "delete", {})
    leave()
  }
  return (
    <section className={styles["danger"]}>
      <h2>{t("account.delete")}</h2>
      <p className={styles["quiet"]}>{t("account.delete-hint")}</p>
      <Button
        kind="danger"
        disabledReason={user.deletable ? null : t("account.not-deletable")}
        onPress={() => setAsking(true)}
      >
        {t("account.delete")}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t("account.delete")}
          action={t("account.delete")}
          typed={user.username}
          onConfirm={remove}
          onClose={() => setAsking(false)}
        >
          <p>{t("account.delete-hint")}</p>
          {(owned.data?.length ?? 0) > 0 && (
            <p>
              {t("account.delete-organizations", {
                names: new Intl.ListFormat(t.language).format((owned.data ?? []).map(({ name }) => name))
              })}
            </p>
          )}
        </ConfirmDialog>
      )}
    </section>
  )
}
