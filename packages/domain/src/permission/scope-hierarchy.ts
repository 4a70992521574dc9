import type { Scope } from "./scope.ts"

/**
 * The scopes that each scope directly includes. The order is that of the tree: the expansion and so the wire order follow from it.
 * Source: docs/reference/permissions-and-scopes.md#scopes.
 */
export const includedScopes: Readonly<Record<Scope, ReadonlyArray<Scope>>> = {
  admin: [
    "translations.edit",
    "keys.edit",
    "keys.delete",
    "keys.create",
    "screenshots.upload",
    "screenshots.delete",
    "tasks.edit",
    "activity.view",
    "languages.edit",
    "project.edit",
    "members.edit",
    "translation-comments.set-state",
    "translation-comments.add",
    "translation-comments.edit",
    "translations.state-edit",
    "batch-jobs.view",
    "batch-jobs.cancel",
    "translations.batch-by-tm",
    "translations.batch-machine",
    "content-delivery.manage",
    "webhooks.manage"
  ],
  "translations.view": ["keys.view"],
  "translations.edit": ["translations.view"],
  "translations.state-edit": ["translations.view"],
  "translation-comments.add": ["translations.view"],
  "translation-comments.edit": ["translations.view"],
  "translation-comments.set-state": ["translations.view"],
  "translations.batch-by-tm": ["translations.edit"],
  "translations.batch-machine": ["translations.edit"],
  "tasks.view": ["translations.view"],
  "tasks.edit": ["tasks.view"],
  "keys.edit": ["keys.view"],
  "keys.delete": ["keys.view"],
  "keys.create": ["keys.view"],
  "screenshots.view": ["keys.view"],
  "screenshots.upload": ["screenshots.view"],
  "screenshots.delete": ["screenshots.view"],
  "members.edit": ["members.view"],
  "content-delivery.manage": ["content-delivery.publish"],
  "activity.view": [],
  "languages.edit": [],
  "project.edit": [],
  "batch-jobs.view": [],
  "batch-jobs.cancel": [],
  "webhooks.manage": [],
  "members.view": [],
  "content-delivery.publish": [],
  "keys.view": []
}
