import { expandScopes, type Scope } from "@dragoman/domain/permission"

/** Purposes of keys, each with exactly the scopes that it needs. Sources: docs/cli.md, docs/in-context.md. */
export const keyTemplates = {
  // `tolgee tag`, which often follows a push, is the command that needs `keys.edit`.
  push: ["translations.view", "translations.edit", "keys.create", "keys.edit", "languages.edit"],
  pull: ["translations.view"],
  sdk: ["translations.view"],
  inContext: [
    "translations.edit",
    "translations.state-edit",
    "keys.edit",
    "keys.create",
    "screenshots.upload",
    "screenshots.delete",
    "screenshots.view"
  ],
  webhooks: ["webhooks.manage"]
} as const satisfies Readonly<Record<string, ReadonlyArray<Scope>>>

export type KeyTemplate = keyof typeof keyTemplates

/** Returns whether the expanded scopes of a user have everything that the template needs. */
export const isTemplateAvailable = (template: KeyTemplate, own: ReadonlyArray<Scope>): boolean =>
  expandScopes(keyTemplates[template]).every((scope) => own.includes(scope))
