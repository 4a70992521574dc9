/** Every right in a project, in the order of the API. Source: docs/reference/permissions-and-scopes.md#scopes. */
export const scopes = [
  "translations.view",
  "translations.edit",
  "keys.edit",
  "screenshots.upload",
  "screenshots.delete",
  "screenshots.view",
  "activity.view",
  "languages.edit",
  "admin",
  "project.edit",
  "members.view",
  "members.edit",
  "translation-comments.add",
  "translation-comments.edit",
  "translation-comments.set-state",
  "translations.state-edit",
  "keys.view",
  "keys.delete",
  "keys.create",
  "batch-jobs.view",
  "batch-jobs.cancel",
  "translations.batch-by-tm",
  "translations.batch-machine",
  "content-delivery.manage",
  "content-delivery.publish",
  "webhooks.manage",
  "tasks.view",
  "tasks.edit"
] as const

export type Scope = (typeof scopes)[number]

/** Is this the wire value of a scope? */
export const isScope = (value: unknown): value is Scope => (scopes as ReadonlyArray<unknown>).includes(value)
