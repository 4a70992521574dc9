import { Schema } from "effect"

/** null also where a server of another version leaves the field out. */
const orNull = <S extends Schema.Top>(schema: S) => Schema.optional(Schema.NullOr(schema))

const ids = orNull(Schema.Array(Schema.Number))
const text = orNull(Schema.String)

const Permission = Schema.Struct({
  type: text,
  scopes: orNull(Schema.Array(Schema.String)),
  translateLanguageIds: ids,
  viewLanguageIds: ids,
  stateChangeLanguageIds: ids
})
export type SourcePermissionModel = typeof Permission.Type

/** A user as responses name authors. */
const SimpleUser = Schema.Struct({
  id: Schema.Number,
  username: text,
  name: text,
  deleted: orNull(Schema.Boolean)
})
export type SourceUser = typeof SimpleUser.Type

/** A page of a list: its items stand under one name, which differs from list to list. */
export const pageOf = <Item extends Schema.Top>(item: Item) =>
  Schema.Struct({
    _embedded: orNull(Schema.Record(Schema.String, Schema.Array(item))),
    page: orNull(Schema.Struct({ totalElements: orNull(Schema.Number), totalPages: orNull(Schema.Number) })),
    nextCursor: text
  })

export const UserModel = Schema.Struct({
  ...SimpleUser.fields,
  globalServerRole: text,
  mfaEnabled: orNull(Schema.Boolean),
  disabled: orNull(Schema.Boolean)
})

export const OrganizationModel = Schema.Struct({
  id: Schema.Number,
  name: Schema.String,
  slug: Schema.String,
  description: text,
  basePermissions: orNull(Permission)
})

export const OrganizationUserModel = Schema.Struct({ ...SimpleUser.fields, organizationRole: text })

export const LanguageModel = Schema.Struct({
  id: Schema.Number,
  name: Schema.String,
  tag: Schema.String,
  originalName: text,
  flagEmoji: text,
  base: orNull(Schema.Boolean)
})
export type SourceLanguage = typeof LanguageModel.Type

export const ProjectModel = Schema.Struct({
  id: Schema.Number,
  name: Schema.String,
  slug: text,
  description: text,
  organizationOwner: orNull(Schema.Struct({ id: Schema.Number, slug: text, name: text })),
  baseLanguage: orNull(Schema.Struct({ id: Schema.Number })),
  useNamespaces: orNull(Schema.Boolean),
  defaultNamespace: orNull(Schema.Struct({ id: Schema.Number, name: Schema.String })),
  icuPlaceholders: orNull(Schema.Boolean),
  useQaChecks: orNull(Schema.Boolean),
  translationProtection: text,
  suggestionsMode: text
})
export type SourceProject = typeof ProjectModel.Type

export const BranchModel = Schema.Struct({
  id: Schema.Number,
  name: Schema.String,
  isDefault: orNull(Schema.Boolean),
  isProtected: orNull(Schema.Boolean),
  originBranchName: text,
  author: orNull(SimpleUser),
  createdAt: orNull(Schema.Union([Schema.Number, Schema.String]))
})
export type SourceBranch = typeof BranchModel.Type

export const NamespaceModel = Schema.Struct({ id: orNull(Schema.Number), name: text })

export const MemberModel = Schema.Struct({ ...SimpleUser.fields, directPermission: orNull(Permission) })

const Severities = Schema.Record(Schema.String, Schema.String)

export const QualitySettingsModel = Schema.Struct({ settings: orNull(Severities) })

export const LanguageQualityModel = Schema.Struct({
  language: Schema.Struct({ id: Schema.Number }),
  customSettings: orNull(Severities),
  enabled: orNull(Schema.Boolean)
})

const QualityIssueModel = Schema.Struct({
  type: Schema.String,
  message: Schema.String,
  replacement: text,
  positionStart: orNull(Schema.Number),
  positionEnd: orNull(Schema.Number),
  params: orNull(Schema.Record(Schema.String, Schema.String)),
  pluralVariant: text,
  state: text
})

const TranslationModel = Schema.Struct({
  id: orNull(Schema.Number),
  text,
  state: text,
  outdated: orNull(Schema.Boolean),
  auto: orNull(Schema.Boolean),
  mtProvider: text,
  commentCount: orNull(Schema.Number),
  labels: orNull(Schema.Array(Schema.Struct({ id: Schema.Number }))),
  totalSuggestionCount: orNull(Schema.Number),
  /** Newest active suggestions; servers of Tolgee count none for a language without a translation. */
  suggestions: orNull(Schema.Array(Schema.Struct({ id: Schema.Number }))),
  /** Only when they were asked for. */
  qaIssues: orNull(Schema.Array(QualityIssueModel))
})

const Position = Schema.Struct({
  x: Schema.Number,
  y: Schema.Number,
  width: Schema.Number,
  height: Schema.Number
})

const ScreenshotModel = Schema.Struct({
  id: Schema.Number,
  filename: text,
  fileUrl: text,
  createdAt: orNull(Schema.Union([Schema.Number, Schema.String])),
  location: text,
  width: orNull(Schema.Number),
  height: orNull(Schema.Number),
  keyReferences: orNull(
    Schema.Array(Schema.Struct({ keyId: Schema.Number, position: orNull(Position), originalText: text }))
  )
})
export type SourceScreenshot = typeof ScreenshotModel.Type

export const ListedKeyModel = Schema.Struct({
  keyId: Schema.Number,
  createdAt: orNull(Schema.Number),
  keyName: Schema.String,
  keyIsPlural: orNull(Schema.Boolean),
  keyPluralArgName: text,
  keyNamespace: text,
  keyDescription: text,
  keyMaxCharLimit: orNull(Schema.Number),
  keyTags: orNull(Schema.Array(Schema.Struct({ name: Schema.String }))),
  screenshots: orNull(Schema.Array(ScreenshotModel)),
  translations: Schema.Record(Schema.String, TranslationModel)
})
export type SourceKey = typeof ListedKeyModel.Type

export const KeyModel = Schema.Struct({
  id: Schema.Number,
  custom: orNull(Schema.Record(Schema.String, Schema.Json)),
  maxCharLimit: orNull(Schema.Number)
})

export const CommentModel = Schema.Struct({
  id: Schema.Number,
  text: Schema.String,
  state: text,
  author: SimpleUser,
  createdAt: Schema.Number,
  updatedAt: orNull(Schema.Number)
})
export type SourceComment = typeof CommentModel.Type

export const SuggestionModel = Schema.Struct({
  id: Schema.Number,
  keyId: Schema.Number,
  languageId: Schema.Number,
  translation: Schema.String,
  state: text,
  author: SimpleUser,
  isPlural: orNull(Schema.Boolean),
  createdAt: orNull(Schema.Number),
  updatedAt: orNull(Schema.Number)
})
export type SourceSuggestion = typeof SuggestionModel.Type

export const TaskModel = Schema.Struct({
  number: Schema.Number,
  name: text,
  description: text,
  type: Schema.String,
  state: Schema.String,
  language: Schema.Struct({ id: Schema.Number }),
  assignees: orNull(Schema.Array(SimpleUser)),
  author: orNull(SimpleUser),
  createdAt: orNull(Schema.Number),
  closedAt: orNull(Schema.Number),
  dueDate: orNull(Schema.Number),
  totalItems: orNull(Schema.Number),
  doneItems: orNull(Schema.Number)
})
export type SourceTask = typeof TaskModel.Type

export const TaskKeysModel = Schema.Struct({ keys: Schema.Array(Schema.Number) })

export const TaskWorkModel = Schema.Array(Schema.Struct({ user: SimpleUser }))

/** Ids that a selection of keys has. */
export const KeySelectionModel = Schema.Struct({ ids: Schema.Array(Schema.Number) })

export const LabelModel = Schema.Struct({
  id: Schema.Number,
  name: Schema.String,
  color: text,
  description: text
})
export type SourceLabel = typeof LabelModel.Type

export const GlossaryModel = Schema.Struct({
  id: Schema.Number,
  name: Schema.String,
  baseLanguageTag: Schema.String
})

/** A project as lists of glossaries name it. */
export const NamedProjectModel = Schema.Struct({ id: Schema.Number, name: text })

export const GlossaryLanguageModel = Schema.Struct({ tag: Schema.String })

export const GlossaryTermModel = Schema.Struct({
  id: Schema.Number,
  description: text,
  flagNonTranslatable: orNull(Schema.Boolean),
  flagCaseSensitive: orNull(Schema.Boolean),
  flagAbbreviation: orNull(Schema.Boolean),
  flagForbiddenTerm: orNull(Schema.Boolean),
  translations: orNull(Schema.Array(Schema.Struct({ languageTag: Schema.String, text })))
})
export type SourceGlossaryTerm = typeof GlossaryTermModel.Type

export const MemoryModel = Schema.Struct({
  id: Schema.Number,
  name: Schema.String,
  sourceLanguageTag: Schema.String,
  type: text,
  defaultPenalty: orNull(Schema.Number),
  writeOnlyReviewed: orNull(Schema.Boolean)
})

export const AssignedProjectModel = Schema.Struct({
  projectId: Schema.Number,
  projectName: text,
  readAccess: orNull(Schema.Boolean),
  writeAccess: orNull(Schema.Boolean),
  priority: orNull(Schema.Number),
  penalty: orNull(Schema.Number)
})
export type SourceAssignment = typeof AssignedProjectModel.Type

/** A source with its translations: stored entries have ids, live texts of projects none. */
export const MemoryRowModel = Schema.Struct({
  sourceText: text,
  cells: orNull(
    Schema.Array(Schema.Struct({ targetText: text, targetLanguageTag: text, entryId: orNull(Schema.Number) }))
  )
})

export const AutoTranslationModel = Schema.Struct({
  languageId: orNull(Schema.Number),
  usingTranslationMemory: orNull(Schema.Boolean),
  usingMachineTranslation: orNull(Schema.Boolean),
  enableForImport: orNull(Schema.Boolean)
})

const ChosenServiceModel = Schema.Struct({
  serviceType: Schema.String,
  formality: text,
  promptId: orNull(Schema.Number)
})

export const TranslationServiceSettingModel = Schema.Struct({
  targetLanguageId: orNull(Schema.Number),
  primaryService: text,
  primaryServiceInfo: orNull(ChosenServiceModel),
  enabledServices: orNull(Schema.Array(Schema.String)),
  enabledServicesInfo: orNull(Schema.Array(ChosenServiceModel))
})

/** Services of the server by name. */
export const TranslationServicesModel = Schema.Record(Schema.String, Schema.Unknown)

export const PromptModel = Schema.Struct({
  id: Schema.Number,
  name: text,
  providerName: text,
  template: text,
  basicPromptOptions: orNull(Schema.Array(Schema.String))
})
export type SourcePrompt = typeof PromptModel.Type

/** A provider of language models, without its key, which servers of Tolgee show to owners. */
export const ModelProviderModel = Schema.Struct({ name: Schema.String })

export const ProjectNoteModel = Schema.Struct({ description: text })

export const LanguageNoteModel = Schema.Struct({ description: text, language: Schema.Struct({ id: Schema.Number }) })

export const WebhookModel = Schema.Struct({
  id: Schema.Number,
  url: Schema.String,
  webhookSecret: text,
  enabled: orNull(Schema.Boolean),
  paused: orNull(Schema.Boolean)
})

const texts = orNull(Schema.Array(Schema.String))

/** The parameters of the export that a content delivery publishes. */
const PublishedExportModel = Schema.Struct({
  languages: texts,
  format: text,
  structureDelimiter: text,
  supportArrays: orNull(Schema.Boolean),
  messageFormat: text,
  fileStructureTemplate: text,
  escapeHtml: orNull(Schema.Boolean),
  filterKeyId: ids,
  filterKeyIdNot: ids,
  filterTag: text,
  filterTagIn: texts,
  filterTagNotIn: texts,
  filterKeyPrefix: text,
  filterState: texts,
  filterNamespace: texts
})
export type SourcePublishedExport = typeof PublishedExportModel.Type

export const ContentDeliveryModel = Schema.Struct({
  id: Schema.Number,
  name: Schema.String,
  slug: text,
  storage: orNull(Schema.Struct({ name: Schema.String })),
  autoPublish: orNull(Schema.Boolean),
  pruneBeforePublish: orNull(Schema.Boolean),
  zip: orNull(Schema.Boolean),
  filterBranch: text,
  ...PublishedExportModel.fields
})
export type SourceContentDelivery = typeof ContentDeliveryModel.Type

export const InvitationModel = Schema.Struct({
  id: Schema.Number,
  code: text,
  createdAt: orNull(Schema.Number),
  invitedUserName: text,
  invitedUserEmail: text,
  createdBy: orNull(SimpleUser),
  type: text,
  permission: orNull(Permission)
})

const JsonObject = Schema.Record(Schema.String, Schema.Json)

export const EntityModel = Schema.Struct({
  entityClass: Schema.String,
  entityId: Schema.Number,
  description: orNull(JsonObject),
  modifications: orNull(JsonObject),
  relations: orNull(JsonObject)
})
export type SourceEntity = typeof EntityModel.Type

export const RevisionModel = Schema.Struct({
  revisionId: Schema.Number,
  timestamp: Schema.Number,
  type: Schema.String,
  author: orNull(SimpleUser),
  modifiedEntities: orNull(Schema.Record(Schema.String, Schema.Array(EntityModel))),
  counts: orNull(Schema.Record(Schema.String, Schema.Number)),
  params: orNull(JsonObject)
})
export type SourceRevision = typeof RevisionModel.Type

/** A list of which only the number of items is read. */
export const CountModel = Schema.Struct({
  page: orNull(Schema.Struct({ totalElements: orNull(Schema.Number) })),
  _embedded: orNull(Schema.Record(Schema.String, Schema.Unknown))
})
