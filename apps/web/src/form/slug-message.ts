import { ApiError } from "../api/api-error.ts"
import type { Text } from "../texts/text.ts"
import type { useSubmit } from "./submit.ts"

/** The messages of a form that has a slug, where everything about the slug stands at its field, in words. */
export const withSlugMessage = (
  { error, message, fields }: Pick<ReturnType<typeof useSubmit>, "error" | "message" | "fields">,
  t: Text
): { readonly message: string | null; readonly fields: Readonly<Record<string, string>> } => {
  if (error instanceof ApiError && error.code === "slug_not_unique") {
    return { message: null, fields: { slug: message ?? "" } }
  }
  // The pattern alone says nothing to a person.
  return {
    message,
    fields: fields["slug"] === "invalid_pattern" ? { ...fields, slug: t("settings.slug-hint") } : fields
  }
}
