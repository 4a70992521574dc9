import { ApiError } from "../../base/api/api-error.ts"
import type { useSubmit } from "./submit.ts"

/** The messages of a form that has a slug, where everything about the slug stands at its field. */
export const withSlugMessage = ({
  error,
  message,
  fields
}: Pick<ReturnType<typeof useSubmit>, "error" | "message" | "fields">): {
  readonly message: string | null
  readonly fields: Readonly<Record<string, string>>
} =>
  error instanceof ApiError && error.code === "slug_not_unique"
    ? { message: null, fields: { slug: message ?? "" } }
    : { message, fields }
