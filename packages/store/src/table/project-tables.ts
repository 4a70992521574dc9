import type { Scope } from "@dragoman/domain/permission"
import { suggestionsModes } from "@dragoman/domain/suggestion"
import { translationProtections } from "@dragoman/domain/translation"
import { Schema } from "effect"
import { Flag, hasDefault, Id, Json, Millis, table } from "../database/table.ts"

export const projectTable = table("project", {
  id: Id,
  organizationId: Schema.Number,
  name: Schema.String,
  slug: Schema.String,
  description: Schema.NullOr(Schema.String),
  baseLanguageId: Schema.NullOr(Schema.Number),
  defaultNamespaceId: Schema.NullOr(Schema.Number),
  useNamespaces: hasDefault(Flag),
  icuPlaceholders: hasDefault(Flag),
  translationProtection: hasDefault(Schema.Literals(translationProtections)),
  suggestionsMode: hasDefault(Schema.Literals(suggestionsModes)),
  /** Texts are checked when they are written. */
  usesQualityChecks: hasDefault(Flag),
  /** Texts that are no ICU messages are not written. */
  rejectsBrokenIcu: hasDefault(Flag),
  /** Keys of tasks are marked as done when assignees save their work. */
  marksTaskKeysDone: hasDefault(Flag),
  /** Visitors may read its texts, where the server allows public projects. */
  isPublic: hasDefault(Flag),
  /** Keys can live on branches. */
  useBranching: hasDefault(Flag),
  /** The highest number that a task has had. */
  lastTaskNumber: hasDefault(Schema.Number),
  /** null: no picture. */
  avatarHash: Schema.NullOr(Schema.String),
  createdAt: Millis,
  deletedAt: Schema.NullOr(Millis)
})

export const languageTable = table("language", {
  id: Id,
  projectId: Schema.Number,
  name: Schema.String,
  originalName: Schema.NullOr(Schema.String),
  tag: Schema.String,
  flagEmoji: Schema.NullOr(Schema.String),
  /** When a text of it was last written; null: never. */
  translationsUpdatedAt: Schema.NullOr(Millis),
  createdAt: Millis,
  deletedAt: Schema.NullOr(Millis)
})

/** The default namespace has no row. */
export const namespaceTable = table("namespace", { id: Id, projectId: Schema.Number, name: Schema.String })

/** Project API keys; only a digest of the key is kept. */
export const projectApiKeyTable = table("project_api_key", {
  id: Id,
  projectId: Schema.Number,
  userId: Schema.Number,
  description: Schema.String,
  /** Not expanded. */
  scopes: Json<ReadonlyArray<Scope>>(),
  keyHash: Schema.String,
  /** null: never. */
  expiresAt: Schema.NullOr(Millis),
  /** The end that its user was told of; null: none. */
  announcedExpiry: Schema.NullOr(Millis),
  lastUsedAt: Schema.NullOr(Millis),
  createdAt: Millis
})
