import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Plus } from "lucide-react"
import { useState } from "react"
import { call } from "../../base/api/call.ts"
import type { PasskeyModel } from "../../base/api/contract.ts"
import { useText } from "../../base/texts/text.ts"
import { loadPasskey, passkeysArePossible } from "../../feature/session/load-passkey.ts"
import { secondFactorsQuery } from "../../feature/session/second-factors.ts"
import { ConfirmDialog } from "../../widget/form/confirm-dialog.tsx"
import { FormDialog } from "../../widget/form/form-dialog.tsx"
import { useSubmit } from "../../widget/form/submit.ts"
import { Button } from "../../widget/ui/button.tsx"
import { QueryState } from "../../widget/ui/query-state.tsx"
import { Section } from "../../widget/ui/section.tsx"
import { Table } from "../../widget/ui/table.tsx"
import { TextField } from "../../widget/ui/text-field.tsx"
import { Time } from "../../widget/ui/time.tsx"
import styles from "./account.module.css"

const passkeysKey = ["passkeys"]

type Opened = { readonly kind: "add" } | { readonly kind: "rename" | "remove"; readonly passkey: PasskeyModel } | null

/** My passkeys: each opens the account without a password. */
export const PasskeysSection = () => {
  const t = useText()
  const client = useQueryClient()
  const [opened, open] = useState<Opened>(null)
  const passkeys = useQuery({
    queryKey: passkeysKey,
    queryFn: async ({ signal }) => (await call("passkey", "list", {}, { signal }))._embedded?.passkeys ?? []
  })
  const readAgain = async () => {
    await client.invalidateQueries({ queryKey: passkeysKey })
    await client.invalidateQueries({ queryKey: secondFactorsQuery.queryKey })
  }
  const close = () => open(null)
  return (
    <Section title={t("security.passkeys")} hint={t("security.passkeys-hint")}>
      <QueryState query={passkeys} skeleton="80px" empty={<p>{t("security.no-passkeys")}</p>}>
        {(data) => (
          <Table<PasskeyModel>
            label={t("security.passkeys")}
            rows={data}
            rowId={({ id }) => id}
            columns={[
              {
                id: "name",
                title: t("account.name"),
                cell: ({ name, synchronized }) => (
                  <span>
                    <bdi>{name}</bdi>
                    {synchronized && ` · ${t("security.synchronized")}`}
                  </span>
                )
              },
              { id: "host", title: t("security.host"), cell: ({ host }) => <bdi>{host}</bdi> },
              { id: "created", title: t("account.created"), cell: ({ createdAt }) => <Time at={createdAt} /> },
              {
                id: "used",
                title: t("account.last-used"),
                cell: ({ lastUsedAt }) => (lastUsedAt === null ? t("dashboard.never") : <Time at={lastUsedAt} />)
              },
              {
                id: "actions",
                title: t("account.actions"),
                cell: (passkey) => (
                  <>
                    <Button
                      kind="quiet"
                      aria-label={t("security.rename-passkey", { name: passkey.name })}
                      onPress={() => open({ kind: "rename", passkey })}
                    >
                      {t("security.rename")}
                    </Button>
                    <Button
                      kind="quiet"
                      aria-label={t("security.remove-passkey", { name: passkey.name })}
                      onPress={() => open({ kind: "remove", passkey })}
                    >
                      {t("security.remove")}
                    </Button>
                  </>
                )
              }
            ]}
          />
        )}
      </QueryState>
      {!passkeysArePossible() && <p className={styles["quiet"]}>{t("security.passkeys-impossible")}</p>}
      <div className={styles["actions"]}>
        <Button
          icon={<Plus aria-hidden />}
          disabledReason={passkeysArePossible() ? null : t("security.passkeys-impossible")}
          onPress={() => open({ kind: "add" })}
        >
          {t("security.add-passkey")}
        </Button>
      </div>
      {opened?.kind === "add" && (
        <NameDialog
          title={t("security.add-passkey")}
          action={t("security.add-passkey")}
          name=""
          onName={async (name) => (await loadPasskey()).addPasskey(name)}
          onDone={readAgain}
          onClose={close}
        />
      )}
      {opened?.kind === "rename" && (
        <NameDialog
          title={t("security.rename-passkey", { name: opened.passkey.name })}
          action={t("security.rename")}
          name={opened.passkey.name}
          onName={(name) => call("passkey", "rename", { params: { passkeyId: opened.passkey.id }, payload: { name } })}
          onDone={readAgain}
          onClose={close}
        />
      )}
      {opened?.kind === "remove" && (
        <ConfirmDialog
          title={t("security.remove-passkey", { name: opened.passkey.name })}
          action={t("security.remove")}
          onConfirm={async () => {
            await call("passkey", "remove", { params: { passkeyId: opened.passkey.id } })
            await readAgain()
          }}
          onClose={close}
        >
          <p>{t("security.remove-passkey-hint")}</p>
        </ConfirmDialog>
      )}
    </Section>
  )
}

interface NameDialogProps {
  readonly title: string
  readonly action: string
  /** The current name. */
  readonly name: string
  readonly onName: (name: string) => Promise<unknown>
  readonly onDone: () => Promise<void>
  readonly onClose: () => void
}

/** A name for a passkey, a new one or another one. */
const NameDialog = ({ title, action, name: before, onName, onDone, onClose }: NameDialogProps) => {
  const t = useText()
  const [name, setName] = useState(before)
  const form = useSubmit(async () => {
    await onName(name)
    await onDone()
    onClose()
  })
  return (
    <FormDialog
      title={title}
      action={action}
      form={form}
      disabledReason={name.trim() === "" ? t("security.passkey-name-hint") : null}
      onClose={onClose}
    >
      <TextField
        label={t("account.name")}
        hint={t("security.passkey-name-hint")}
        autoFocus
        isRequired
        value={name}
        onChange={setName}
        error={form.fields["name"]}
      />
    </FormDialog>
  )
}
