import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { ChevronDown } from "lucide-react"
import { useState } from "react"
import { call } from "../api/call.ts"
import { Form } from "../form/form.tsx"
import { useSubmit } from "../form/submit.ts"
import { languageName, useText } from "../texts/text.ts"
import { Button } from "../ui/button.tsx"
import { Dialog, DialogActions } from "../ui/dialog.tsx"
import { Menu, MenuItem } from "../ui/menu.tsx"
import { Select } from "../ui/select.tsx"
import { Skeleton } from "../ui/skeleton.tsx"
import { ErrorState } from "../ui/states.tsx"
import { TextField } from "../ui/text-field.tsx"
import { offeredLanguageTags } from "./offered-languages.ts"

interface CreateProjectDialogProps {
  /** The organization that is chosen first; absent: the first one that I own. */
  readonly organizationId?: number
  readonly onClose: () => void
}

/** Name, organization, base language and the others; afterwards the empty list of the new project. */
export const CreateProjectDialog = ({ organizationId, onClose }: CreateProjectDialogProps) => {
  const t = useText()
  const organizations = useQuery({
    queryKey: ["organizations", "owned"],
    queryFn: ({ signal }) =>
      call("organization", "list", { query: { size: 1_000, filterCurrentUserOwner: "true" } }, { signal })
  })
  const owned = organizations.data?._embedded.organizations
  return (
    <Dialog title={t("projects.create")} isOpen onClose={onClose}>
      {organizations.isError ? (
        <ErrorState error={organizations.error} onRetry={() => organizations.refetch()} />
      ) : owned === undefined ? (
        <Skeleton height="240px" />
      ) : owned.length === 0 ? (
        <p>{t("projects.no-organization")}</p>
      ) : (
        <CreateProjectForm organizations={owned} initialId={organizationId ?? owned[0]?.id ?? 0} onClose={onClose} />
      )}
    </Dialog>
  )
}

interface CreateProjectFormProps {
  readonly organizations: ReadonlyArray<{ readonly id: number; readonly name: string }>
  readonly initialId: number
  readonly onClose: () => void
}

const CreateProjectForm = ({ organizations, initialId, onClose }: CreateProjectFormProps) => {
  const t = useText()
  const client = useQueryClient()
  const navigate = useNavigate()
  const [name, setName] = useState("")
  const [organizationId, setOrganizationId] = useState(initialId)
  const [base, setBase] = useState("en")
  const [others, setOthers] = useState<ReadonlyArray<string>>([])
  const nameOf = (tag: string) => languageName(tag, t.language)
  const sorted = offeredLanguageTags.toSorted((one, other) => nameOf(one).localeCompare(nameOf(other), t.language))
  const { submit, fields, message, isBusy } = useSubmit(async () => {
    const languages = [base, ...others.filter((tag) => tag !== base)].map((tag) => ({
      tag,
      name: languageName(tag, "en"),
      originalName: languageName(tag, tag)
    }))
    const project = await call("project", "create", {
      payload: { name, organizationId, languages, baseLanguageTag: base, icuPlaceholders: true }
    })
    await client.invalidateQueries({ queryKey: ["projects"] })
    onClose()
    await navigate({ to: "/projects/$projectId/translations", params: { projectId: project.id } })
  })
  return (
    <Form onSubmit={submit} message={message}>
      <TextField
        label={t("projects.name")}
        autoFocus
        isRequired
        value={name}
        onChange={setName}
        error={fields["name"]}
      />
      {organizations.length > 1 && (
        <Select
          label={t("projects.organization")}
          value={String(organizationId)}
          options={organizations.map((organization) => ({ value: String(organization.id), label: organization.name }))}
          onChange={(id) => setOrganizationId(Number(id))}
        />
      )}
      <Select
        label={t("projects.base-language")}
        value={base}
        options={sorted.map((tag) => ({ value: tag, label: `${nameOf(tag)} (${tag})` }))}
        onChange={setBase}
      />
      <Menu
        aria-label={t("projects.languages")}
        selectionMode="multiple"
        selectedKeys={others}
        disabledKeys={[base]}
        onSelectionChange={(selected) => setOthers(sorted.filter((tag) => selected === "all" || selected.has(tag)))}
        trigger={
          <Button>
            {others.length === 0
              ? t("projects.add-languages")
              : new Intl.ListFormat(t.language).format(others.map(nameOf))}
            <ChevronDown aria-hidden />
          </Button>
        }
      >
        {sorted.map((tag) => (
          <MenuItem key={tag} id={tag} textValue={nameOf(tag)}>
            {nameOf(tag)} ({tag})
          </MenuItem>
        ))}
      </Menu>
      <DialogActions>
        <Button onPress={onClose}>{t("action.cancel")}</Button>
        <Button kind="primary" type="submit" isPending={isBusy}>
          {t("projects.create")}
        </Button>
      </DialogActions>
    </Form>
  )
}
