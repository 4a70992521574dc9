import { useText } from "../../base/texts/text.ts"
import type { useFields } from "../../widget/form/fields.ts"
import { TextField } from "../../widget/ui/text-field.tsx"

type OrganizationTexts = "name" | "slug" | "description"

interface OrganizationFieldsProps {
  readonly form: ReturnType<typeof useFields<OrganizationTexts>>
  /** Messages of the server, by field. */
  readonly messages: Readonly<Record<string, string>>
  readonly slugHint: string
  readonly isNew?: boolean
  readonly isReadOnly?: boolean
}

/** Name, slug and description of an organization. */
export const OrganizationFields = ({
  form,
  messages,
  slugHint,
  isNew = false,
  isReadOnly = false
}: OrganizationFieldsProps) => {
  const t = useText()
  return (
    <>
      <TextField
        label={t("projects.name")}
        autoFocus={isNew}
        isRequired
        isReadOnly={isReadOnly}
        autoComplete="off"
        {...form.bind("name", messages)}
      />
      <TextField
        label={t("server.slug")}
        hint={slugHint}
        isReadOnly={isReadOnly}
        autoComplete="off"
        {...form.bind("slug", messages)}
      />
      <TextField
        label={t("server.description")}
        lines={3}
        isReadOnly={isReadOnly}
        {...form.bind("description", messages)}
      />
    </>
  )
}

/** The values in the form that requests need. */
export const organizationBody = ({ name, slug, description }: Readonly<Record<OrganizationTexts, string>>) => ({
  name: name.trim(),
  slug: slug.trim() || null,
  description: description.trim() || null
})
