import type { Api } from "@dragoman/api"
import type { HttpApi, HttpApiEndpoint, HttpApiGroup } from "effect/http-api"

/** The contract as types: the only module of the console that names `@dragoman/api` and `effect` (ADR 34). */
type Groups = typeof Api extends HttpApi.HttpApi<string, infer G> ? G : never

export type GroupName = HttpApiGroup.Identifier<Groups>
type EndpointsOf<G extends GroupName> = HttpApiGroup.EndpointsWithIdentifier<Groups, G>
export type EndpointName<G extends GroupName> =
  EndpointsOf<G> extends infer E ? (E extends { readonly identifier: infer N extends string } ? N : never) : never
type Endpoint<G extends GroupName, N extends EndpointName<G>> = Extract<EndpointsOf<G>, { readonly identifier: N }>

/** The shape on the wire: schemas of the contract do not transform bodies. */
type Value<S> =
  S extends ReadonlyArray<{ readonly Type: infer T }> ? T : S extends { readonly Type: infer T } ? T : never

type Part<Name extends string, T> = [T] extends [never] ? unknown : { readonly [K in Name]: T }

/** `params`, `query` and `payload` of an endpoint, each only where the endpoint has it. */
export type Request<G extends GroupName, N extends EndpointName<G>> = Part<
  "params",
  Value<HttpApiEndpoint.Params<Endpoint<G, N>>>
> &
  Part<"query", Value<HttpApiEndpoint.Query<Endpoint<G, N>>>> &
  Part<"payload", Value<HttpApiEndpoint.Payload<Endpoint<G, N>>>>

/** The body of a successful response; undefined where it has none. */
export type Response<G extends GroupName, N extends EndpointName<G>> = Value<HttpApiEndpoint.Success<Endpoint<G, N>>>

export type {
  ActivityModel,
  AdministeredUserModel,
  AuditEntryModel,
  AuditLogModel,
  BatchJobModel,
  BranchMergeChangeModel,
  BranchMergeKeyModel,
  BranchMergeModel,
  BranchModel,
  CommentModel,
  ConsoleSessionModel,
  CreatedTaskModel,
  CreatedUserModel,
  ExportNoticeModel,
  FoundKeyModel,
  ImportAddFilesModel,
  ImportFileIssueModel,
  ImportLanguageModel,
  ImportTranslationModel,
  KeyWithDataModel,
  LabelModel,
  LanguageModel,
  LanguageStatsModel,
  ListedKeyModel,
  ListedTranslationModel,
  MachineSuggestionModel,
  MemberModel,
  MentionableUserModel,
  ModifiedEntityModel,
  MyLanguageWorkModel,
  MyWorkModel,
  NotificationModel,
  NotificationSettingsModel,
  OrganizationModel,
  OrganizationSsoModel,
  OrganizationUserModel,
  PasskeyAssertionBody,
  PasskeyModel,
  PasswordResetCredentialsModel,
  PasswordResetLinkModel,
  PermissionModel,
  PersonalAccessTokenModel,
  ProjectApiKeyModel,
  ProjectInvitationModel,
  ProjectModel,
  ProjectStatsModel,
  ProjectWithStatsModel,
  PublicInvitationModel,
  PublicProjectModel,
  PublicTranslationsModel,
  QualityIssueModel,
  RevealedProjectApiKeyModel,
  ScreenshotModel,
  SecondFactorsModel,
  ServerFindingsModel,
  ServerHealthModel,
  ServerSettingModel,
  SetTranslationsModel,
  SuperTokenBody,
  TaskModel,
  TaskWithProjectModel,
  TranslationListModel,
  TranslationRevisionModel,
  TrashedKeyModel,
  UserModel,
  WebhookConfigurationModel
} from "@dragoman/api"
